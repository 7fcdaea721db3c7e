import type { ListedClass } from '@speakifyr/contract/office.ts';
import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';
import { formatDay, readToday } from './format.ts';

/** Classes that start together, to choose all of them at once. */
type Start = { label: string; ids: string[] };

/** At any time, this week, next week, and on each day on which classes start. @param classes by their first day */
export function listStarts(
  classes: Pick<ListedClass, '_id' | 'camp_start'>[],
  today = readToday(),
): Start[] {
  const between = (from: string, to: string) =>
    classes.filter(({ camp_start }) => camp_start >= from && camp_start < to);
  const start = findWeekStart(today);
  const [next, afterNext] = [addDays(start, 7), addDays(start, 14)];
  const days = [...new Set(classes.map(({ camp_start }) => camp_start))];
  const choices: [string, Pick<ListedClass, '_id'>[]][] = [
    ['at any time', classes],
    ['this week', between(start, next)],
    ['next week', between(next, afterNext)],
    ...days.map((day): [string, Pick<ListedClass, '_id'>[]] => [
      `on ${formatDay(day)}`,
      classes.filter(({ camp_start }) => camp_start === day),
    ]),
  ];
  return choices
    .filter(([, some]) => some.length > 0)
    .map(([label, some]) => ({ label, ids: some.map(({ _id }) => _id) }));
}
