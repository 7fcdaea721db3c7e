import type { FamilyChild } from '@speakifyr/contract/families.ts';
import type { ListedBlock } from '@speakifyr/contract/must-not-collect.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { BlockForm } from '../children/block-form.tsx';

/** Who must not collect a child, for the office. Nothing is read before somebody asks: each reader is recorded. */
export function ChildBlocks({ child }: { child: FamilyChild }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = child.mustNotCollect;

  function close() {
    setAsking(false);
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  return (
    <section>
      <h4 ref={heading} tabIndex={-1} className="mb-1 font-bold outline-none">
        Must not pick up
      </h4>
      {count === 0 && <p>Nobody is blocked.</p>}
      {count > 0 && !isOpen && (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm mt-2 mr-2 min-h-11"
          onClick={() => setOpen(true)}
        >
          <span>{`Show ${countOf(count, 'person', 'people')}`}</span>{' '}
          <span className="sr-only">who must not pick up {child.name}</span>
        </button>
      )}
      {count > 0 && isOpen && <OpenBlocks child={child} onEnded={() => heading.current?.focus()} />}
      {!isAsking && (
        <button
          type="button"
          className="btn btn-outline btn-sm mt-2 min-h-11"
          onClick={() => setAsking(true)}
        >
          Block somebody <span className="sr-only">from picking up {child.name}</span>
        </button>
      )}
      {isAsking && (
        <div className="mt-3">
          <p className="mb-3 text-sm">
            Before you block a guardian, ask for the court’s paper. Guardians stay blocked if they
            change their name. The family can’t read what the office writes here.
          </p>
          <BlockForm
            call="POST /children/:id/mustNotCollect"
            childId={child._id}
            guardians={child.guardians}
            onSaved={close}
            onCancel={close}
          />
        </div>
      )}
      <p className="text-base-content/75 mt-1 text-sm">The audit log records who reads them.</p>
    </section>
  );
}

function OpenBlocks({ child, onEnded }: { child: FamilyChild; onEnded: () => void }) {
  const blocks = useQuery(read('GET /children/:id/mustNotCollect', { params: { id: child._id } }));
  if (blocks.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-20 w-full" />;
  if (blocks.isError) return <FormProblem>{readApiError(blocks.error).message}</FormProblem>;
  return (
    <ul className="divide-base-300 divide-y [overflow-wrap:anywhere]">
      {blocks.data.map((block) => (
        <Block key={block._id} child={child} block={block} onEnded={onEnded} />
      ))}
    </ul>
  );
}

type Props = { child: FamilyChild; block: ListedBlock; onEnded: () => void };

function Block({ child, block, onEnded }: Props) {
  const ending = useChange('DELETE /children/:id/mustNotCollect/:entryId');
  const { _id, name, nameNow, guardianId, since, note, by, isByOffice, hasAuthorLeft } = block;
  const author = isByOffice ? 'the office' : 'a guardian';
  return (
    <li className="py-2.5">
      <p>
        <strong className="text-error">{name}</strong>
        <span>{`${guardianId ? ', a guardian' : ''}${nameNow ? `, now called ${nameNow}` : ''}, since ${formatDate(since)}`}</span>
      </p>
      {note && <p>{note}</p>}
      <p className="text-base-content/80 text-sm">{`Written by ${by ? `${by} (${author})` : author}`}</p>
      {hasAuthorLeft && (
        <p className="text-error font-medium">
          The person who wrote this no longer decides about {child.name}. It still applies: please
          decide whether it stays.
        </p>
      )}
      <ActionButton
        className="btn-outline btn-sm mt-1 min-h-11"
        question={{
          titleText: `End this for ${name}?`,
          text: `They can then pick up ${child.name} if they are a guardian, or the family names them.`,
          confirm: 'End it',
        }}
        act={() => ending.mutateAsync({ params: { id: child._id, entryId: _id } })}
        success="Ended"
        onDone={onEnded}
      >
        End <span className="sr-only">this for {name}</span>
      </ActionButton>
    </li>
  );
}
