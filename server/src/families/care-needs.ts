import type { CampNeed } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { judgePickUp, readContacts } from './contacts.ts';
import { findHealthStates } from './health.ts';

/** A child's seat. `lastDay` (yyyy-mm-dd): until then, somebody must be allowed to pick the child up. */
export type ChildSeat = { childId: ObjectId; lastDay: string };

/**
 * What the camp still needs to know to look after children, without forms. Says only that something is missing, never
 * what was answered or who was named. R113
 * @returns for each seat, in the order of CAMP_NEEDS; empty if nothing is missing
 */
export async function findCareNeeds(
  seats: ChildSeat[],
  services: Pick<Services, 'database'>,
): Promise<CampNeed[][]> {
  if (seats.length === 0) return [];
  const childIds = seats.map(({ childId }) => childId);
  const [states, contactsOf] = await Promise.all([
    findHealthStates(childIds, services),
    readContacts(childIds, services),
  ]);
  return seats.map(({ childId, lastDay }) => {
    const id = childId.toHexString();
    const contacts = contactsOf.get(id) ?? [];
    return [
      ...(states.get(id) === 'missing' ? (['health'] as const) : []),
      ...(contacts.some(({ isEmergency }) => isEmergency) ? [] : (['emergency'] as const)),
      ...(contacts.some((contact) => judgePickUp(contact, lastDay) === 'free')
        ? []
        : (['pickUp'] as const)),
    ];
  });
}
