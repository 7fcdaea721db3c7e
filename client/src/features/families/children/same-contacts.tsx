import { Copy } from 'lucide-react';
import { useCopyContacts } from './child.queries.ts';
import { useChildren } from './children.queries.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

/** Gives a child the contacts of a brother or sister with one tap. R252 */
export function SameContacts({ childId }: { childId: string }) {
  const mine = useChildren();
  const copying = useCopyContacts(childId);
  const siblings = mine.data?.children.filter(
    ({ _id, hasContacts }) => hasContacts && _id !== childId,
  );

  return siblings?.map(({ _id, name }) => (
    <ActionButton
      key={_id}
      className="btn-outline h-auto max-w-full py-2"
      act={() => copying.mutateAsync(_id)}
      success="Saved"
      // The button that had the focus is gone.
      onDone={() => document.getElementById('contacts-heading')?.focus()}
    >
      <Copy className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">Same as for {name}</span>
    </ActionButton>
  ));
}
