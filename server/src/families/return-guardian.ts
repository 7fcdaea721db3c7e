import { MAX_GUARDIANS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { findAnyChild, listChildrenOf } from './booking.ts';
import { changeFamily } from './change-family.ts';
import { leaveChild } from './delete-child.ts';
import { findFreePlace, withGuardian } from './family.ts';
import { findGuardian } from './rights.ts';

/**
 * Makes somebody whose removal is taken back a guardian of a child again, with the rights that they had and no more:
 * whoever the child was handed to now counts as the one who invited them. Nothing that they gave for the child comes
 * back. Does nothing if the child is gone, or it or the account has no place. May be repeated. R592
 */
export async function returnGuardian(
  { childId, may }: NonNullable<UserDocument['removal']>['children'][number],
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  try {
    const change = await changeFamily(async () => {
      const child = await findAnyChild(childId, services);
      const owner = child?.guardians.find(({ invitedBy }) => invitedBy === null);
      if (!child || !owner || findGuardian(child, user._id)) return null;
      const open = child.invitations.filter(({ expiresAt }) => expiresAt > services.now());
      if (child.guardians.length + open.length >= MAX_GUARDIANS) return null;
      const place = findFreePlace(await listChildrenOf(user, services), user._id);
      const invitation = { _id: new ObjectId(), may, invitedBy: owner.userId };
      const family = withGuardian(child, invitation, { userId: user._id, place });
      return { child, family };
    }, services);
    // They may have deleted the account, or been removed again, by somebody who has not seen this child.
    if (change && (await findActiveUsers([user._id], services)).length === 0)
      await leaveChild(childId, user, services);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_children')) throw error;
  }
}
