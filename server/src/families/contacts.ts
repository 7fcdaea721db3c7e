import type { ChildContact } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { childNotFound } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { isChildThere } from './children.repo.ts';
import { dropContacts, listContacts, writeContacts } from './contacts.repo.ts';

/**
 * Reads children's contacts, in the order in which the parents listed them.
 * @returns by child id (hexadecimal), without children who have none
 */
export async function readContacts(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, ChildContact[]>> {
  const found = await listContacts(database.collections, childIds);
  return new Map(found.map(({ _id, contacts }) => [_id.toHexString(), contacts]));
}

/**
 * Replaces a child's contacts. The last day for picking up counts only for people who may pick up.
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function saveContacts(
  childId: string,
  contacts: ChildContact[],
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const id = new ObjectId(childId);
  await findChangeableChild(id, user, services);
  await writeContacts(collections, {
    _id: id,
    contacts: contacts.map((contact) => ({
      ...contact,
      pickUpUntil: contact.mayPickUp ? contact.pickUpUntil : null,
    })),
    savedAt: services.now(),
    checkAfter: services.now(),
  });
  // A deletion of the child at the same moment may have deleted the old ones before these were written.
  if (await isChildThere(collections, id)) return;
  await dropContacts(collections, id);
  throw childNotFound();
}
