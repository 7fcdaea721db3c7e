import { isDeepStrictEqual } from 'node:util';
import type { ChildContact } from '@speakifyr/contract/children.ts';
import { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { checkMayHandOver } from './blocked-guardian.ts';
import { childNotFound, findAnyChild } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { isChildThere } from './children.repo.ts';
import { recordReading } from '../events/record-reading.ts';
import { listDeciders, listGuardians } from './guardians.ts';
import { keepStanding } from './standing.ts';
import type { UserDocument } from '../database/collections.ts';
import type { ChildContactsDocument, StoredContact } from '../database/family-documents.ts';

/**
 * Reads the contacts of children that count now, in the order in which the parents listed them.
 * @returns by child id (hexadecimal), without children who have none
 */
export async function readContacts(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ChildContact[]>> {
  const given = await readGivenContacts(childIds, services);
  return new Map(
    [...given].map(([id, contacts]) => [id, contacts.map(({ by: _by, ...contact }) => contact)]),
  );
}

/** As `readContacts`, each with the account that gave it. */
export async function readGivenContacts(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, StoredContact[]>> {
  if (childIds.length === 0) return new Map();
  const { childContacts } = services.database.collections;
  const [found, deciders] = await Promise.all([
    childContacts.find({ _id: { $in: childIds } }, { projection: { contacts: 1 } }).toArray(),
    listDeciders(childIds, services),
  ]);
  return new Map(
    found.map(({ _id, contacts }) => {
      const id = _id.toHexString();
      return [id, keepStanding(contacts, deciders.get(id) ?? [])];
    }),
  );
}

/** Whether somebody may pick the child up on a day, yyyy-mm-dd. */
export function mayPickUpOn(
  { mayPickUp, pickUpUntil }: Pick<ChildContact, 'mayPickUp' | 'pickUpUntil'>,
  day: string,
): boolean {
  return mayPickUp && (pickUpUntil === null || pickUpUntil >= day);
}

/** The children who have contacts that count now. */
export async function listNamed(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<ObjectId[]> {
  const contacts = await readContacts(childIds, services);
  return childIds.filter((id) => (contacts.get(id.toHexString())?.length ?? 0) > 0);
}

/**
 * Replaces a child's contacts. The last day for picking up counts only for people who may pick up. Who gave a contact
 * stays its giver while nobody changes it, so that it ends with their rights, whoever saves the list.
 * @throws {ApiError} `not_found`, `guardian_may_not` also for a guardian who must not collect the child
 */
export async function saveContacts(
  childId: string,
  given: ChildContact[],
  user: Pick<UserDocument, '_id' | 'name'>,
  services: Services,
): Promise<void> {
  const { childContacts } = services.database.collections;
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  await checkMayHandOver(_id, user, services);
  const known = (await readGivenContacts([_id], services)).get(childId) ?? [];
  const contacts = given.map((contact) => {
    const pickUpUntil = contact.mayPickUp ? contact.pickUpUntil : null;
    const entered = { ...contact, pickUpUntil };
    return known.find((one) => isSameContact(one, entered)) ?? { ...entered, by: user._id };
  });
  const now = services.now();
  const change = { $set: { contacts, savedAt: now, checkAfter: now } };
  await childContacts.updateOne({ _id }, change, { upsert: true });
  await checkChildThere(_id, services);
}

/** Whether nobody has changed a contact. */
function isSameContact({ by: _by, ...known }: StoredContact, contact: ChildContact): boolean {
  return isDeepStrictEqual(known, contact);
}

/**
 * Call it after writing something about a child: a concurrent deletion may have erased what was there before. Then this
 * erases the new data, too.
 * @throws {ApiError} `not_found` if the child is deleted
 */
export async function checkChildThere(
  _id: ObjectId,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  if (await isChildThere(database.collections, _id)) return;
  await database.collections.childContacts.deleteOne({ _id });
  throw childNotFound();
}

/** For a child without contacts. For `$setOnInsert`. */
export function withoutContacts(at: Date): Omit<ChildContactsDocument, '_id'> {
  return { contacts: [], savedAt: at, checkAfter: at };
}

/**
 * A child's contacts, for an admin. As for the care sheet, the audit log records the reader before anything is read:
 * once per reader, child and school day. The entry does not name the child.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getContactsOf(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<ChildContact[]> {
  const childId = new ObjectId(id);
  const child = await findAnyChild(childId, services);
  if (!child) throw childNotFound();
  const guardians = (await listGuardians([childId], services)).get(id) ?? [];
  const target = guardians[0]?.user.email ?? id;
  const about = { id: childId, target, after: { child: id } };
  await recordReading('read contacts', about, reader, services);
  return (await readContacts([childId], services)).get(id) ?? [];
}
