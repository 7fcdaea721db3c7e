import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { owesOnlyExtras } from '../seats/seat-extras.ts';
import { nameOwed, type OwingSeat } from '../seats/owing-seats.ts';
import { addDays, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';

/** When a family is reminded of a part of a price: on the school’s days, counted from its due day. R356 */

/** The numbers of the reminders. */
const NUMBERS = [0, 1, 2];
/** The number of the last one, which says when the seat is released. */
const LAST = 2;
/** How many days late the last one may be. */
const LAST_DAYS = 7;

/** On which day a reminder of a part is sent. */
function findDay(due: string, number: number): string {
  return addDays(due, SCHOOL.money.reminderDays[number] ?? 0);
}

/** The last due day of the parts whose first reminder may go out today. */
export function findLastDue(today: string): string {
  const [first = 0] = SCHOOL.money.reminderDays;
  return addDays(today, -first);
}

/** One of the three reminders of a part. `until` is the last day on which it may still be sent. */
type Step = { number: number; until: string };

/** The reminder that a part should have had by today; undefined if there is none, or it would be too late. */
export function findStep(
  { plan }: Pick<OwingSeat, 'plan'>,
  due: string,
  today: string,
): Step | undefined {
  const number = NUMBERS.findLast((one) => findDay(due, one) <= today);
  if (number === undefined) return undefined;
  const agreed = formatIsoDay(plan.agreedAt, SCHOOL.timeZone);
  // They have just heard of it.
  const day = findDay(due, number);
  if (day <= agreed) return undefined;
  const until = number === LAST ? addDays(day, LAST_DAYS) : addDays(findDay(due, number + 1), -1);
  return today <= until ? { number, until } : undefined;
}

/** Whether it is the last reminder of a part. */
export function isLast({ number }: Pick<Step, 'number'>): boolean {
  return number === LAST;
}

/**
 * The day on which a seat is released if its last reminder is sent on `sentOn`: the next day at the earliest. R377,
 * R442
 * @param due when the part that it is about was due
 * @returns undefined if the school releases none, or the class has begun by then
 */
export function findReleaseDay(
  { campClass, seat, isCoPay }: Pick<OwingSeat, 'campClass' | 'seat' | 'isCoPay'>,
  due: string,
  sentOn: string,
): string | undefined {
  const days = SCHOOL.money.releaseAfterDays;
  // Nobody loses a seat because of a T-shirt.
  if (days === 0 || (!isCoPay && owesOnlyExtras(seat))) return undefined;
  const [day = ''] = [addDays(due, days), addDays(sentOn, 1)].toSorted().toReversed();
  return day < campClass.camp_start ? day : undefined;
}

/** The day that the last reminder of what is due first will name; undefined if it will name none, or can't be sent anymore. */
export function expectRelease(one: OwingSeat, today: string): string | undefined {
  const { due } = one.plan;
  if (!due) return undefined;
  const lastDay = findDay(due, LAST);
  const sentOn = lastDay > today ? lastDay : today;
  const step = findStep(one, due, sentOn);
  return step && isLast(step) ? findReleaseDay(one, due, sentOn) : undefined;
}

/** What somebody was told in a last reminder: that their seat is released on a day. */
type Told = { releaseOn: string; sentAt: Date };

/**
 * What was told about what is due first, if everybody was told who has to be: who owes it and, for the share of the
 * other household, the booker, who would lose the seat. R478
 * @returns by `nameOwed`
 */
export async function readTold(
  seats: OwingSeat[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, Told>> {
  const wanted = seats.map((one) => ({ one, ids: listLast(one) }));
  const ids = wanted.flatMap((each) => each.ids.map(({ _id }) => _id));
  if (ids.length === 0) return new Map();
  const lines = await database.collections.outbox
    .find({ _id: { $in: ids }, state: 'sent', 'cause.releaseOn': { $exists: true } })
    .toArray();
  return new Map(
    wanted.flatMap(({ one, ids: ofSeat }) => {
      const sent = ofSeat.map(({ _id, to }) =>
        lines.find((line) => line._id === _id && line.userId?.equals(to) === true),
      );
      const told = sent.map((line) => ({
        releaseOn: String(line?.cause['releaseOn']),
        sentAt: line?.sentAt,
      }));
      const [last] = told.toSorted((a, b) => b.releaseOn.localeCompare(a.releaseOn));
      return last?.sentAt && told.every(({ sentAt }) => sentAt)
        ? [[nameOwed(one), { releaseOn: last.releaseOn, sentAt: last.sentAt }]]
        : [];
    }),
  );
}

/** The last reminders of what is due first, and who gets each. */
function listLast(one: OwingSeat): { _id: string; to: ObjectId }[] {
  const own = { _id: nameLast(one), to: one.payerId };
  const booker = { _id: nameForBooker(own._id), to: one.seat.userId };
  return one.isCoPay ? [own, booker] : [own];
}

/** What the booker's copy of a last reminder of the other household is called. */
export function nameForBooker(reminder: string): string {
  return `${reminder}-booker`;
}

function nameLast(one: OwingSeat): string {
  return nameReminder({ _id: nameOwed(one), due: one.plan.due ?? '' }, LAST);
}

/** A part that is owed. `_id`: see `nameOwed`. */
type Owed = { _id: string; due: string };

/** What the reminders of a part are called in the outbox. */
export function nameReminder({ _id, due }: Owed, number: number): string {
  return `owed-${_id}-${due}-${number}`;
}

/** How often each of these seats was reminded of what is due first. */
export async function countReminders(
  seats: Owed[],
  { database }: Pick<Services, 'database'>,
): Promise<number[]> {
  const idsOf = (owed: Owed) => NUMBERS.map((number) => nameReminder(owed, number));
  const _id = { $in: seats.flatMap(idsOf) };
  const sent: Pick<OutboxDocument, '_id'>[] =
    seats.length === 0
      ? []
      : await database.collections.outbox.find({ _id, state: 'sent' }).toArray();
  const found = new Set(sent.map((line) => line._id));
  return seats.map((seat) => idsOf(seat).filter((id) => found.has(id)).length);
}
