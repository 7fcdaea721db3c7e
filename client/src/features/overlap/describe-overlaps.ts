import { formatDay } from '../../lib/format.ts';
import { listNames } from '../../lib/list-names.ts';
import type { OwnCamp } from './find-overlaps.ts';

/** Continues a sentence after the name of a class: `overlaps with Chess (07/06/2027 to 11/06/2027)`. */
export function describeOverlaps(overlaps: OwnCamp[]): string {
  const camps = overlaps.map(
    ({ name, camp_start, camp_end }) =>
      `${name} (${formatDay(camp_start)} to ${formatDay(camp_end)})`,
  );
  return `overlaps with ${listNames(camps)}`;
}
