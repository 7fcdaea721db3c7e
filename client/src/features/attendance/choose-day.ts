/**
 * The day that a class's list opens with: today if the class meets, else its next day, else its last one.
 * @param days all days on which the class meets
 */
export function chooseDay(days: string[], today: string): string {
  const sorted = days.toSorted();
  return sorted.find((day) => day >= today) ?? sorted.at(-1) ?? today;
}

/** The class's days before and after one. */
export function findNeighbors(
  days: string[],
  day: string,
): { before: string | undefined; after: string | undefined } {
  const sorted = days.toSorted();
  return {
    before: sorted.findLast((other) => other < day),
    after: sorted.find((other) => other > day),
  };
}
