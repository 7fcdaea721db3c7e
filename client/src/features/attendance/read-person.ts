import { findStayEnd } from '@speakifyr/contract/seat-extras.ts';
import type {
  DayPerson,
  HandOver,
  SentTap,
  StoredTap,
  TapProblem,
} from '@speakifyr/contract/attendance.ts';
import {
  type Attendance,
  type AttendanceState,
  LATE_MINUTES,
  readAttendance,
} from '@speakifyr/contract/attendance-state.ts';
import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import { nameAdult } from '../../lib/describe-care.ts';
import { formatTime } from '../../lib/format.ts';
import type { ClassDay } from './attendance.queries.ts';
import { readMinutes, toMinutes } from '../../lib/school-clock.ts';
import { pickNewTaps } from './new-taps.ts';

/** A person of the day, with what this phone knows and the server does not yet. */
export type PersonNow = DayPerson & {
  attendance: Attendance<StoredTap>;
  /** What became of a tap on them that has not arrived at the server; null if there is none. */
  unsent: 'Sending…' | 'Not sent yet' | null;
};

/** @param unsent the phone's taps on this class and day that have not arrived */
export function readPerson(person: DayPerson, unsent: SentTap[]): PersonNow {
  const own = pickNewTaps(person, unsent);
  const taps = [...person.taps, ...own];
  const hasFailed = own.some(({ offline }) => offline);
  const ofOwn = hasFailed ? 'Not sent yet' : 'Sending…';
  return {
    ...person,
    taps,
    attendance: readAttendance<StoredTap>(taps),
    unsent: own.length > 0 ? ofOwn : null,
  };
}

/** Where somebody is, with the time: `Here since 9:04 AM`, `Collected 12:31 PM by Grandma (Inge Byron)`. */
export function describeState(person: PersonNow, isOver: boolean): string {
  const { state, last } = person.attendance;
  const since = person.attendance.in ?? last;
  switch (state) {
    case 'expected':
      return isOver ? 'Not recorded' : 'Expected';
    case 'here':
      return `Here since ${since ? formatTime(new Date(since.at)) : '?'}`;
    case 'gone':
      return describeLeaving(person);
    case 'absent':
      return last?.isByFamily ? `Absent, reported by ${last.saidBy ?? 'the family'}` : 'Absent';
  }
}

function describeLeaving({ adults, attendance: { out } }: PersonNow): string {
  if (!out) return 'Gone';
  const time = formatTime(new Date(out.at));
  const { collectedBy } = out;
  if (!collectedBy || collectedBy.how === 'self') return `Left ${time}`;
  if (collectedBy.how === 'alone')
    return `Left alone ${time}${sayWhy(collectedBy, out.notAllowed)}`;
  const guardianId = collectedBy.how === 'listed' ? collectedBy.guardianId : undefined;
  const adult = adults.find((one) =>
    guardianId ? one.guardianId === guardianId : one.name === collectedBy.name,
  );
  return `Collected ${time} by ${adult ? nameAdult(adult) : collectedBy.name}${sayWhy(collectedBy, out.notAllowed)}`;
}

function sayWhy(collectedBy: HandOver, notAllowed?: TapProblem): string {
  if ('note' in collectedBy && notAllowed)
    return `. The team noted that the office allowed it: ${collectedBy.note}`;
  if (collectedBy.how === 'code') return ', with a code';
  return 'note' in collectedBy ? `, approved by the office: ${collectedBy.note}` : '';
}

/** Whether the person who took the child must not, or may be somebody who must not. */
export function isInWrongHands(
  { attendance: { out }, mustNotCollect }: PersonNow,
  day: string,
): boolean {
  const taken = out?.collectedBy;
  if (out?.notAllowed === 'must_not_collect') return true;
  if (!taken || !('name' in taken)) return false;
  const verdict = judgeCollector(mustNotCollect, taken, day);
  // In doubt, an admin has looked and decided.
  return verdict === 'blocked' || (verdict === 'in doubt' && taken.how !== 'override');
}

/** Why an offline phone should not have let somebody go; null if it might. `isInWrongHands` says the rest. */
export function sayNotAllowed({ name, attendance: { out } }: PersonNow): string | null {
  if (!out?.notAllowed || out.notAllowed === 'must_not_collect') return null;
  const by = out.collectedBy && 'name' in out.collectedBy ? out.collectedBy.name : 'nobody';
  switch (out.notAllowed) {
    case 'not_alone':
      return `${name} left alone, and the family had not allowed it for that time.`;
    case 'not_listed':
      return `${name} left with ${by}, who may not collect them.`;
    default:
      return `${name} left with ${by}, and the pick-up code was not right.`;
  }
}

/** Whether a guardian lets the child leave alone at this moment, by the server's clock. */
export function mayLeaveAloneAt({ mayLeaveAloneFrom: from }: DayPerson, now: Date): boolean {
  return from !== null && readMinutes(now) >= toMinutes(from);
}

/** What is late about somebody, if anything. Who has late care may stay until it ends. */
export function findLate(
  { attendance: { state }, extras }: PersonNow,
  { dailyStart, dailyEnd }: Pick<ClassDay, 'dailyStart' | 'dailyEnd'>,
  now: Date,
): 'Late' | 'Not collected yet' | null {
  const isAfter = (time: string | null) =>
    time !== null && readMinutes(now) >= toMinutes(time) + LATE_MINUTES;
  if (state === 'expected' && isAfter(dailyStart)) return 'Late';
  if (state === 'here' && isAfter(findStayEnd(dailyEnd, extras))) return 'Not collected yet';
  return null;
}

const COUNTED: [AttendanceState, string][] = [
  ['here', 'here'],
  ['expected', 'expected'],
  ['absent', 'absent'],
  ['gone', 'gone'],
];

/** `7 here, 3 expected, 1 absent, 1 gone`. */
export function countStates(people: PersonNow[]): string {
  return COUNTED.map(([state, word]) => {
    const count = people.filter(({ attendance }) => attendance.state === state).length;
    return `${count} ${word}`;
  }).join(', ');
}
