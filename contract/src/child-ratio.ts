/** How many children there are for each adult of a team, by the taps and the team's plan. decisions/0073 */

export const DUTIES = ['lead', 'assistant', 'substitute'] as const;

/** Somebody on a class's team on a day, and their duty. */
export type OnDuty = { userId: string; duty: (typeof DUTIES)[number] };

export type ChildRatio = {
  children: number;
  adults: number;
  /** Children per adult, rounded up; null if there is no adult or no child. */
  perAdult: number | null;
  isTooMany: boolean;
};

/**
 * How many adults there are at least, if everybody comes who should. A substitute replaces somebody, so they don't
 * count extra. Somebody who is on several teams is one adult. R418
 * @param teams those of the day, one for each class
 */
export function countAdults(teams: OnDuty[][]): number {
  const everybody = new Set(teams.flat().map(({ userId }) => userId));
  const replaced = teams.map((team) => {
    const substitutes = team.filter(({ duty }) => duty === 'substitute').length;
    return Math.min(substitutes, team.length - substitutes);
  });
  const atLeast = everybody.size - replaced.reduce((sum, people) => sum + people, 0);
  // Two substitutes may stand in for the same lead of two classes: no class has fewer adults because of another one.
  return Math.max(atLeast, 0, ...teams.map((team, place) => team.length - (replaced[place] ?? 0)));
}

/**
 * The children who are here, and the adults of their classes. It never looks better than it is: 9 children with 2 adults
 * are 1 to 5.
 * @param here how many children are here in each class, with its team
 * @param children how many children that is, each counted once
 * @param most how many children one adult may have; 0 if the school has no limit. No adult at all is always too few
 */
export function findRatio(
  here: { children: number; team: OnDuty[] }[],
  children: number,
  most: number,
): ChildRatio {
  const adults = countAdults(here.filter((one) => one.children > 0).map(({ team }) => team));
  const isTooMany = adults === 0 || (most > 0 && children > most * adults);
  return {
    children,
    adults,
    perAdult: children > 0 && adults > 0 ? Math.ceil(children / adults) : null,
    isTooMany: children > 0 && isTooMany,
  };
}
