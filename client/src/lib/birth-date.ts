import { FIRST_BIRTH_DATE } from '@speakifyr/contract/limits.ts';
import { formatIsoDay } from './format.ts';

/** Today at the school: nobody is born later. */
export function readToday(): string {
  return formatIsoDay(new Date());
}

/** @returns what is wrong with a birth date, or true */
export function checkBirthDate(birthDate: string): string | true {
  if (!birthDate) return 'Please enter the birth date';
  if (birthDate > readToday()) return 'The birth date can’t be in the future';
  return birthDate >= FIRST_BIRTH_DATE || 'Please check the year';
}
