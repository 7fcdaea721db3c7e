import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { countDays } from '@speakifyr/contract/days.ts';

/** How many classes are named in place of a full one. */
const MAX_SIMILAR = 2;
/** Shorter words of a name (`the`, `on`, `for`) say nothing about its subject. */
const MIN_LETTERS = 4;

/** Classes with seats for the same ages: those with a word of the same name first, then the nearest first day. R241 */
export function findSimilar(full: CampClass, classes: CampClass[]): CampClass[] {
  const words = listWords(full.name);
  const rank = (one: CampClass) => ({
    shared: listWords(one.name).filter((word) => words.includes(word)).length,
    days: Math.abs(countDays(full.camp_start, one.camp_start)),
  });
  return classes
    .filter((one) => one._id !== full._id && hasSeats(one) && one.joining === 'open')
    .filter((one) => shareAges(full, one))
    .map((one) => ({ one, ...rank(one) }))
    .sort((left, right) => right.shared - left.shared || left.days - right.days)
    .slice(0, MAX_SIMILAR)
    .map(({ one }) => one);
}

/** A class without ages is for every age. */
function shareAges(one: CampClass, other: CampClass): boolean {
  return (
    (one.ageFrom ?? 0) <= (other.ageTo ?? Infinity) &&
    (other.ageFrom ?? 0) <= (one.ageTo ?? Infinity)
  );
}

function listWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= MIN_LETTERS);
}
