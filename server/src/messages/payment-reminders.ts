import type { OutboxDocument } from '../database/outbox-document.ts';
import type { OwingSeat } from '../billing/seats-to-collect.ts';
import { addDays, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';

/** When a family is reminded of a part of a price: so many days before it is due, or after. R356 */

/** Counted from the due day. The last one may be a week late. */
const STEPS = [-3, 1, 7] as const;
const LAST_DAYS = 7;

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
