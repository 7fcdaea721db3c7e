import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from '../database/event-document.ts';
import type { ChildDocument, Guardian } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { checkSomebodyPays, passOnDebtsFor } from './pass-on-debts.ts';
import type { Services } from '../services.ts';
import { childNotFoundError } from './booking.ts';
import { findChildOfGuardian, replaceFamily } from './children.repo.ts';
import type { Family } from './family.ts';
import { describeLost, endGiven, findLost, withoutLostInvitations } from './end-given.ts';
import { endLostShare } from './lost-share.ts';
import { canChange, findGuardian } from './rights.ts';

/** Each lost race means that another call succeeded. This many in a row mean that something is wrong. */
const MAX_TRIES = 50;

/** The new family, and what is written with it. */
export type FamilyChange = {
  child: ChildDocument;
  family: Family;
  event?: SchoolEvent;
  /** An account that another one replaces, with all that it gave. */
  merged?: ObjectId;
};

/**
 * Changes a child's guardians, invitations or cost agreement in one update. If somebody else changes them at the same
 * moment, it decides again from the new ones. What a guardian gave ends with the right with which they gave it. What they
 * owe passes on. R106, R136, R465
 * @param decide reads the child and throws if the change is refused; null if nothing has to change
 * @throws {ApiError} `still_owes`
 */
export async function changeFamily<C extends FamilyChange | null>(
  decide: () => Promise<C>,
  services: Services,
): Promise<C> {
  const { database, now } = services;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const change = await decide();
    if (!change) return change;
    const { child, event, merged } = change;
    const lost = findLost(child, change.family, merged);
    const family = withoutLostInvitations(change.family, lost);
    await checkSomebodyPays(child, family, services);
    const ends = await describeLost(child, family, lost, services);
    const events = [event, endLostShare(child, family, now()), ...ends].filter((one) => !!one);
    if (!(await replaceFamily(database.collections, child, family, events))) continue;
    if (lost.length > 0) await endGiven({ ...child, ...family }, lost, services);
    await passOnDebtsFor(child, family, services);
    return change;
  }
  throw new ApiError('unavailable');
}

/**
 * @returns the child and the caller as its guardian
 * @throws {ApiError} `not_found` if they are not
 */
export async function findOwnChild(
  childId: ObjectId,
  user: { _id: ObjectId },
  { database }: Pick<Services, 'database'>,
): Promise<{ child: ChildDocument; guardian: Guardian }> {
  const child = await findChildOfGuardian(database.collections, childId, user._id);
  const guardian = child && findGuardian(child, user._id);
  if (!guardian) throw childNotFoundError();
  return { child, guardian };
}

/**
 * As `findOwnChild`, for a change of the child, its contacts, health or guardians.
 * @throws {ApiError} `not_found`, `guardian_may_not` without every right
 */
export async function findChangeableChild(
  childId: ObjectId,
  user: { _id: ObjectId },
  services: Pick<Services, 'database'>,
): Promise<{ child: ChildDocument; guardian: Guardian }> {
  const found = await findOwnChild(childId, user, services);
  if (!canChange(found.child, user._id))
    throw new ApiError('guardian_may_not', 'You may see this child, but not change anything.');
  return found;
}
