import { logFailure } from '../log.ts';
import { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import { findNameUntil, hasCurrentSeats } from '../seats/current-seats.ts';
import { leaveWaitingLists } from '../seats/waiting-lists.ts';
import { isOwedFor } from './pass-on-debts.ts';
import { forgetAidFor } from '../prices/aid-store.ts';
import { relayEvents } from '../events/relay.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { endAbsences } from './absences.ts';
import { checkMayHandOver } from './blocked-guardian.ts';
import { childNotFoundError, findAnyChild, listChildrenOf } from './booking.ts';
import { changeFamily, findOwnChild } from './change-family.ts';
import {
  beginDeletion,
  cancelDeletion,
  dropChild,
  listChildrenInviting,
  listDeleting,
  markDeleting,
} from './children.repo.ts';
import { forgetAnswers } from './given-answers.ts';
import { isOwner } from './rights.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { withoutGuardian } from './family.ts';

/**
 * Deletes a child with its contacts, health and photo. A job does what cannot be done now. R110, R137, R422
 * @throws {ApiError} `not_found`; `guardian_may_not` unless the caller added it; `child_has_seats`;
 *   `still_owes` while something is owed for a seat of it
 */
export async function deleteChild(
  childId: string,
  user: Pick<UserDocument, '_id' | 'name'>,
  services: Services,
): Promise<void> {
  const { child } = await findOwnChild(new ObjectId(childId), user, services);
  if (!isOwner(child, user._id))
    throw new ApiError('guardian_may_not', 'Only the person who added this child can delete it.');
  // What the court said goes with the child.
  await checkMayHandOver(child._id, user, services);
  if (await hasCurrentSeats(child._id, services)) throw new ApiError('child_has_seats');
  if (await isOwedFor(child._id, services)) throw new ApiError('still_owes');
  const { collections } = services.database;
  if (!(await beginDeletion(collections, child._id, user._id, services.now())))
    throw childNotFoundError();
  if (!(await decideDeletion(child._id, user, services))) throw new ApiError('child_has_seats');
  await forgetOrLog(child._id, services);
}

/**
 * Decides the deletion of a child that nobody finds anymore. A guardian may have taken a seat for it just before, so it
 * looks once more: a guardian who takes one now finds no child and gives the seat back. May be repeated.
 * @returns false if the child stays, because it has a seat
 */
async function decideDeletion(
  childId: ObjectId,
  user: { _id: ObjectId },
  services: Services,
): Promise<boolean> {
  if (await hasCurrentSeats(childId, services)) {
    await cancelDeletion(services.database.collections, childId);
    return false;
  }
  await lockDeletedChild(childId, { userId: user._id }, services);
  return true;
}

/**
 * Decides that a child is deleted. From then on nobody finds it, and nobody can pay for it.
 * @param by.isAlone only if the child has no other guardian
 * @returns false if this person is not (or no longer) the one who added it
 */
async function lockDeletedChild(
  childId: ObjectId,
  by: { userId: ObjectId; isAlone?: true },
  { database, now }: Services,
): Promise<boolean> {
  return markDeleting(database.collections, childId, by, now());
}

/** Finishes cut-off deletions, and forgets names once the camp is over. A job; several servers may run it at once. */
export async function finishChildDeletions(services: Services): Promise<void> {
  const { collections } = services.database;
  for (const { _id, guardians } of await listDeleting(collections, readToday(services))) {
    const owner = guardians.find(({ invitedBy }) => invitedBy === null);
    // Cut off before it was decided.
    if (owner && !(await decideDeletion(_id, { _id: owner.userId }, services))) continue;
    await forgetOrLog(_id, services);
  }
}

const forgetOrLog = (childId: ObjectId, services: Services) =>
  logFailure(forgetChild(childId, services), 'a child is not deleted yet', services, { childId });

/**
 * Removes all that is left of a child that is being deleted: health and photo first, the child's document last, so that
 * the next try finds the rest. Only its name stays until its last camp is over. May be repeated.
 */
async function forgetChild(childId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  await collections.childHealth.deleteOne({ _id: childId });
  await collections.childPhotos.deleteOne({ _id: childId });
  await forgetAidFor(childId, [], services);
  await leaveWaitingLists({ childId }, services);
  // Events still in the child's documents would be lost with them.
  await relayEvents(services);
  await collections.childContacts.deleteOne({ _id: childId });
  await forgetAnswers(childId, services);
  await dropChild(collections, childId, await findNameUntil({ childId }, services));
}

/** Deletes a record of a child once another record of it has everything, for its only guardian. May be repeated. */
export async function dropJoinedChild(
  childId: ObjectId,
  { _id: userId }: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  if (await lockDeletedChild(childId, { userId, isAlone: true }, services))
    await forgetChild(childId, services);
}

type Leaving = Pick<UserDocument, '_id' | 'email' | 'isVerified'>;

/**
 * Ends a deleted account's ties to children. A child with another guardian stays with them; a child without one is
 * deleted, its health at once. Invitations by and to the account vanish. May be repeated.
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
 * Ends a removed account's ties to children who have another guardian. A child without one stays as it is, because its
 * seats are paid; only nobody says anymore that it does not come. May be repeated. R468
 */
export async function retireGuardian(user: Leaving, services: Services): Promise<void> {
  await finishChildDeletions(services);
  const from = readToday(services);
  for (const { _id: personId } of await listChildrenOf(user, services)) {
    if (await leaveChild(personId, user, services)) continue;
    await endAbsences(services.database.collections, { personId, from, deciders: [] });
  }
  await dropInvitations(user, services);
}

/** @returns false if they are the only guardian */
export async function leaveChild(
  childId: ObjectId,
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<boolean> {
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
