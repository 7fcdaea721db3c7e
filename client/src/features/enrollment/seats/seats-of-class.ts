import { CONTACT_DUE_DAYS } from '@speakifyr/contract/limits.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { countDays } from '@speakifyr/contract/refund-terms.ts';
import { readToday } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';

/** The seats of a family in one class: the account's own first, then the children's by name. */
export type SeatsOfClass = [EnrolledClass, ...EnrolledClass[]];

/** Puts siblings in one class together. The classes stay in the order of their first seats. */
export function groupByClass(seats: EnrolledClass[]): SeatsOfClass[] {
  const groups = new Map<string, SeatsOfClass>();
  for (const seat of seats) {
    const group = groups.get(seat.classId);
    if (group) group.push(seat);
    else groups.set(seat.classId, [seat]);
  }
  for (const group of groups.values())
    group.sort((one, other) =>
      one.childId === null
        ? -1
        : other.childId === null
          ? 1
          : one.student_name.localeCompare(other.student_name),
    );
  return [...groups.values()];
}

/** Classes by their first day. */
export function sortByDay(groups: SeatsOfClass[]): SeatsOfClass[] {
  return groups.toSorted(([one], [other]) =>
    `${one.camp_start} ${one.dailyStart ?? ''}`.localeCompare(
      `${other.camp_start} ${other.dailyStart ?? ''}`,
    ),
  );
}

/** Who sits there, within a sentence: `you`, `Mia` or `Leo and Mia`. */
export function nameSeats(seats: EnrolledClass[]): string {
  return listNames(seats.map(nameSeat));
}

/** `you`, or the child's name. */
export function nameSeat({ childId, student_name }: EnrolledClass): string {
  return childId ? student_name : 'you';
}

/** The seats without an emergency contact in a class that starts in less than two weeks, and is not over. */
export function listWithoutContact(seats: EnrolledClass[]): EnrolledClass[] {
  const today = readToday();
  return seats.filter(
    ({ camp_start, camp_end, needs }) =>
      needs?.includes('emergency') &&
      camp_end >= today &&
      countDays(today, camp_start) < CONTACT_DUE_DAYS,
  );
}
