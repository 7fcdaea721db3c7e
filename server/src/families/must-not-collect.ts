import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import type { BlockedPerson, OwnBlock } from '@speakifyr/contract/must-not-collect.ts';
import { compareNames } from '@speakifyr/contract/person-names.ts';
import { MAX_BLOCKS } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { MustNotCollect } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { findChangeableChild } from './change-family.ts';
import { checkChildThere, withoutContacts } from './contacts.ts';
import { listGuardiansOf } from './guardians.ts';
import { type KnownBlock, readBlocks } from './read-blocks.ts';

/**
 * Who must not collect a child. As sensitive as health: in no list, log, email or export except for the team of the
 * day, admins and the author. R395, R396
 */

/** How often an entry is tried again because somebody else adds one at the same moment. */
const MAX_TRIES = 20;

/** What somebody wrote themselves, and nothing else. R397 */
export function listOwnBlocks(
  blocks: KnownBlock[] | undefined,
  { _id: by }: { _id: ObjectId },
): OwnBlock[] {
  return (blocks ?? [])
    .filter((block) => !block.isByOffice && block.by.equals(by))
    .map(presentBlock);
}

export function presentBlockForTeam(block: KnownBlock): BlockedPerson {
  const { name, since, note, guardianId, nameNow, pinned } = block;
  return {
    name,
    since,
    note,
    ...(guardianId && { guardianId }),
    ...(nameNow && { nameNow }),
    ...(pinned && { pinned }),
  };
}

function presentBlock({ _id, name, since, note }: KnownBlock): OwnBlock {
  return { _id: _id.toHexString(), name, since, note };
}

/**
 * A guardian says who must not collect a child.
 * @param childId 24 hexadecimal digits
 * @param actor the admin who enters it from a paper
 * @throws {ApiError} `not_found`, `guardian_may_not`; `invalid_input` for the name of a guardian, whom only the office
 *   blocks, with the paper from the court, or if there are too many entries
 */
export async function addBlock(
  childId: string,
  block: Pick<BlockedPerson, 'name' | 'since' | 'note'>,
  user: UserDocument,
  services: Services,
  actor = user,
): Promise<void> {
  const { child } = await findChangeableChild(new ObjectId(childId), user, services);
  const guardians = (await listGuardiansOf([child], services)).get(childId) ?? [];
  if (guardians.some(({ user: { name } }) => compareNames(name, block.name) !== 'different'))
    throw wrongNameError(
      'This is the name of a guardian of the child, or nearly. Only the office can decide that a guardian must not collect it. Please call us, and have the paper from the court ready.',
    );
  await insertBlock(child._id, { ...block, by: user._id }, user.email, services, actor);
}

/**
 * Writes an entry, with an event that names neither the child nor the person.
 * @param target what the audit log says it is about: never another guardian, who would see it in their data download
 * @param actor who did it, if not the author
 * @throws {ApiError} `not_found`, `invalid_input` if a guardian has written too many
 */
export async function insertBlock(
  _id: ObjectId,
  block: Omit<MustNotCollect, '_id' | 'at'>,
  target: string,
  services: Services,
  { _id: actor } = { _id: block.by },
): Promise<void> {
  const { childContacts } = services.database.collections;
  const at = services.now();
  await childContacts.updateOne({ _id }, { $setOnInsert: withoutContacts(at) }, { upsert: true });
  const event = auditEvent({
    type: 'add must not collect',
    at,
    by: actor,
    target,
    before: null,
    after: { child: _id.toHexString() },
  });
  const entry = { ...block, _id: new ObjectId(), at };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = (await childContacts.findOne({ _id }))?.mustNotCollect ?? [];
    // Nobody's list takes another one's place, and the office can always add one.
    const own = known.filter(({ by, isByOffice }) => !isByOffice && by.equals(block.by));
    if (!block.isByOffice && own.length >= MAX_BLOCKS)
      throw wrongNameError('There are too many entries. Please call the office.');
    const last = known.at(-1);
    const { matchedCount } = await childContacts.updateOne(
      // Nobody has added one since.
      {
        _id,
        [`mustNotCollect.${known.length}`]: { $exists: false },
        ...(last && { [`mustNotCollect.${known.length - 1}._id`]: last._id }),
      },
      { $push: { mustNotCollect: entry, events: event } },
    );
    await checkChildThere(_id, services);
    if (matchedCount === 1) return;
  }
  throw new ApiError('unavailable');
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
  if (!own.some(({ _id }) => _id === entryId)) throw blockNotFoundError();
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
    type: 'end must not collect',
    at: services.now(),
    by,
    target,
    before: null,
    after: { child: _id.toHexString() },
  });
  const { matchedCount } = await services.database.collections.childContacts.updateOne(
    { _id, 'mustNotCollect._id': entry },
    { $pull: { mustNotCollect: { _id: entry } }, $push: { events: event } },
  );
  if (matchedCount === 0) throw blockNotFoundError();
}

function blockNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this entry.');
}

function wrongNameError(message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { 'body.name': message } });
}

/**
 * Refuses a code for somebody of whom the caller said themselves that they must not collect the child, or whose name is
 * nearly theirs. What others said is not looked at here: the caller must not learn of it, and the team refuses the code
 * at the gate. R463
 * @param day yyyy-mm-dd
 * @throws {ApiError} `invalid_input`
 */
export async function checkOwnBlocks(
  childId: ObjectId,
  { name, day }: { name: string; day: string },
  user: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString());
  const verdict = judgeCollector(listOwnBlocks(blocks, user), { name }, day);
  if (verdict === 'blocked')
    throw wrongNameError('You said that this person must not collect the child. End that first.');
  if (verdict === 'in doubt')
    throw wrongNameError(
      'You said that somebody with nearly this name must not collect the child. Ask the school.',
    );
}
