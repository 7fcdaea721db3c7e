import type { School } from './school-schema.ts';
import facts from './school.json' with { type: 'json' };

/**
 * The school that runs this site, as its director has set it up last. school.json is only what a new school starts with.
 * A process serves one school, so it is one value, which changes as a whole: read it where it is needed, and never keep a
 * part of it. decisions/0119
 */
/* eslint-disable no-restricted-syntax -- This is where it is kept. */
export let SCHOOL: School = facts as School;

/** The school's address in one line. */
export let SCHOOL_ADDRESS = writeAddress(SCHOOL);

/** Everybody who reads `SCHOOL` reads this one from now on. */
export function setSchool(school: School): void {
  SCHOOL = school;
  SCHOOL_ADDRESS = writeAddress(school);
}

/** What school.json says. */
export const FIRST_SCHOOL: School = facts as School;

/** An address in one line. What is empty is left out. */
export function writeAddress({ address }: Pick<School, 'address'>): string {
  const { street, city, region, postalCode, country } = address;
  return [street, [city, region, postalCode].filter(Boolean).join(' '), country]
    .filter(Boolean)
    .join(', ');
}
