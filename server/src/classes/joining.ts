import type { CampClass } from '@speakifyr/contract/classes.ts';

/**
 * Whether a class can still be joined.
 * @param camp first and last day, yyyy-mm-dd
 * @param today in the school's time zone, yyyy-mm-dd
 * @param joinUntil whether the first or the last day is the last one to join
 */
export function describeJoining(
  { camp_start, camp_end }: Pick<CampClass, 'camp_start' | 'camp_end'>,
  today: string,
  joinUntil: 'start' | 'end',
): CampClass['joining'] {
  if (today > camp_end) return 'over';
  return joinUntil === 'start' && today > camp_start ? 'started' : 'open';
}
