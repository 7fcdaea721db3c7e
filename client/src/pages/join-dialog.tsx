import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { JoinEnd } from '../features/cart/cart.queries.ts';
import { joinFamily } from '../features/cart/join-family.ts';
import { AddChildForm } from '../features/children/add-child-form.tsx';
import { useChildren } from '../features/children/children.queries.ts';
import { formatDay, formatDollars } from '../lib/format.ts';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { JoinChoices } from './join-choices.tsx';
import { listChoices } from './list-choices.ts';
import { useFamilySeats, useOwnCamps } from './own-camps.ts';
import type { User } from '@speakifyr/contract/identity.ts';

export type JoinDialogProps = {
  campClass: CampClass;
  user: User;
  /** Called with how the joins ended, or with false if nobody joins. */
  onEnd: (end: JoinEnd | false) => void;
};

/** Asks a parent who joins a class, and joins for everybody they choose. */
export function JoinDialog({ campClass, user, onEnd }: JoinDialogProps) {
  const { data: { children } = { children: [] } } = useChildren();
  const { joiners: seated } = useFamilySeats(user, campClass._id);
  const camps = useOwnCamps(user);
  const choices = listChoices(campClass, { children, user, seated, camps });
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const [wanted, setWanted] = useState(() => findOnlyChild(fitting));
  const [isAdding, setAdding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  // A seat may be taken by another guardian while the dialog is open.
  const chosen = fitting.filter(({ childId }) => wanted.includes(childId));
  const isAddedListed = choices.some(({ childId }) => childId === added);

  // The form that had the focus is gone.
  useEffect(() => {
    if (!isAddedListed) return;
    const box = body.current?.querySelector<HTMLElement>(`input[value="${added}"]`);
    (box ?? body.current?.querySelector('input'))?.focus();
  }, [added, isAddedListed]);

  async function join() {
    if (isBusy || chosen.length === 0) return;
    setBusy(true);
    onEnd(await joinFamily(campClass, user.email, chosen));
  }

  return (
    <ModalDialog title="Who is it for?" isBusy={isBusy} onClose={() => onEnd(false)}>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">
        {campClass.name} · {formatDay(campClass.camp_start)} to {formatDay(campClass.camp_end)} ·{' '}
        <span className="whitespace-nowrap">
          {formatDollars(campClass.price)}
          {campClass.price > 0 && ' a seat'}
        </span>
      </p>
      <div ref={body}>
        <JoinChoices
          choices={choices}
          chosen={wanted}
          onChange={(now) => !isBusy && setWanted(now)}
        />
      </div>
      {isAdding ? (
        <div className="rounded-box border-base-content/20 mt-5 border p-4">
          <AddChildForm
            onAdded={({ _id }) => {
              setAdding(false);
              setAdded(_id);
              setWanted([...wanted, _id]);
            }}
            onCancel={() => setAdding(false)}
          />
        </div>
      ) : (
        <>
          <button
            type="button"
            className="btn btn-ghost btn-sm mt-3 -ml-2"
            disabled={isBusy}
            onClick={() => setAdding(true)}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add a child
          </button>
          <p role="status" className="mt-3 min-h-6 text-sm">
            {describeChoice(chosen.length, campClass.sit)}
          </p>
          <DialogButtons
            className="mt-2"
            label={isBusy ? 'Joining…' : nameButton(chosen.length, campClass.price)}
            back={LABELS.cancel}
            isBusy={isBusy}
            isDisabled={chosen.length === 0}
            onConfirm={() => void join()}
            onBack={() => onEnd(false)}
          />
        </>
      )}
    </ModalDialog>
  );
}

/** The only child who can join is chosen from the start. */
function findOnlyChild(fitting: { childId: string | null }[]): (string | null)[] {
  const children = fitting.filter(({ childId }) => childId !== null);
  return children.length === 1 ? children.map(({ childId }) => childId) : [];
}

/** What to do or to know before the button is pressed. */
function describeChoice(count: number, sit: number): string {
  if (count === 0) return 'Choose who joins.';
  if (count <= sit) return '';
  return `Only ${sit === 1 ? '1 seat is' : `${sit} seats are`} left, so not everybody gets one.`;
}

function nameButton(count: number, price: number): string {
  if (price === 0) return count > 1 ? `Enroll ${count} people` : 'Enroll';
  return count > 1 ? `Hold ${count} seats` : 'Hold 1 seat';
}
