import type { BlockedPerson, OwnBlock } from '@speakifyr/contract/must-not-collect.ts';
import { MAX_BLOCKS } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { MustNotCollect } from '../database/family-documents.ts';
import { splitWords } from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { findChangeableChild } from './change-family.ts';
import { checkChildThere, withoutContacts } from './contacts.ts';
import { listGuardiansOf } from './guardians.ts';

/**
 * Who must not collect a child. As sensitive as health: in no list, log, email or export except for the team of the
 * day, admins and the author. R395, R396
 */

/** Whether two names match, ignoring accents, capitals, spaces and word order. */
function isSamePerson(one: string, other: string): boolean {
  const fold = (name: string) => splitWords(name).sort().join(' ');
  return fold(one) === fold(other) && fold(one) !== '';
}

/** @returns the entry that blocks this name on a day (yyyy-mm-dd) */
export function findBlock<B extends BlockedPerson>(
  blocks: B[],
  name: string,
  day: string,
): B | undefined {
  return blocks.find((block) => block.since <= day && isSamePerson(block.name, name));
}

/**
 * Who must not collect children: for the server's own decisions, the day list, admins and the author's download.
 * @returns by child id (24 hexadecimal digits), without children who have none
 */
export async function readBlocks(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, MustNotCollect[]>> {
  const { childContacts } = database.collections;
  const found = await childContacts
    .find({ _id: { $in: childIds } }, { projection: { mustNotCollect: 1 } })
    .toArray();
  return new Map(
    found.flatMap(({ _id, mustNotCollect = [] }) =>
      mustNotCollect.length > 0 ? [[_id.toHexString(), mustNotCollect]] : [],
    ),
  );
}

/** What somebody wrote themselves, and nothing else. */
export function listOwnBlocks(
  blocks: MustNotCollect[] | undefined,
  { _id: by }: { _id: ObjectId },
): OwnBlock[] {
  return (blocks ?? [])
    .filter((block) => !block.isByOffice && block.by.equals(by))
    .map(presentBlock);
}

export function presentBlock({ _id, name, since, note }: MustNotCollect): OwnBlock {
  return { _id: _id.toHexString(), name, since, note };
}

/**
 * A guardian says who must not collect a child.
 * @param childId 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `guardian_may_not`; `invalid_input` for the name of a guardian, whom only the office
 *   blocks, with the paper from the court, or if there are too many entries
 */
export async function addBlock(
  childId: string,
  block: BlockedPerson,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { child } = await findChangeableChild(new ObjectId(childId), user, services);
  const guardians = (await listGuardiansOf([child], services)).get(childId) ?? [];
  if (guardians.some(({ user: { name } }) => isSamePerson(name, block.name)))
    throw wrongName(
      'This person is a guardian of the child. Only the office can decide that a guardian must not collect it. Please call us, and have the paper from the court ready.',
    );
  await insertBlock(child._id, { ...block, by: user._id }, user.email, services);
}

/**
 * Writes an entry, with an event that names neither the child nor the person.
 * @param target what the audit log says it is about: never another guardian, who would see it in their data download
 * @throws {ApiError} `not_found`, `invalid_input` if there are too many
 */
export async function insertBlock(
  _id: ObjectId,
  block: Omit<MustNotCollect, '_id' | 'at'>,
  target: string,
  services: Services,
): Promise<void> {
  const { childContacts } = services.database.collections;
  const at = services.now();
  await childContacts.updateOne({ _id }, { $setOnInsert: withoutContacts(at) }, { upsert: true });
  const event = auditEvent({
    ...{ type: 'add must not collect', at, by: block.by, target, before: null },
    after: { child: _id.toHexString() },
  });
  const { matchedCount } = await childContacts.updateOne(
    { _id, [`mustNotCollect.${MAX_BLOCKS - 1}`]: { $exists: false } },
    { $push: { mustNotCollect: { ...block, _id: new ObjectId(), at }, events: event } },
  );
  await checkChildThere(_id, services);
  if (matchedCount === 0) throw wrongName('There are too many entries. Please call the office.');
}

/**
 * A guardian ends their own entry.
 * @throws {ApiError} `not_found`, also for what somebody else wrote; `guardian_may_not`
 */
export async function endOwnBlock(
  { childId, entryId }: { childId: string; entryId: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { child } = await findChangeableChild(new ObjectId(childId), user, services);
  const own = listOwnBlocks((await readBlocks([child._id], services)).get(childId), user);
  if (!own.some(({ _id }) => _id === entryId)) throw blockNotFound();
  await removeBlock(child._id, { entryId, by: user._id }, user.email, services);
}

/** @throws {ApiError} `not_found` */
export async function removeBlock(
  _id: ObjectId,
  { entryId, by }: { entryId: string; by: ObjectId },
  target: string,
  services: Services,
): Promise<void> {
  const entry = new ObjectId(entryId);
  const event = auditEvent({
    ...{ type: 'end must not collect', at: services.now(), by, target, before: null },
    after: { child: _id.toHexString() },
  });
  const { matchedCount } = await services.database.collections.childContacts.updateOne(
    { _id, 'mustNotCollect._id': entry },
    { $pull: { mustNotCollect: { _id: entry } }, $push: { events: event } },
  );
  if (matchedCount === 0) throw blockNotFound();
}

function blockNotFound(): ApiError {
  return new ApiError('not_found', 'We could not find this entry.');
}

function wrongName(message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { 'body.name': message } });
}

/**
 * Refuses to name somebody who must not collect the child.
 * @param day yyyy-mm-dd
 * @throws {ApiError} `invalid_input`, which says why only to the entry's author: it may be about the caller
 */
export async function checkNotBlocked(
  childId: ObjectId,
  { name, day }: { name: string; day: string },
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString()) ?? [];
  if (findBlock(listOwnBlocks(blocks, user), name, day))
    throw wrongName('You said that this person must not collect the child. End that first.');
  if (findBlock(blocks, name, day))
    throw wrongName('We can’t make a code for this name. Please call the office.');
}

/** Moves an account's entries to the account that stays, which can then end them. May be repeated. */
export async function moveBlocks(
  childId: ObjectId,
  from: { _id: ObjectId },
  into: { _id: ObjectId },
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const { childContacts } = database.collections;
  for (let place = 0; place < MAX_BLOCKS; place += 1)
    await childContacts.updateOne(
      { _id: childId, [`mustNotCollect.${place}.by`]: from._id },
      { $set: { [`mustNotCollect.${place}.by`]: into._id } },
    );
}
