import type { School } from './school-schema.ts';
import facts from './school.json' with { type: 'json' };

/** The school that runs this site: edit school.json to make it yours. */
export const SCHOOL: School = facts;

/** The school's address in one line. */
export const SCHOOL_ADDRESS = [
  SCHOOL.address.street,
  `${SCHOOL.address.city} ${SCHOOL.address.postalCode}`.trim(),
  SCHOOL.address.country,
].join(', ');
