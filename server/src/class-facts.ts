import type { ClassFacts } from '@speakifyr/contract/classes.ts';

/** The ages, hours and place of a class. A class of an earlier version has none of them. */
export function readFacts({
  ageFrom = null,
  ageTo = null,
  dailyStart = null,
  dailyEnd = null,
  place = '',
}: Partial<ClassFacts>): ClassFacts {
  return { ageFrom, ageTo, dailyStart, dailyEnd, place };
}
