import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useState } from 'react';
import type { JoinEnd } from '../cart/cart.queries.ts';
import { joinFamily } from './join-family.ts';
import { useChildren } from '../../family/children/children.queries.ts';
import { readApiError } from '../../../lib/api.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { ClassLine } from './class-line.tsx';
import { findOnlyChild, type JoinChoice, listChoices } from './list-choices.ts';
import { useFamilySeats, useOwnCamps } from './own-camps.ts';
import { useOwnBirthDate } from './use-own-birth-date.ts';
import { WhoJoins } from './who-joins.tsx';

export type JoinDialogProps = {
  campClass: CampClass;
  user: User;
  /** Only these people are asked about; without it, the whole family. */
  only?: (string | null)[] | undefined;
  /** Called with how the joins ended, or with false if nobody joins. */
  onEnd: (end: JoinEnd | false) => void;
};

/** Asks who joins a class, and joins for everybody they choose. Nobody but a child is chosen from the start. */
export function JoinDialog({ campClass, user, onEnd }: JoinDialogProps) {
  const { data: { children } = { children: [] } } = useChildren();
  const { joiners: seated } = useFamilySeats(user, campClass._id);
  const camps = useOwnCamps(user);
  const choices = listChoices(campClass, { children, user, seated, camps });
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const [wanted, setWanted] = useState(() => findOnlyChild(fitting));
  /** Everybody who was chosen at some time: there may be fewer seats. */
  const [asked, setAsked] = useState(wanted);
  const [isAdding, setAdding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const birthDate = useOwnBirthDate(user);
  // A seat may be taken by another guardian while the dialog is open.
  const chosen = fitting.filter(({ childId }) => wanted.includes(childId));
  const missing = chosen.length - campClass.sit;

  function choose(now: (string | null)[]) {
    if (isBusy) return;
    setWanted(now);
    setAsked([...new Set([...asked, ...now])]);
  }

  async function join() {
    if (isBusy || chosen.length === 0 || missing > 0) return;
    const isForMe = chosen.some(({ childId }) => childId === null);
    if (isForMe && !birthDate.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if (isForMe) await birthDate.save();
    } catch (error) {
      setProblem(readApiError(error).message);
      setBusy(false);
      return;
    }
    const end = await joinFamily(campClass, user.email, chosen);
    const left = fitting.filter((one) => asked.includes(one.childId) && !chosen.includes(one));
    onEnd(missing === 0 ? { ...end, left: left.map(({ childId }) => childId) } : end);
  }

  return (
    <ModalDialog title="Who is it for?" isBusy={isBusy} onClose={() => onEnd(false)}>
      <ClassLine campClass={campClass} />
      <WhoJoins
        campClass={campClass}
        choices={choices}
        chosen={wanted}
        legend="Who joins"
        birthDate={birthDate.field}
        onChange={choose}
        onAdding={setAdding}
      />
      {!isAdding && (
        <>
          <p role="status" className="mt-3 min-h-6 text-sm">
            {describeChoice(chosen, campClass, choices.length)}
          </p>
          <FormProblem>{problem}</FormProblem>
          <DialogButtons
            className="mt-2"
            label={isBusy ? 'Joining…' : nameButton(chosen.length, campClass.price)}
            back={LABELS.cancel}
            isBusy={isBusy}
            isDisabled={chosen.length === 0 || missing > 0}
            onConfirm={() => void join()}
            onBack={() => onEnd(false)}
          />
        </>
      )}
    </ModalDialog>
  );
}

/** What to do or to know before the button is pressed. */
function describeChoice(chosen: JoinChoice[], campClass: CampClass, people: number): string {
  const { sit, waiting } = campClass;
  if (chosen.length === 0) return people > 1 ? 'Choose who joins.' : '';
  if (chosen.length <= sit) return '';
  const seats =
    sit === 1
      ? 'Only 1 seat is left. Choose who gets it.'
      : `Only ${sit} seats are left. Choose who gets them.`;
  return waiting === null ? seats : `${seats} The others can then join the waiting list.`;
}

function nameButton(count: number, price: number): string {
  if (price === 0) return count > 1 ? `Enroll ${count} people` : 'Enroll';
  return count > 1 ? `Hold ${count} seats` : 'Hold 1 seat';
}
