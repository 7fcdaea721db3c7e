import { judgeCollector, type Verdict } from '@speakifyr/contract/judge-collector.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listChildrenOf } from './booking.ts';
import { type KnownBlock, readBlocks } from './read-blocks.ts';

/**
 * A guardian who must not collect a child. They keep their other rights, but decide nothing about who takes the child,
 * and no new name lets them. R460, R461
 */

type Person = Pick<UserDocument, '_id' | 'name'>;
type Needs = Pick<Services, 'database'>;

/** @param day yyyy-mm-dd */
export function judgeGuardian(
  blocks: KnownBlock[] | undefined,
  { _id, name }: Person,
  day: string,
): Verdict {
  return judgeCollector(blocks ?? [], { guardianId: _id.toHexString(), name }, day);
}

/**
 * R509
 * @returns the first day on which a guardian must not collect a child, yyyy-mm-dd; undefined if they may
 */
export function findBlockedSince(
  blocks: KnownBlock[] | undefined,
  guardian: Person,
): string | undefined {
  const own = (blocks ?? []).filter(
    (block) => judgeGuardian([block], guardian, block.since) === 'blocked',
  );
  return own.map(({ since }) => since).sort()[0];
}

/** Whether a guardian must not collect a child today. */
export async function isBlockedToday(
  childId: ObjectId,
  guardian: Person,
  services: Pick<Services, 'database' | 'now' | 'environment'>,
): Promise<boolean> {
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString());
  return judgeGuardian(blocks, guardian, readToday(services)) === 'blocked';
}

/**
 * Whether an entry, perhaps of a later day, is or may be about somebody who would become a child's guardian.
 * @param former the account whose place they take: an entry that is or may be about it, too, stays with the place
 */
export async function isBlockedEver(
  childId: ObjectId,
  person: Person,
  services: Needs,
  former?: Person,
): Promise<boolean> {
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString()) ?? [];
  const isAbout = (block: KnownBlock, one: Person) =>
    judgeGuardian([block], one, block.since) !== 'free';
  return blocks.some((block) => isAbout(block, person) && !(former && isAbout(block, former)));
}

/**
 * Call it before a guardian says who else takes the child: with a code, alone, as a contact or as another guardian.
 * @throws {ApiError} `guardian_may_not`
 */
export async function checkMayHandOver(
  childId: ObjectId,
  guardian: Person,
  services: Pick<Services, 'database' | 'now' | 'environment'>,
): Promise<void> {
  if (await isBlockedToday(childId, guardian, services))
    throw new ApiError('guardian_may_not', 'Please ask the school: only the office changes this.');
}

/**
 * Notes in entries what they say of somebody by their name. Call it before they change it or go into another account:
 * afterwards, nobody could tell. An entry may be about several by their names, surely or perhaps. May be repeated. R460
 */
export async function pinBlocks(person: Person, services: Needs): Promise<void> {
  const children = await listChildrenOf(person, services);
  const blocks = await readBlocks(
    children.map(({ _id }) => _id),
    services,
  );
  for (const { _id } of children)
    for (const block of blocks.get(_id.toHexString()) ?? []) {
      const verdict = judgeGuardian([block], person, block.since);
      if (verdict === 'free' || block.personId?.equals(person._id)) continue;
      await services.database.collections.childContacts.updateOne(
        { _id, mustNotCollect: { $elemMatch: { _id: block._id } } },
        { $addToSet: { 'mustNotCollect.$.pinned': { personId: person._id, verdict } } },
      );
    }
}

/** Moves an account's entries, and those about it, to the account that stays. May be repeated. */
export async function moveBlocks(
  childId: ObjectId,
  from: { _id: ObjectId },
  into: { _id: ObjectId },
  { database }: Needs,
): Promise<void> {
  const { childContacts } = database.collections;
  for (const field of ['by', 'personId'] as const) {
    const about = { _id: childId, mustNotCollect: { $elemMatch: { [field]: from._id } } };
    const turned = { $set: { [`mustNotCollect.$.${field}`]: into._id } };
    while ((await childContacts.updateOne(about, turned)).matchedCount === 1);
  }
  const known = await childContacts.findOne(
    { _id: childId },
    { projection: { mustNotCollect: 1 } },
  );
  for (const { _id, pinned = [] } of known?.mustNotCollect ?? [])
    for (const one of pinned.filter(({ personId }) => personId.equals(from._id))) {
      const entry = { _id: childId, mustNotCollect: { $elemMatch: { _id } } };
      const moved = { ...one, personId: into._id };
      // First added: at no moment is the entry about nobody.
      await childContacts.updateOne(entry, { $addToSet: { 'mustNotCollect.$.pinned': moved } });
      await childContacts.updateOne(entry, { $pull: { 'mustNotCollect.$.pinned': one } });
    }
}
