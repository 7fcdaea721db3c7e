import type { School } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL, setSchool } from '@speakifyr/contract/school.ts';

/** Writes something as it would read if this were the school: dates, times and prices ask `SCHOOL`. For previews. */
export function writeAs<Written>(school: School, write: () => Written): Written {
  const before = SCHOOL;
  setSchool(school);
  try {
    return write();
  } finally {
    setSchool(before);
  }
}
