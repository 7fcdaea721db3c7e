import type { School } from './school-schema.ts';
import facts from './school.json' with { type: 'json' };

/** What school.json says. */
export const FIRST_SCHOOL: School = facts as School;

/**
 * The school that runs this site, as its director has set it up last. school.json is only what a new school starts with.
 * Each process serves one school, so it is one value, replaced as a whole. Read it where you need it, and never keep a part of
 * it. decisions/0119
 */
export let SCHOOL: School = facts as School;

/** The school's address in one line. */
export let SCHOOL_ADDRESS = writeAddress(FIRST_SCHOOL);

/** Everybody who reads `SCHOOL` reads this one from now on. */
export function setSchool(school: School): void {
  SCHOOL = school;
  SCHOOL_ADDRESS = writeAddress(school);
}

/** An address in one line. What is empty is left out. */
export function writeAddress({ address }: Pick<School, 'address'>): string {
  const { street, city, region, postalCode, country } = address;
  return [street, [city, region, postalCode].filter(Boolean).join(' '), country]
    .filter(Boolean)
    .join(', ');
}
