import type { CampClass } from '@speakifyr/contract/classes.ts';
import { readToday } from '../school-time.ts';
import { hasJoiningEnded } from '../seats/join-until.ts';
import type { Services } from '../services.ts';

/** Whether a class can still be joined today, by the school's calendar. */
export function describeJoining(
  camp: Pick<CampClass, 'camp_start' | 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): CampClass['joining'] {
  if (camp.camp_end < readToday(services)) return 'over';
  return hasJoiningEnded(camp, services) ? 'started' : 'open';
}
