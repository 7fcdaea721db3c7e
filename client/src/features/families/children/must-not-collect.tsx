import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { MAX_BLOCKS } from '@speakifyr/contract/pick-up.ts';
import { Ban } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { BlockForm } from './block-form.tsx';

type Props = {
  child: ChildDetails;
  /** Something changed, and the button that had the focus may be gone. */
  onChanged: () => void;
};

/** Who must not collect a child: what this guardian said. Nobody else in the family reads it. */
export function MustNotCollect({ child, onChanged }: Props) {
  const { mustNotCollect: blocks, canChange, name } = child;
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  /** What stood there when somebody was saved: the entry that is new gets the focus. */
  const [before, setBefore] = useState<string[]>();
  const added = before && blocks.find(({ _id }) => !before.includes(_id))?._id;
  useEffect(() => {
    if (!added) return;
    const entry = list.current?.querySelector<HTMLElement>(`[data-entry="${added}"]`);
    entry?.scrollIntoView({ block: 'center' });
    entry?.focus({ preventScroll: true });
  }, [added]);
  if (!canChange && blocks.length === 0) return null;

  function close() {
    setAsking(false);
    onChanged();
  }

  return (
    <section aria-labelledby="must-not-collect" className="space-y-3">
      <h3 id="must-not-collect" className="text-lg font-bold">
        {`Somebody must not pick up ${name}`}
      </h3>
      <p>
        {`We never hand ${name} to them. Only you, the team at the gate and the office read it: other guardians don’t. A guardian can only be blocked by the office, with the paper from the court.`}
      </p>
      <ul ref={list} className="grid gap-3 empty:hidden">
        {blocks.map((block) => (
          <Block key={block._id} child={child} block={block} onChanged={onChanged} />
        ))}
      </ul>
      {canChange && !isAsking && blocks.length < MAX_BLOCKS && (
        <button type="button" className="btn btn-outline" onClick={() => setAsking(true)}>
          <Ban className="size-5" aria-hidden="true" />
          Name somebody
        </button>
      )}
      {isAsking && (
        <BlockForm
          call="POST /myChildren/:id/mustNotCollect"
          childId={child._id}
          onSaved={() => {
            // As it was when the button was pressed.
            setBefore(blocks.map(({ _id }) => _id));
            setAsking(false);
          }}
          onCancel={close}
        />
      )}
    </section>
  );
}

type BlockProps = Props & { block: ChildDetails['mustNotCollect'][number] };

function Block({ child, block, onChanged }: BlockProps) {
  const ending = useChange('DELETE /myChildren/:id/mustNotCollect/:entryId');
  return (
    <li
      data-entry={block._id}
      tabIndex={-1}
      className="rounded-box border-error focus:outline-primary border p-4 outline-offset-4 focus:outline-3"
    >
      <p>
        <strong>{block.name}</strong> must not pick up {child.name}, since {formatDate(block.since)}
      </p>
      {block.note && <p className="mt-1">{block.note}</p>}
      {child.canChange && (
        <ActionButton
          className="btn-outline btn-sm mt-3"
          question={{
            titleText: `End this for ${block.name}?`,
            text: `They can then pick up ${child.name} if somebody names them, or gives them a code.`,
            confirm: 'End it',
          }}
          act={() => ending.mutateAsync({ params: { id: child._id, entryId: block._id } })}
          success="Ended"
          onDone={onChanged}
        >
          End <span className="sr-only">this for {block.name}</span>
        </ActionButton>
      )}
    </li>
  );
}
