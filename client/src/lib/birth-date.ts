import { FIRST_BIRTH_DATE } from '@speakifyr/contract/limits.ts';
import { readToday } from './format.ts';

/** @returns what is wrong with a birth date, or true */
export function checkBirthDate(birthDate: string): string | true {
  if (!birthDate) return 'Please enter the birth date';
  if (birthDate > readToday()) return 'The birth date can’t be in the future';
  return birthDate >= FIRST_BIRTH_DATE || 'Please check the year';
}
