import { sayDays } from '../../../lib/say-days.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { CONTACT_DUE_DAYS } from '@speakifyr/contract/limits.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { countDays } from '@speakifyr/contract/days.ts';
import { formatDays, readToday } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { sayFirstName } from '../../../lib/say-first-name.ts';

/** The seats of a family in one class: the account's own first, then the children's by name. R250 */
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
  return groups.toSorted(([one], [other]) => startOf(one).localeCompare(startOf(other)));
}

const startOf = ({ camp_start, dailyStart }: EnrolledClass) => `${camp_start} ${dailyStart ?? ''}`;

/** The order of a family's plans: what is to come by day, then what is over, the last one first. R535 */
export function orderClasses(groups: SeatsOfClass[]): SeatsOfClass[] {
  const today = readToday();
  const isToCome = ([{ camp_end }]: SeatsOfClass) => camp_end >= today;
  const past = groups.filter((one) => !isToCome(one));
  return [
    ...sortByDay(groups.filter(isToCome)),
    ...past.toSorted(([one], [other]) => startOf(other).localeCompare(startOf(one))),
  ];
}

/** Who sits there, within a sentence: `you`, `Mia` or `Leo and Mia`. */
export function nameSeats(seats: EnrolledClass[]): string {
  return listNames(seats.map((seat) => nameSeat(seat, seats)));
}

/** `you`, or the child's first name. @param among the seats next to it */
export function nameSeat(
  { childId, student_name }: Pick<EnrolledClass, 'childId' | 'student_name'>,
  among: Pick<EnrolledClass, 'student_name'>[] = [],
): string {
  if (!childId) return 'you';
  return sayFirstName(
    student_name,
    among.map((seat) => seat.student_name),
  );
}

/** What somebody has to know to come: the days, the hours if the class has some, and last the place with its room. */
export function listSeatFacts(seat: EnrolledClass): string[] {
  const hours = formatHours(seat);
  const room = `Room ${seat.room}`;
  const days = sayDays(seat);
  return [
    formatDays(seat.camp_start, seat.camp_end),
    ...(days ? [days] : []),
    ...(hours ? [hours] : []),
    seat.place ? `${seat.place}, ${room}` : room,
  ];
}

/** The seats without an emergency contact in a class that starts in less than two weeks, and is not over. R251 */
export function listWithoutContact(seats: EnrolledClass[]): EnrolledClass[] {
  const today = readToday();
  return seats.filter(
    ({ camp_start, camp_end, needs }) =>
      needs?.includes('emergency') &&
      camp_end >= today &&
      countDays(today, camp_start) < CONTACT_DUE_DAYS,
  );
}
