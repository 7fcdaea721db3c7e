import type { CampDays } from '@speakifyr/contract/class-days.ts';
import { listNewDays, toCampDays } from '@speakifyr/contract/new-class-days.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';

/** When a class meets, as calls tell it: with its days only if they are not the usual ones. R645 */
export function showCampDays({ camp_start, camp_end, days = [] }: CampDays): CampDays {
  // A class that lasts longer than a year has no days.
  return { days: undefined, ...(toCampDays(days) ?? { camp_start, camp_end }) };
}

/** When a class meets for somebody who paid for these days, as papers keep it: with the days only if they are not the usual ones. */
export function showPaidDays(camp: CampDays, chosen: { days?: string[] }): CampDays {
  const { days, ...ends } = showCampDays(onDays(camp, chosen));
  return { ...ends, ...(days && { days }) };
}

/**
 * The days of a class as it is stored. Its first and its last one are its start and its end.
 * @param wanted without `days`, it gets the usual ones without the school's days off
 */
export function decideDays({ camp_start, camp_end, days }: CampDays): StoredDays {
  const chosen = (days ?? listNewDays({ camp_start, camp_end })).toSorted();
  return {
    camp_start: chosen[0] ?? camp_start,
    camp_end: chosen.at(-1) ?? camp_end,
    days: chosen,
  };
}

export type StoredDays = { camp_start: string; camp_end: string; days: string[] };
