import { formatDays } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import type { OwnCamp } from './find-overlaps.ts';

/** Continues a sentence after the name of a class: `overlaps with Chess (Mon 7 – Fri 11 June 2027)`. */
export function describeOverlaps(overlaps: OwnCamp[]): string {
  const camps = overlaps.map(
    ({ name, camp_start, camp_end }) => `${name} (${formatDays(camp_start, camp_end)})`,
  );
  return `overlaps with ${listNames(camps)}`;
}
