import type { CampNeed } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { type ChildSeat, findCareNeeds } from '../families/care-needs.ts';
import type { Services } from '../services.ts';
import { findLacking } from './lacking.ts';

/**
 * What the camp still needs to know about children before their classes, forms too. Says only that something is
 * missing, never what was answered or who was named. R113
 * @param seats only of children whom the caller may see. `userId`: the account whose own forms count, too
 * @returns for each seat, in the order of CAMP_NEEDS; empty if the child is ready
 */
export async function findNeeds(
  seats: (ChildSeat & { userId: ObjectId | undefined })[],
  services: Pick<Services, 'database' | 'now'>,
): Promise<CampNeed[][]> {
  if (seats.length === 0) return [];
  const [ofCare, lacking] = await Promise.all([
    findCareNeeds(seats, services),
    findLacking(seats, services),
  ]);
  return seats.map(({ childId, userId }, place) => [
    ...(ofCare[place] ?? []),
    ...(lacking(childId) || (userId && lacking(userId)) ? (['forms'] as const) : []),
  ]);
}
