import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { listOfficeUsers } from '../users/find-users.ts';
import { listChildrenOf } from './booking.ts';
import { type KnownBlock, LATER } from './read-blocks.ts';

/** The accounts and children that an act of the office is about. */
export type Concerned = { accounts: ObjectId[]; children: ObjectId[] };

/**
 * Whether somebody of the team would serve their own family: it is their account, or they are a guardian of one of the
 * children, with any right, or share a child with one of the accounts, or did until the school removed it: that can be
 * taken back. R495
 */
export async function isOwnFamily(
  admin: { _id: ObjectId },
  { accounts, children }: Concerned,
  services: Pick<Services, 'database'>,
): Promise<boolean> {
  if (accounts.some((id) => id.equals(admin._id))) return true;
  if (accounts.length + children.length === 0) return false;
  const own = await listChildrenOf(admin, services);
  const isShared = own.some(
    ({ _id, guardians }) =>
      children.some((id) => id.equals(_id)) ||
      guardians.some(({ userId }) => accounts.some((id) => id.equals(userId))),
  );
  if (isShared || own.length === 0 || accounts.length === 0) return isShared;
  const lost = { 'removal.children.childId': { $in: own.map(({ _id }) => _id) } };
  return (
    (await services.database.collections.users.findOne({ _id: { $in: accounts }, ...lost })) !==
    null
  );
}

/**
 * The children of somebody of the team about whom only colleagues of the office hear: what it is about may be the reader.
 * Not a child of whom everybody of the office is a guardian: somebody must hear that it left with the wrong person (R493).
 * R712
 */
export async function listLeftToColleagues(
  reader: { _id: ObjectId },
  services: Pick<Services, 'database'>,
): Promise<ObjectId[]> {
  const children = await listChildrenOf(reader, services);
  if (children.length === 0) return [];
  const office = await listOfficeUsers(services);
  return children
    .filter(({ guardians }) =>
      office.some(({ _id }) => !guardians.some(({ userId }) => userId.equals(_id))),
    )
    .map(({ _id }) => _id);
}

/**
 * Of which children somebody of the team reads neither who must not collect them nor their contacts: another guardian may
 * have said it about them. It is their own children, if they are of the office; of a team, if they are among those
 * who must not. R712
 * @returns says it of a child and what is known about who must not collect it
 */
export async function findKeptFrom(
  reader: { _id: ObjectId; name: string; role: string },
  services: Pick<Services, 'database'>,
): Promise<(childId: ObjectId, blocks: KnownBlock[] | undefined) => boolean> {
  const [own, left] = await Promise.all([
    listChildrenOf(reader, services),
    reader.role === 'admin' ? listLeftToColleagues(reader, services) : [],
  ]);
  const who = { guardianId: reader._id.toHexString(), name: reader.name };
  return (childId, blocks = []) =>
    left.some((id) => id.equals(childId)) ||
    (own.some(({ _id }) => _id.equals(childId)) && judgeCollector(blocks, who, LATER) !== 'free');
}
