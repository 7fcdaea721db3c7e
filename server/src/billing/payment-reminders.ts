import type { OutboxDocument } from '../database/outbox-document.ts';
import type { OwingSeat } from './seats-to-collect.ts';
import { addDays, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';

/** When a family is reminded of a part of a price: so many days before it is due, or after. R356 */

/** Counted from the due day. The last one may be a week late. */
const STEPS = [-3, 1, 7] as const;
const LAST_DAYS = 7;
/** The number of the last one, which says when the seat is released. */
const LAST = STEPS.length - 1;

/** The first day on which a part may have a reminder: everything that is due by then is looked at. */
export function findLastDue(today: string): string {
  return addDays(today, -STEPS[0]);
}

/** One of the three reminders of a part. `until` is the last day on which it may still be sent. */
type Step = { number: number; until: string };

/** The reminder that a part should have had by today; undefined if there is none, or it would be too late. */
export function findStep(
  { seat }: Pick<OwingSeat, 'seat'>,
  due: string,
  today: string,
  { environment }: Pick<Services, 'environment'>,
): Step | undefined {
  const number = STEPS.findLastIndex((days) => addDays(due, days) <= today);
  if (number < 0) return undefined;
  const agreed = formatIsoDay(seat.plan.agreedAt, environment.SCHOOL_TIME_ZONE);
  // They have just heard of it.
  if (addDays(due, STEPS[number] ?? 0) <= agreed) return undefined;
  const next = STEPS[number + 1] ?? (STEPS[number] ?? 0) + LAST_DAYS + 1;
  const until = addDays(due, next - 1);
  return today <= until ? { number, until } : undefined;
}

/** Whether it is the last reminder of a part. */
export function isLast({ number }: Pick<Step, 'number'>): boolean {
  return number === LAST;
}

/**
 * The day on which a seat is released if its last reminder is sent on a day: the next one at the earliest. R377
 * @param due when the part that it is about was due
 * @returns undefined if the school releases none, or the class has begun by then
 */
export function findReleaseDay(
  { campClass }: Pick<OwingSeat, 'campClass'>,
  due: string,
  sentOn: string,
  { environment: { RELEASE_UNPAID_AFTER_DAYS: days } }: Pick<Services, 'environment'>,
): string | undefined {
  if (days === 0) return undefined;
  const [day = ''] = [addDays(due, days), addDays(sentOn, 1)].toSorted().toReversed();
  return day < campClass.camp_start ? day : undefined;
}

/** The day that the last reminder of what is due first will name; undefined if it will name none, or can't be sent anymore. */
export function expectRelease(
  one: OwingSeat,
  today: string,
  services: Pick<Services, 'environment'>,
): string | undefined {
  const { due } = one.seat.plan;
  if (!due) return undefined;
  const lastDay = addDays(due, STEPS[LAST] ?? 0);
  const sentOn = lastDay > today ? lastDay : today;
  const step = findStep(one, due, sentOn, services);
  return step && isLast(step) ? findReleaseDay(one, due, sentOn, services) : undefined;
}

/** What somebody was told in a last reminder: that their seat is released on a day. */
type Told = { releaseOn: string; sentAt: Date };

/** Which payers have got the last reminder of what is due first for their seat, and what it says. @returns by seat id (hexadecimal) */
export async function readTold(
  seats: OwingSeat[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, Told>> {
  const ids = seats.map(({ seat }) => nameLast(seat));
  if (ids.length === 0) return new Map();
  const lines = await database.collections.outbox
    .find({ _id: { $in: ids }, state: 'sent', 'cause.releaseOn': { $exists: true } })
    .toArray();
  return new Map(
    seats.flatMap(({ seat }) => {
      const line = lines.find(({ _id }) => _id === nameLast(seat));
      const isTheirs = line?.userId?.equals(seat.userId);
      const releaseOn = String(line?.cause['releaseOn']);
      return line?.sentAt && isTheirs
        ? [[seat.seatId.toHexString(), { releaseOn, sentAt: line.sentAt }]]
        : [];
    }),
  );
}

function nameLast({ seatId, plan }: OwingSeat['seat']): string {
  return nameReminder(seatId.toHexString(), plan.due ?? '', LAST);
}

/** What the reminders of a part are called in the outbox. */
export function nameReminder(cartId: string, due: string, number: number): string {
  return `owed-${cartId}-${due}-${number}`;
}

/** How often each of these seats was reminded of what is due first. */
export async function countReminders(
  seats: { _id: string; due: string }[],
  { database }: Pick<Services, 'database'>,
): Promise<number[]> {
  const idsOf = ({ _id, due }: { _id: string; due: string }) =>
    STEPS.map((_days, number) => nameReminder(_id, due, number));
  const _id = { $in: seats.flatMap(idsOf) };
  const sent: Pick<OutboxDocument, '_id'>[] =
    seats.length === 0
      ? []
      : await database.collections.outbox.find({ _id, state: 'sent' }).toArray();
  const found = new Set(sent.map((line) => line._id));
  return seats.map((seat) => idsOf(seat).filter((id) => found.has(id)).length);
}
