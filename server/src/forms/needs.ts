import type { CampNeed } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { judgePickUp, readContacts } from '../families/contacts.ts';
import { findHealthStates } from '../families/health.ts';
import { findLacking } from './lacking.ts';

/**
 * A child's seat. `lastDay` (yyyy-mm-dd): until then, somebody must be allowed to pick the child up. `userId`: the
 * account whose own forms count, too.
 */
type ChildSeat = { childId: ObjectId; lastDay: string; userId: ObjectId | undefined };

/**
 * What the camp still needs to know about children before their classes. Says only that something is missing, never
 * what was answered or who was named. R113
 * @param seats only of children whom the caller may see
 * @returns for each seat, in the order of CAMP_NEEDS; empty if the child is ready
 */
export async function findNeeds(
  seats: ChildSeat[],
  services: Pick<Services, 'database' | 'now'>,
): Promise<CampNeed[][]> {
  if (seats.length === 0) return [];
  const childIds = seats.map(({ childId }) => childId);
  const [states, contactsOf, lacking] = await Promise.all([
    findHealthStates(childIds, services),
    readContacts(childIds, services),
    findLacking(seats, services),
  ]);
  return seats.map(({ childId, lastDay, userId }) => {
    const id = childId.toHexString();
    const contacts = contactsOf.get(id) ?? [];
    return [
      ...(states.get(id) === 'missing' ? (['health'] as const) : []),
      ...(contacts.some(({ isEmergency }) => isEmergency) ? [] : (['emergency'] as const)),
      ...(contacts.some((contact) => judgePickUp(contact, lastDay) === 'free')
        ? []
        : (['pickUp'] as const)),
      ...(lacking(childId) || (userId && lacking(userId)) ? (['forms'] as const) : []),
    ];
  });
}
