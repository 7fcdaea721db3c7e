import type { CampClass } from '@speakifyr/contract/classes.ts';
import { hasJoiningEnded, isOver } from '../enrollments/seats/join-until.ts';
import type { Services } from '../services.ts';

/** Whether a class can still be joined today, by the school's calendar. */
export function describeJoining(
  camp: Pick<CampClass, 'camp_start' | 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): CampClass['joining'] {
  if (isOver(camp, services)) return 'over';
  return hasJoiningEnded(camp, services) ? 'started' : 'open';
}
