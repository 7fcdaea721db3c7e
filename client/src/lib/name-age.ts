import { findAge } from '@speakifyr/contract/age.ts';
import { countOf } from './count-of.ts';
import { readToday } from './format.ts';

/** How old a child is today: `9 years old`, `1 year old`, `Under a year old`. */
export function nameAge(birthDate: string): string {
  const years = findAge(birthDate, readToday());
  if (years < 1) return 'Under a year old';
  return countOf(years, 'year old', 'years old');
}
