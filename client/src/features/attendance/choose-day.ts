/**
 * The day that a class's list opens with: today if the class meets, else its next day, else its last one.
 * @param days all days on which the class meets, in order
 */
export function chooseDay(days: string[], today: string): string {
  return days.find((day) => day >= today) ?? days.at(-1) ?? today;
}

/** The class's days before and after one. @param days in order */
export function findNeighbors(
  days: string[],
  day: string,
): { before: string | undefined; after: string | undefined } {
  return {
    before: days.findLast((other) => other < day),
    after: days.find((other) => other > day),
  };
}
