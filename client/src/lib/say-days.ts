import type { CampDays } from '@speakifyr/contract/class-days.ts';
import { toCampDays } from '@speakifyr/contract/new-class-days.ts';
import { listDayWords, nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import { readThisYear } from './this-year.ts';

/** What a class's first and last day don't tell: `on Mondays and Fridays, not on Mon 5 July`; undefined if nothing. R645 */
export function sayDays(camp: CampDays): string | undefined {
  return listDayWords(camp, readThisYear()).join(', ') || undefined;
}

/** The days of a seat that were chosen; undefined for the whole class. R647 */
export function formatChosen({ days }: Pick<CampDays, 'days'>): string | undefined {
  const camp = toCampDays(days ?? []);
  return camp && formatCamp(camp);
}

/** All days of a class: `Mon 5 – Fri 30 July, on Mondays and Fridays`. R645 */
export function formatCamp(camp: CampDays): string {
  return nameClassDays(camp, readThisYear());
}
