import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { Trash2 } from 'lucide-react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useDeleteChild } from './child.queries.ts';

type Props = { child: ChildDetails; onDeleted: () => void };

/** Deletes a child, for the guardian who added it. If it has a seat, the server refuses, and the dialog says so. */
export function DeleteChild({ child: { _id, name }, onDeleted }: Props) {
  const deleting = useDeleteChild(_id);

  return (
    <p className="mt-8">
      <ActionButton
        className="btn-ghost text-error h-auto min-h-11 py-2 [overflow-wrap:anywhere]"
        question={{
          titleText: `Delete ${name}?`,
          text: 'Contacts and health information are erased at once, for all guardians. This cannot be undone.',
          confirm: 'Delete',
        }}
        act={() => deleting.mutateAsync()}
        success={`${name} is deleted`}
        onDone={onDeleted}
      >
        <Trash2 className="size-4 shrink-0" aria-hidden="true" />
        <span>{`Delete ${name}`}</span>
      </ActionButton>
    </p>
  );
}
