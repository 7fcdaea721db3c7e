import { type CampDays, sayNoCamp } from '@speakifyr/contract/class-days.ts';
import { readThisYear } from './this-year.ts';

/** The single days off of the school within a class's days: `no camp on Wed 16 June (Founders’ Day)`. R626 */
export function sayNotOn(camp: CampDays): string | undefined {
  const days = sayNoCamp(camp, readThisYear());
  return days && `no camp on ${days}`;
}
