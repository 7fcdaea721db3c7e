import type { ListedBlock, NewOfficeBlock } from '@speakifyr/contract/must-not-collect.ts';
import { compareNames } from '@speakifyr/contract/person-names.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { recordReading } from '../events/record-reading.ts';
import { findPeopleById } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { childNotFoundError, findAnyChild } from './booking.ts';
import { listDeciders, listGuardians } from './guardians.ts';
import { insertBlock, presentBlockForTeam, removeBlock } from './must-not-collect.ts';
import { type KnownBlock, readBlocks } from './read-blocks.ts';

/** Who must not collect a child: the office's view and decisions. R396 */

/**
 * A child's entries. As for its contacts, the audit log records the reader before anything is read: once per reader,
 * child and school day. The log has the child's id and no guardian, who would see it in their data download. R397
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getBlocksOf(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<ListedBlock[]> {
  const childId = await findId(id, services);
  const about = { id: childId, target: id, after: { child: id } };
  await recordReading('read must not collect', about, reader, services);
  const blocks = (await readBlocks([childId], services)).get(id) ?? [];
  const [people, deciders] = await Promise.all([
    findPeopleById(
      blocks.map(({ by }) => by),
      services,
    ),
    listDeciders([childId], services),
  ]);
  return blocks.map((block) => ({
    ...presentBlockForTeam(block),
    _id: block._id.toHexString(),
    by: people.get(block.by.toHexString())?.name ?? '',
    isByOffice: block.isByOffice ?? false,
    hasAuthorLeft: hasAuthorLeft(block, deciders.get(id)),
    at: block.at.toISOString(),
  }));
}

/** Whether an entry is left of a guardian who no longer decides about the child. */
function hasAuthorLeft({ by, isByOffice }: KnownBlock, deciders: ObjectId[] = []): boolean {
  return !isByOffice && !deciders.some((one) => one.equals(by));
}

/**
 * How many entries are left of guardians who no longer decide about the child. They stay, because they protect it, until
 * an admin has decided. R467
 */
export async function countLeftBlocks(
  childId: ObjectId,
  services: Pick<Services, 'database'>,
): Promise<number> {
  const id = childId.toHexString();
  const [blocks, deciders] = await Promise.all([
    readBlocks([childId], services),
    listDeciders([childId], services),
  ]);
  return (blocks.get(id) ?? []).filter((block) => hasAuthorLeft(block, deciders.get(id))).length;
}

/**
 * Blocks a guardian by id, or somebody else by name. R461
 * @throws {ApiError} `not_found`
 */
export async function addBlockAsAdmin(
  id: string,
  { name: typed, guardianId, ...block }: NewOfficeBlock,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const childId = await findId(id, services);
  const guardians = (await listGuardians([childId], services)).get(id) ?? [];
  // A name stands for the guardian who has it now: they may change it.
  const guardian = guardians.find(({ user: { _id, name } }) =>
    guardianId === undefined
      ? compareNames(name, typed ?? '') === 'same'
      : _id.toHexString() === guardianId,
  )?.user;
  const name = guardian?.name ?? typed;
  if (name === undefined)
    throw new ApiError('not_found', 'This person does not look after this child.');
  const who = { name, ...(guardian && { personId: guardian._id }) };
  const entry = { ...who, ...block, by: admin._id, isByOffice: true as const };
  await insertBlock(childId, entry, id, services);
}

/** @throws {ApiError} `not_found` */
export async function endBlockAsAdmin(
  { id, entryId }: { id: string; entryId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const childId = await findId(id, services);
  await removeBlock(childId, { entryId, by: admin._id }, id, services);
}

async function findId(id: string, services: Services): Promise<ObjectId> {
  const child = await findAnyChild(new ObjectId(id), services);
  if (!child) throw childNotFoundError();
  return child._id;
}
