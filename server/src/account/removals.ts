import type { Filter, ObjectId } from 'mongodb';
import { releaseHoldsOf } from '../cart/release-holds.ts';
import { leaveTeams } from '../classes/team.service.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { listChildrenOf } from '../families/booking.ts';
import { retireGuardian } from '../families/delete-child.ts';
import { isOwner, listRights } from '../families/rights.ts';
import { returnFreeSeats } from '../payments/enroll-free.ts';
import { forgetAidOf } from '../prices/aid-store.ts';
import { leaveWaitingLists } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import type { Removal } from '../users/removals.ts';

/**
 * What follows a removal. The removal itself is one update of the account (remove-user.ts); every later step may be
 * repeated, and a job does what was cut off. decisions/0118
 */

export type Removed = Pick<UserDocument, '_id' | 'name' | 'email' | 'isVerified' | 'role'> & {
  removal: Removal;
};

export const ONLY_DIRECTORS = 'Only a director can remove an admin, or take that back.';

/** Whether this admin may remove this user, and take it back. R292 */
export function mayRemove(
  { role }: Pick<UserDocument, 'role'>,
  admin: Pick<UserDocument, 'role' | 'bundle'>,
): boolean {
  return role !== 'admin' || bundleOf(admin) === 'director';
}

/** What is kept of a removal that somebody decides now. R592, R603 */
export async function describeLoss(
  user: UserDocument,
  { by, note }: { by: ObjectId; note?: string },
  services: Services,
): Promise<Removal> {
  const now = (await listChildrenOf(user, services)).map((child) => ({
    childId: child._id,
    may: listRights(child, user._id),
    ...(isOwner(child, user._id) && { wasOwner: true as const }),
    ...(sharesCost(child, user._id) && { sharedCost: true as const }),
  }));
  // An earlier removal was just being taken back, and they are not a guardian of each child again yet.
  const earlier = (user.removal?.children ?? []).filter(
    ({ childId }) => !now.some((one) => one.childId.equals(childId)),
  );
  return {
    at: services.now(),
    by,
    ...(note !== undefined && { note }),
    children: [...now, ...earlier],
    ...((user.card || user.removal?.hadCard) && { hadCard: true }),
    checkAfter: endOfWork(services),
  };
}

function sharesCost({ costShare }: ChildDocument, userId: ObjectId): boolean {
  if (!costShare?.agreedAt) return false;
  return [costShare.askedBy, costShare.other].some((id) => id.equals(userId));
}

/**
 * Ends what a removed account had with others. Until that is done, nobody can take the removal back. It stops if
 * another server has done it, because the removal may be taken back by then.
 */
export async function endTies(user: Removed, services: Services): Promise<void> {
  const { _id, removal } = user;
  const same = { _id, status: 'removed', 'removal.at': removal.at } as const;
  const open = { ...same, 'removal.isDone': { $exists: false } };
  const steps = [
    () => leaveTeams(user, services),
    () => retireGuardian(user, services),
    () => forgetAidOf(user, services),
    () => returnFreeSeats(_id, services),
    () => releaseHoldsOf(_id, services),
    () => leaveWaitingLists({ userId: _id }, services),
  ];
  for (const step of steps) {
    if (!(await keepClaim(open, services))) return;
    await step();
  }
  await services.database.collections.users.updateOne(open, {
    $set: { 'removal.isDone': true },
    $unset: { 'removal.checkAfter': '' },
  });
}

/**
 * Extends this server's claim on the work of a removal.
 * @param open the account, only while that work is to do
 * @returns false if it is not anymore
 */
export async function keepClaim(open: Filter<UserDocument>, services: Services): Promise<boolean> {
  const { matchedCount } = await services.database.collections.users.updateOne(open, {
    $set: { 'removal.checkAfter': endOfWork(services) },
  });
  return matchedCount === 1;
}

/** How long a server's claim on a removal lasts: longer than one step takes. */
const WORK_MS = 10 * 60_000;

export function endOfWork({ now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() + WORK_MS);
}
