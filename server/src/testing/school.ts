import type { School } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';

/** What is different from school.json; of what has parts, some of them. */
export type SchoolChange = {
  [Name in keyof School]?: School[Name] extends unknown[] | string
    ? School[Name]
    : Partial<School[Name]>;
};

/** All servers of this test file are of a school like school.json, but for these. */
export function setUpSchool(change: SchoolChange = {}): void {
  setSchool(buildSchool(change));
}

export function buildSchool(change: SchoolChange = {}): School {
  const { booking, money, keepDays, ...others } = change;
  return {
    ...FIRST_SCHOOL,
    ...(others as Partial<School>),
    booking: { ...FIRST_SCHOOL.booking, ...booking },
    money: { ...FIRST_SCHOOL.money, ...money },
    keepDays: { ...FIRST_SCHOOL.keepDays, ...keepDays },
  };
}
