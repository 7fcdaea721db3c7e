import { isDeepStrictEqual } from 'node:util';
import type { ChildContact, KnownContact } from '@speakifyr/contract/children.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { checkMayHandOver, findBlockedSince } from './blocked-guardian.ts';
import { childNotFoundError, findAnyChild } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { isChildThere } from './children.repo.ts';
import { ApiError } from '../errors.ts';
import { recordReading } from '../events/record-reading.ts';
import { type ActiveGuardian, listGuardians, whoDecides } from './guardians.ts';
import { readBlocks } from './read-blocks.ts';
import { hasEveryRight } from './rights.ts';
import { keepStanding } from './standing.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildContactsDocument, StoredContact } from '../database/family-documents.ts';

/** `askOfficeFrom`: the first day on which who entered it must not collect the child, yyyy-mm-dd. R509 */
export type GivenContact = StoredContact & { askOfficeFrom?: string };

/**
 * Reads the contacts of children that count now, in the order in which the parents listed them. What a blocked guardian
 * entered stays, and asks the office. R124, R223
 * @returns by child id (hexadecimal), without children who have none
 */
export async function readContacts(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, GivenContact[]>> {
  const [standing, blocks] = await Promise.all([
    readStanding(childIds, services),
    readBlocks(childIds, services),
  ]);
  return new Map(
    [...standing].map(([id, { contacts, guardians }]) => {
      const given = contacts.map((contact) => {
        const days = listGivers(contact, guardians).flatMap(
          ({ user }) => findBlockedSince(blocks.get(id), user) ?? [],
        );
        const [askOfficeFrom] = days.sort();
        return { ...contact, ...(askOfficeFrom && { askOfficeFrom }) };
      });
      return [id, given];
    }),
  );
}

/** Who entered a contact. One from before givers were kept may be from whoever decides. */
function listGivers({ by }: StoredContact, guardians: ActiveGuardian[]): ActiveGuardian[] {
  return guardians.filter((one) => (by ? one.user._id.equals(by) : hasEveryRight(one)));
}

/**
 * A contact as it is shown, without ids.
 * @param reader.today yyyy-mm-dd
 * @param reader.user a guardian; undefined for the office
 */
export function presentContact(
  { by, askOfficeFrom, ...contact }: GivenContact,
  guardians: ActiveGuardian[],
  { user, today }: { user?: Pick<UserDocument, '_id'>; today: string },
): KnownContact {
  const giver = guardians.find((one) => by && one.user._id.equals(by))?.user;
  return {
    ...contact,
    enteredBy: giver && !user?._id.equals(giver._id) ? giver.name : null,
    asksOffice:
      judgePickUp({ ...contact, ...(askOfficeFrom && { askOfficeFrom }) }, today) ===
      'ask the office',
  };
}

/** `stored`: also those that don't count. */
type Standing = {
  stored: Pick<ChildContactsDocument, '_id' | 'contacts' | 'savedAt'>;
  contacts: StoredContact[];
  guardians: ActiveGuardian[];
};

/** The contacts that count now, and the guardians by whom they do. */
async function readStanding(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, Standing>> {
  if (childIds.length === 0) return new Map();
  const { childContacts } = services.database.collections;
  const projection = { contacts: 1, savedAt: 1 };
  const [found, all] = await Promise.all([
    childContacts.find({ _id: { $in: childIds } }, { projection }).toArray(),
    listGuardians(childIds, services),
  ]);
  return new Map(
    found.map((stored) => {
      const id = stored._id.toHexString();
      const guardians = all.get(id) ?? [];
      const contacts = keepStanding(stored.contacts, whoDecides(guardians));
      return [id, { stored, contacts, guardians }];
    }),
  );
}

/** Whether somebody may pick the child up on a day, yyyy-mm-dd; `ask the office` if only with the office's word. R509 */
export function judgePickUp(
  { mayPickUp, pickUpUntil, askOfficeFrom }: Omit<GivenContact, 'by'>,
  day: string,
): 'free' | 'ask the office' | 'no' {
  if (!mayPickUp || (pickUpUntil !== null && pickUpUntil < day)) return 'no';
  return askOfficeFrom !== undefined && askOfficeFrom <= day ? 'ask the office' : 'free';
}

/** The children who have contacts that count now. */
export async function listNamed(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<ObjectId[]> {
  const standing = await readStanding(childIds, services);
  return childIds.filter((id) => (standing.get(id.toHexString())?.contacts.length ?? 0) > 0);
}

/** Each lost race means that somebody else has saved the contacts. */
const MAX_TRIES = 20;

/**
 * Replaces a child's contacts. The last day for picking up counts only for people who may pick up. Who gave a contact
 * stays its giver while nobody changes it, so that it ends with their rights, whoever saves the list.
 * @throws {ApiError} `not_found`, `guardian_may_not` also for a guardian who must not collect the child,
 *   `contacts_changed` if the list is not the one that was seen: it would bring back a removed contact
 */
export async function saveContacts(
  childId: string,
  {
    contacts: typed,
    seenContacts: seen,
  }: ParsedInput<Contract['PUT /myChildren/:id/contacts']>['body'],
  user: Pick<UserDocument, '_id' | 'name'>,
  services: Services,
): Promise<void> {
  const { childContacts } = services.database.collections;
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  await checkMayHandOver(_id, user, services);
  const given = typed.map((one) => ({
    ...one,
    pickUpUntil: one.mayPickUp ? one.pickUpUntil : null,
  }));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { stored, contacts: known = [] } =
      (await readStanding([_id], services)).get(childId) ?? {};
    // A repeated request finds what it has saved.
    if (seen && !areSame(known, seen) && !areSame(known, given))
      throw new ApiError('contacts_changed');
    const now = services.now();
    if (!stored) {
      await childContacts.updateOne(
        { _id },
        { $setOnInsert: withoutContacts(now) },
        { upsert: true },
      );
      continue;
    }
    const contacts = given.map(
      (one) => known.find((before) => isSame(before, one)) ?? { ...one, by: user._id },
    );
    const { matchedCount } = await childContacts.updateOne(stored, {
      $set: { contacts, savedAt: now, checkAfter: now },
    });
    if (matchedCount === 1) return checkChildThere(_id, services);
  }
  throw new ApiError('unavailable');
}

function areSame(known: StoredContact[], contacts: ChildContact[]): boolean {
  const places = [...known.keys()];
  return known.length === contacts.length && places.every((i) => isSame(known[i]!, contacts[i]!));
}

/** Whether nobody has changed a contact. */
function isSame({ by: _by, ...known }: StoredContact, contact: ChildContact): boolean {
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
  throw childNotFoundError();
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
): Promise<KnownContact[]> {
  const childId = new ObjectId(id);
  const child = await findAnyChild(childId, services);
  if (!child) throw childNotFoundError();
  const guardians = (await listGuardians([childId], services)).get(id) ?? [];
  const target = guardians[0]?.user.email ?? id;
  const about = { id: childId, target, after: { child: id } };
  await recordReading('read contacts', about, reader, services);
  const contacts = (await readContacts([childId], services)).get(id) ?? [];
  return contacts.map((one) => presentContact(one, guardians, { today: readToday(services) }));
}
