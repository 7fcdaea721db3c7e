import type { ObjectId } from 'mongodb';
import type { Guardian, StoredContact } from '../database/family-documents.ts';
import { hasEveryRight } from './rights.ts';

/** Whether what a guardian gave still counts: only while they have every right. R465. No database and no clock. */

/** The accounts that decide about a child. */
export function listDeciderIds(guardians: Guardian[]): ObjectId[] {
  return guardians.filter(hasEveryRight).map(({ userId }) => userId);
}

/**
 * The contacts that still count. If nobody is left who could name others, those for an emergency may still be called,
 * because somebody has to be; but nobody of them collects the child. R468
 * @param deciders who decides about the child now
 */
export function keepStanding(contacts: StoredContact[], deciders: ObjectId[]): StoredContact[] {
  if (deciders.length === 0)
    return contacts
      .filter(({ isEmergency }) => isEmergency)
      .map((contact) => ({ ...contact, mayPickUp: false, pickUpUntil: null }));
  return contacts.filter(({ by }) => !by || deciders.some((decider) => decider.equals(by)));
}
