/**
 * The age rule, for client and server. Plain functions only, because the web app's first page may load this file.
 */

/**
 * An age in full years. A person born on February 29 turns a year older on March 1 in other years. R99
 * @param birthDate yyyy-mm-dd
 * @param on the day that counts, yyyy-mm-dd; for a class, its first day
 * @returns 0 for a day before the birth
 */
export function findAge(birthDate: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const hadBirthday = on.slice(5) >= birthDate.slice(5);
  return Math.max(0, hadBirthday ? years : years - 1);
}

/**
 * Whether a class is for somebody of this age: `ageFrom` to `ageTo`, both included, on its first day. "3 to 5" excludes
 * a child who turns 6 on or before that day.
 */
export function fitsAges(
  birthDate: string,
  {
    ageFrom,
    ageTo,
    camp_start,
  }: { ageFrom: number | null; ageTo: number | null; camp_start: string },
): boolean {
  const age = findAge(birthDate, camp_start);
  return (ageFrom === null || age >= ageFrom) && (ageTo === null || age <= ageTo);
}
