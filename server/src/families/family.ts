import { GUARDIAN_RIGHTS, MAX_CHILDREN, MAX_GUARDIANS } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ChildDocument, Guardian, Invitation } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { findGuardian, hasEveryRight, listRights } from './rights.ts';

/** The rules for changing a child's guardians and invitations. No database and no clock. */

// Rules: R107, R109.
export type Family = Pick<ChildDocument, 'guardians' | 'invitations' | 'costShare'>;

/**
 * Adds an invitation. It replaces one to the same address; invitations that have expired are dropped.
 * @throws {ApiError} `too_many_guardians`, counting open invitations
 */
export function withInvitation(family: Family, invitation: Invitation, at: Date): Family {
  const others = family.invitations.filter(
    ({ email, expiresAt }) => email !== invitation.email && expiresAt > at,
  );
  if (family.guardians.length + others.length >= MAX_GUARDIANS)
    throw new ApiError('too_many_guardians');
  const may = GUARDIAN_RIGHTS.filter((right) => invitation.may.includes(right));
  return { ...family, invitations: [...others, { ...invitation, may }] };
}

/** Removes an invitation, if it is there. */
export function withoutInvitation(family: Family, invitationId: ObjectId): Family {
  return {
    ...family,
    invitations: family.invitations.filter(({ _id }) => !_id.equals(invitationId)),
  };
}

/**
 * Makes the invited person a guardian, in exchange for the invitation, if it was one of the app's.
 * @throws {ApiError} `too_many_guardians`
 */
export function withGuardian(
  family: Family,
  { _id, may, invitedBy }: Pick<Invitation, '_id' | 'may' | 'invitedBy'>,
  { userId, place }: { userId: ObjectId; place: string },
): Family {
  const rest = withoutInvitation(family, _id);
  if (findGuardian(family, userId)) return rest;
  if (family.guardians.length >= MAX_GUARDIANS) throw new ApiError('too_many_guardians');
  return { ...rest, guardians: [...family.guardians, { userId, place, may, invitedBy }] };
}

/**
 * Removes a guardian and the invitations they sent. The guardians they invited now count as invited by the guardian
 * who invited them. If they had added the child, that role goes to another guardian; nobody gets more rights.
 * @throws {ApiError} `last_guardian`
 */
export function withoutGuardian(family: Family, leaving: Guardian): Family {
  const { guardians, invitations } = family;
  const isLeaving = (userId: ObjectId | null) => userId?.equals(leaving.userId) ?? false;
  const rest = guardians.filter(({ userId }) => !isLeaving(userId));
  const [first] = rest;
  if (!first) throw new ApiError('last_guardian');
  const next = leaving.invitedBy ? undefined : (rest.find(hasEveryRight) ?? first);
  return {
    ...family,
    guardians: rest.map((guardian) => {
      if (guardian === next) return { ...guardian, invitedBy: null };
      if (!isLeaving(guardian.invitedBy)) return guardian;
      return { ...guardian, invitedBy: next?.userId ?? leaving.invitedBy };
    }),
    invitations: invitations.filter(({ invitedBy }) => !isLeaving(invitedBy)),
  };
}

type Kept = { may: Guardian['may']; wasOwner?: true };

/**
 * Whether somebody whose removal is taken back decides again who looks after the child: only if they have every right,
 * and who decides since then has not. R603
 */
export function isOwnerAgain(
  { guardians }: Pick<Family, 'guardians'>,
  { may, wasOwner }: Kept,
): boolean {
  const owner = guardians.find(({ invitedBy }) => invitedBy === null);
  return !!wasOwner && hasEveryRight({ may }) && !(owner && hasEveryRight(owner));
}

/**
 * Makes somebody whose removal is taken back a guardian again. Who decides since then counts as the one who invited
 * them; if they decide again themselves, it is the other way round. R603
 */
export function withReturned(
  family: Family,
  kept: Kept,
  { userId, place }: { userId: ObjectId; place: string },
): Family {
  const isOwner = isOwnerAgain(family, kept);
  const owner = family.guardians.find(({ invitedBy }) => invitedBy === null);
  const invitedBy = isOwner ? null : (owner?.userId ?? null);
  return {
    ...family,
    guardians: [
      ...family.guardians.map((one) =>
        isOwner && one === owner ? { ...one, invitedBy: userId } : one,
      ),
      { userId, place, may: kept.may, invitedBy },
    ],
  };
}

/** The cost agreement or question; undefined if it is not between two guardians who may book for the child. R371 */
export function keepCostShare(family: Family): Family['costShare'] {
  const { costShare } = family;
  if (!costShare || costShare.askedBy.equals(costShare.other)) return undefined;
  const mayPay = [costShare.askedBy, costShare.other].every((id) =>
    listRights(family, id).includes('book'),
  );
  return mayPay ? costShare : undefined;
}

/**
 * An account has MAX_CHILDREN places for children. A unique index lets each be taken once, so concurrent calls can't
 * add more children than allowed, and nothing has to be counted.
 * @param children all of the account's children
 * @returns the first free place
 * @throws {ApiError} `too_many_children`
 */
export function findFreePlace(children: ChildDocument[], userId: ObjectId): string {
  if (children.length >= MAX_CHILDREN) throw new ApiError('too_many_children');
  return findAnyPlace(children, userId);
}

/**
 * Like `findFreePlace`, but past the limit, too: a merge that is decided is finished, also if somebody has just filled
 * the account. It can't get more children until it has fewer than the limit again. R490
 */
export function findAnyPlace(children: ChildDocument[], userId: ObjectId): string {
  const taken = new Set(children.map((child) => findGuardian(child, userId)?.place));
  let number = 0;
  while (taken.has(`${userId.toHexString()}-${number}`)) number += 1;
  return `${userId.toHexString()}-${number}`;
}

/** Each retry means that another call took the place and succeeded, so no more tries than these are needed. */
export const MAX_PLACE_TRIES = 2 * MAX_CHILDREN;
