import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { listOfficeUsers } from '../users/find-users.ts';
import { listChildrenOf } from './booking.ts';

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
