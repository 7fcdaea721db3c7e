import { type CampDays, shareClassDay } from '@speakifyr/contract/class-days.ts';
import { formatDays } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import type { OwnCamp } from './own-camps.ts';

/**
 * The classes of one person that share a day with another class. Classes of two different people do not clash. R9, R130
 * @param own the classes of the whole family
 * @param joiner the child; null for the account itself
 */
export function findOverlaps(
  campClass: CampDays & { _id: string },
  own: OwnCamp[],
  joiner: string | null = null,
): OwnCamp[] {
  return own.filter(
    (one) =>
      (one.childId ?? null) === joiner &&
      one.classId !== campClass._id &&
      shareClassDay(one, campClass),
  );
}

/** Continues a sentence after the name of a class: `overlaps with Chess (Mon 7 – Fri 11 June 2027)`. */
export function describeOverlaps(overlaps: OwnCamp[]): string {
  const camps = overlaps.map(
    ({ name, camp_start, camp_end }) => `${name} (${formatDays(camp_start, camp_end)})`,
  );
  return `overlaps with ${listNames(camps)}`;
}
