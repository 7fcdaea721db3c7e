import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findAnyChild, listChildrenOf } from './booking.ts';
import { changeFamily, findOwnChild } from './change-family.ts';
import { listChildrenInviting } from './children.repo.ts';
import { finishChildDeletions, forgetChild, lockDeletedChild } from './delete-child.ts';
import { withoutGuardian } from './family.ts';
import { ApiError } from '../errors.ts';

type Leaving = Pick<UserDocument, '_id' | 'email' | 'isVerified'>;

/**
 * Ends what an account that is deleted has to do with children. A child with another guardian stays with them; a child
 * without one is deleted, its health at once. Invitations by and to the account vanish. May be repeated.
 */
export async function forgetGuardian(user: Leaving, services: Services): Promise<void> {
  // Until then, nobody knows whether the child stays.
  await finishChildDeletions(services);
  for (const { _id } of await listChildrenOf(user, services))
    await leaveOrDeleteChild(_id, user, services);
  await dropInvitations(user, services);
}

async function leaveOrDeleteChild(
  childId: ObjectId,
  user: Leaving,
  services: Services,
): Promise<void> {
  if (await leaveChild(childId, user, services)) return;
  if (await lockDeletedChild(childId, { userId: user._id, isAlone: true }, services))
    return forgetChild(childId, services);
  // Somebody has just accepted an invitation, so the child stays with them.
  await leaveChild(childId, user, services);
}

/**
 * Ends what an account that an admin removes has to do with children who have another guardian. A child without one
 * stays as it is, because its seats are paid. May be repeated.
 */
export async function retireGuardian(user: Leaving, services: Services): Promise<void> {
  await finishChildDeletions(services);
  for (const { _id } of await listChildrenOf(user, services)) await leaveChild(_id, user, services);
  await dropInvitations(user, services);
}

/** @returns false if they are the only guardian */
async function leaveChild(childId: ObjectId, user: Leaving, services: Services): Promise<boolean> {
  try {
    await changeFamily(async () => {
      const { child, guardian } = await findOwnChild(childId, user, services);
      return { child, family: withoutGuardian(child, guardian) };
    }, services);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'last_guardian') return false;
    // Somebody else has just removed them.
    if (error.code === 'not_found') return true;
    throw error;
  }
}

/** With an address that was never confirmed, an invitation may be for somebody else. */
async function dropInvitations(
  { _id: userId, email, isVerified }: Leaving,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const inviting = isVerified ? await listChildrenInviting(collections, email, new Date(0)) : [];
  const invited = await collections.children.find({ 'invitations.invitedBy': userId }).toArray();
  for (const { _id } of [...inviting, ...invited])
    await changeFamily(async () => {
      const child = await findAnyChild(_id, services);
      if (!child) return null;
      const invitations = child.invitations.filter(
        (invitation) =>
          !invitation.invitedBy.equals(userId) && !(isVerified && invitation.email === email),
      );
      return { child, family: { ...child, invitations } };
    }, services);
}
