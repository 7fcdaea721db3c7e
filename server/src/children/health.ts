import { HEALTH_FRESH_DAYS } from '@speakifyr/contract/limits.ts';
import type { HealthState } from '@speakifyr/contract/health-state.ts';
import type { ObjectId } from 'mongodb';
import { DAY_MS } from '../school-time.ts';
import { findLatestEnrolments } from '../seats/latest-enrolments.ts';
import type { Services } from '../services.ts';
import { listConfirmations } from './health.repo.ts';

/**
 * Whether the school knows about children's health. Doesn't read what was answered.
 * @param childIds only children whose health the caller may see; for others, say `hidden`
 * @returns by child id (hexadecimal), each child with a state
 */
export async function findHealthStates(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, Exclude<HealthState, 'hidden'>>> {
  const [confirmations, enrolments] = await Promise.all([
    listConfirmations(services.database.collections, childIds),
    findLatestEnrolments(childIds, services),
  ]);
  const confirmed = new Map(
    confirmations.map(({ _id, confirmedAt }) => [_id.toHexString(), confirmedAt]),
  );
  return new Map(
    childIds.map((childId) => {
      const id = childId.toHexString();
      return [id, decideState(confirmed.get(id), enrolments.get(id))];
    }),
  );
}

function decideState(confirmedAt: Date | undefined, enrolledAt: Date | undefined) {
  if (!confirmedAt) return 'missing';
  const isOld =
    enrolledAt && enrolledAt.getTime() - confirmedAt.getTime() > HEALTH_FRESH_DAYS * DAY_MS;
  return isOld ? 'outdated' : 'answered';
}
