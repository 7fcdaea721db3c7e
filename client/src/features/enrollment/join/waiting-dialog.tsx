import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { MAX_WAITING_GROUP } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../../lib/read.ts';
import { useChildren } from '../../families/children/children.queries.ts';
import { TogetherChoice } from './together-choice.tsx';
import { useJoinWaiting } from '../waiting/waiting.queries.ts';
import { readApiError } from '../../../lib/api.ts';
import { useKeepLooking } from '../../../lib/last-search.ts';
import { paths } from '../../../lib/paths.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { ChooseDays } from '../../../ui/choose-days.tsx';
import {
  chooseClass,
  findDaysProblem,
  listComingDays,
  listFullDays,
  sayDaysPrice,
  sellsDays,
} from './chosen-class.ts';
import { ClassLine } from './class-line.tsx';
import type { JoinDialogProps } from './join-dialog.tsx';
import { findOnlyChild, listChoices } from './list-choices.ts';
import { useFamilySeats, useOwnCamps } from './own-camps.ts';
import { useNewChild } from './use-new-child.ts';
import { useOwnBirthDate } from './use-own-birth-date.ts';
import { WhoJoins } from './who-joins.tsx';

/**
 * Asks who joins the waiting list of a full class, or for which days of one that is sold by day, says what happens then, and
 * puts them on it. R156, R649
 */
export function WaitingDialog({ campClass, user, only, onEnd }: JoinDialogProps) {
  const { data: { children } = { children: [] } } = useChildren();
  const { data: entries = [] } = useQuery(read('GET /myWaiting'));
  const { joiners: seated } = useFamilySeats(user, campClass._id);
  const camps = useOwnCamps(user);
  const own = entries.filter(({ classId }) => classId === campClass._id);
  const waiting = own.flatMap(({ people }) => people.map(({ childId }) => childId));
  const isOnList = own.length > 0;
  const [wanted, setWanted] = useState<(string | null)[]>();
  const [days, setDays] = useState(() => listFullDays(campClass));
  const wantedClass = chooseClass(campClass, days);
  const daysProblem = findDaysProblem(campClass, days);
  const judge = (some: ListedChild[]) =>
    listChoices(wantedClass, { children: some, user, seated, camps }).map((choice) => {
      if (choice.obstacle || !isOnList) return choice;
      const isWaiting = waiting.includes(choice.childId);
      return { ...choice, obstacle: isWaiting ? 'is already on this list' : 'can’t be added now' };
    });
  // A child that was just added waits, too.
  const asked = only && [...only, ...(wanted ?? [])];
  const choices = judge(children).filter(({ childId }) => !asked || asked.includes(childId));
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const [together, setTogether] = useState(true);
  const join = useJoinWaiting();
  const birthDate = useOwnBirthDate(user);
  const chosen = fitting.filter(({ childId }) =>
    (wanted ?? only ?? findOnlyChild(fitting)).includes(childId),
  );
  const chosenIds = chosen.map(({ childId }) => childId);
  const newChild = useNewChild(judge, (childId) => setWanted([...chosenIds, childId]));
  const count = chosen.length + (newChild.isTyped ? 1 : 0);
  const isTooMany = count > MAX_WAITING_GROUP;
  const isFree = sellsDays(campClass) && !daysProblem && wantedClass.sit >= Math.max(1, count);
  const isReady = count > 0 && !isTooMany && !daysProblem && !isFree;
  const isBusy = join.isPending || newChild.isBusy;

  const advice = [
    isOnList &&
      'You have one place on this list. To change who waits, leave the list on My Waiting List, then join it again.',
    isTooMany && `Up to ${MAX_WAITING_GROUP} people can wait as one.`,
    fitting.length > 0 && count === 0 && 'Choose who joins the list.',
    isFree && 'These days have places left: you can join for them now.',
  ];

  async function wait() {
    if (isBusy || !isReady) return;
    const isForMe = chosenIds.includes(null);
    if (isForMe && !birthDate.check()) return;
    const added = await newChild.addTyped();
    if (!added) return;
    const childIds = [...chosenIds, ...added.map(({ childId }) => childId)];
    const before = isForMe ? birthDate.save : undefined;
    const { chosenDays } = wantedClass;
    join.mutate({ classId: campClass._id, childIds, together, days: chosenDays, before });
  }

  if (join.isSuccess)
    return <Waiting position={join.data} campClass={campClass} onClose={() => onEnd(false)} />;
  return (
    <ModalDialog title={LABELS.joinWaiting} isBusy={isBusy} onClose={() => onEnd(false)}>
      <ClassLine campClass={wantedClass} />
      {sellsDays(campClass) && !isOnList && (
        <ChooseDays
          legend="Which days"
          days={listComingDays(campClass)}
          chosen={days}
          note={daysProblem ?? sayDaysPrice(wantedClass)}
          isBusy={isBusy}
          isWaiting
          onChange={setDays}
        />
      )}
      <WhoJoins
        campClass={campClass}
        choices={choices}
        chosen={chosenIds}
        legend="Who joins the list"
        birthDate={birthDate.field}
        newChild={newChild}
        onChange={setWanted}
      />
      {count > 1 && <TogetherChoice together={together} onChange={setTogether} />}
      {!isOnList && <WhatHappens waiting={campClass.waiting ?? 0} isFree={campClass.price === 0} />}
      <p role="status" className="mt-3 min-h-6 text-sm">
        {advice.filter(Boolean).join(' ')}
      </p>
      <FormProblem>
        {newChild.obstacle ?? (join.isError && readApiError(join.error).message)}
      </FormProblem>
      <DialogButtons
        className="mt-2"
        label={LABELS.joinWaiting}
        back={LABELS.cancel}
        isBusy={isBusy}
        isDisabled={!isReady}
        onConfirm={() => void wait()}
        onBack={() => onEnd(false)}
      />
    </ModalDialog>
  );
}

function WhatHappens({ waiting, isFree }: { waiting: number; isFree: boolean }) {
  return (
    <ul className="mt-5 list-disc space-y-1.5 pl-5 text-sm">
      <li>Waiting costs nothing. {describeQueue(waiting)}</li>
      <li>{`When a seat opens up and it is your turn, we email you and hold it for you. You then have some time, usually about a day. The email says until when.${isFree ? '' : ' You pay the price of that day, less your discounts.'}`}</li>
      <li>
        If you don’t take it in time, the next person on the list gets it. After a second time, your
        place on the list ends. A place on the list is no promise of a seat.
      </li>
    </ul>
  );
}

/** @param waiting how many wait: siblings count as one, so this is not a number of people */
function describeQueue(waiting: number): string {
  return `You would be number ${waiting + 1} on this list.`;
}

type DoneProps = { position: number; campClass: CampClass; onClose: () => void };

function Waiting({ position, campClass, onClose }: DoneProps) {
  const goOn = useKeepLooking();

  function keepLooking() {
    onClose();
    goOn();
  }

  return (
    <ModalDialog title={`You are number ${position} on the list`} onClose={onClose}>
      <p className="mt-2 [overflow-wrap:anywhere]" role="status">
        We email you when a seat in <strong>{campClass.name}</strong> opens up for you. There is
        nothing to do until then.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to={paths.waiting} className="btn btn-primary grow sm:grow-0" onClick={onClose}>
          My Waiting List
        </Link>
        <button type="button" className="btn btn-ghost grow sm:grow-0" onClick={keepLooking}>
          {LABELS.keepLooking}
        </button>
      </div>
    </ModalDialog>
  );
}
