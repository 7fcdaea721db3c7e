import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../lib/read.ts';
import { type JoinEnd } from '../cart/cart.queries.ts';
import { joinFamily } from './join-family.ts';
import { useChildren } from '../../families/children/children.queries.ts';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { countHolds } from '../../../lib/cart-seats.ts';
import { useSession } from '../../../session/auth.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { ChooseDays } from '../../../ui/choose-days.tsx';
import {
  chooseClass,
  type ChosenClass,
  findDaysProblem,
  firstDays,
  listDaysLeft,
  listFullDays,
  sayDaysPrice,
  sellsDays,
} from './chosen-class.ts';
import { ClassLine } from './class-line.tsx';
import { findOnlyChild, listChoices } from './list-choices.ts';
import { useFamilySeats, useOwnCamps } from './own-camps.ts';
import { useNewChild } from './use-new-child.ts';
import { useOwnBirthDate } from './use-own-birth-date.ts';
import { WhoJoins } from './who-joins.tsx';

export type JoinDialogProps = {
  campClass: CampClass;
  user: User;
  /** Only these people are asked about; without it, the whole family. */
  only?: (string | null)[] | undefined;
  /** Called with how the joins ended, with false if nobody joins, or `wait` if they want to wait for full days. */
  onEnd: (end: JoinEnd | 'wait' | false) => void;
};

/**
 * Asks who joins a class, and joins for everybody they choose. Nobody but a child is chosen from the start.
 * R129, R232, R539
 */
export function JoinDialog({ campClass, user, onEnd }: JoinDialogProps) {
  const { data: { children } = { children: [] } } = useChildren();
  const { joiners: seated } = useFamilySeats(user, campClass._id);
  const camps = useOwnCamps(user);
  const [days, setDays] = useState(() => firstDays(campClass));
  const wantedClass = chooseClass(campClass, days);
  const daysProblem = findDaysProblem(campClass, days);
  const judge = (some: ListedChild[]) =>
    listChoices(wantedClass, { children: some, user, seated, camps });
  const choices = judge(children);
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const [wanted, setWanted] = useState(() => findOnlyChild(fitting));
  /** Everybody who was chosen at some time: there may be fewer seats. */
  const [asked, setAsked] = useState(wanted);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const birthDate = useOwnBirthDate(user);
  // A seat may be taken by another guardian while the dialog is open.
  const chosen = fitting.filter(({ childId }) => wanted.includes(childId));
  const newChild = useNewChild(judge, (childId) => choose([...wanted, childId]));
  const count = chosen.length + (newChild.isTyped ? 1 : 0);
  const missing = count - wantedClass.sit;
  const { note, checkConfirmed } = useSession();
  const { data: cart = [] } = useQuery(read('GET /myclass', { query: { email: user.email } }));
  // The server decides: this only says before the press what it would say after.
  const mustConfirm =
    !user.isVerified && count > 0 && countHolds(cart) + count > SCHOOL.booking.maxHeldUnconfirmed;

  function choose(now: (string | null)[]) {
    if (isBusy) return;
    setWanted(now);
    setAsked([...new Set([...asked, ...now])]);
  }

  /** Joins as soon as the address is confirmed. */
  async function confirmFirst() {
    if (isBusy) return;
    setBusy(true);
    const isConfirmed = await checkConfirmed({ isAsked: true });
    setBusy(false);
    if (isConfirmed) await join();
  }

  async function join() {
    if (isBusy || count === 0 || missing > 0 || daysProblem) return;
    const isForMe = chosen.some(({ childId }) => childId === null);
    if (isForMe && !birthDate.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const added = await newChild.addTyped();
      if (!added) return;
      if (isForMe) await birthDate.save();
      const end = await joinFamily(wantedClass, user.email, [...chosen, ...added]);
      const left = fitting.filter((one) => asked.includes(one.childId) && !chosen.includes(one));
      onEnd(missing === 0 ? { ...end, left: left.map(({ childId }) => childId) } : end);
    } catch (error) {
      setProblem(readApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  function nameButton(): string {
    if (mustConfirm) return LABELS.emailConfirmed;
    if (isBusy) return 'Joining…';
    if (campClass.price === 0) return count > 1 ? `Enroll ${count} people` : 'Enroll';
    return count > 1 ? `Hold ${count} seats` : 'Hold 1 seat';
  }

  return (
    <ModalDialog title="Who is it for?" isBusy={isBusy} onClose={() => onEnd(false)}>
      <ClassLine campClass={wantedClass} />
      {sellsDays(campClass) && (
        // Most families take all days: they need not look at each.
        <details className="mt-4" open={firstDays(campClass).length === 0}>
          <summary className="min-h-11 cursor-pointer py-2.5">
            <span>{daysProblem ?? sayDaysPrice(wantedClass)}</span>{' '}
            <span className="text-primary ml-1 font-semibold underline">Choose days</span>
          </summary>
          <ChooseDays
            legend="Which days"
            days={listDaysLeft(campClass)}
            chosen={days}
            isBusy={isBusy}
            onChange={setDays}
          />
        </details>
      )}
      {sellsDays(campClass) && campClass.waiting !== null && listFullDays(campClass).length > 0 && (
        <button
          type="button"
          className="link min-h-11 text-sm"
          disabled={isBusy}
          onClick={() => onEnd('wait')}
        >
          Wait for days that are full
        </button>
      )}
      <WhoJoins
        campClass={campClass}
        choices={choices}
        chosen={wanted}
        legend="Who joins"
        birthDate={birthDate.field}
        newChild={newChild}
        onChange={choose}
      />
      <p role="status" className="mt-3 min-h-6 text-sm">
        {mustConfirm
          ? `Until you confirm your email address, you can hold ${countOf(SCHOOL.booking.maxHeldUnconfirmed, 'seat')} at a time. Please open the link that we sent to ${user.email}.`
          : describeChoice(count, wantedClass, choices.length)}
      </p>
      <FormProblem>{problem ?? newChild.obstacle ?? (mustConfirm && note)}</FormProblem>
      <DialogButtons
        className="mt-2"
        label={nameButton()}
        back={LABELS.cancel}
        isBusy={isBusy}
        isDisabled={count === 0 || missing > 0 || daysProblem !== undefined}
        onConfirm={() => void (mustConfirm ? confirmFirst() : join())}
        onBack={() => onEnd(false)}
      />
    </ModalDialog>
  );
}

/** What to do or to know before the button is pressed. */
function describeChoice(
  count: number,
  { sit, waiting, chosenDays }: ChosenClass,
  people: number,
): string {
  if (count === 0) return people > 1 ? 'Choose who joins.' : '';
  if (count <= sit) return '';
  if (chosenDays)
    return `One of these days has only ${countOf(sit, 'place')} left. Choose other days, or who gets them.`;
  const seats =
    sit === 1
      ? 'Only 1 seat is left. Choose who gets it.'
      : `Only ${sit} seats are left. Choose who gets them.`;
  return waiting === null ? seats : `${seats} The others can then join the waiting list.`;
}
