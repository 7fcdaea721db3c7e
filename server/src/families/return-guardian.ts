import { MAX_CHILDREN, MAX_GUARDIANS } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { isBlockedEver } from './blocked-guardian.ts';
import { findAnyChild, listChildrenOf } from './booking.ts';
import { changeFamily } from './change-family.ts';
import { leaveChild } from './delete-child.ts';
import { findFreePlace, withReturned } from './family.ts';
import { findGuardian } from './rights.ts';

type Person = Pick<UserDocument, '_id' | 'name'>;

/** Why somebody whose removal is taken back does not become a guardian of a child again. */
export type NoReturn = 'gone' | 'blocked' | 'child is full' | 'account is full';

/**
 * The only function that decides whether somebody whose removal is taken back becomes a guardian of a child again.
 * Whatever protects the child comes first: an entry that they, or perhaps they, must not collect it, also from a later
 * day on. R592, R603
 * @param own how many children their account has by then
 * @returns undefined if they do
 */
export async function findNoReturn(
  child: ChildDocument | null,
  user: Person,
  own: number,
  services: Services,
): Promise<NoReturn | undefined> {
  if (!child) return 'gone';
  if (await isBlockedEver(child._id, user, services)) return 'blocked';
  const open = child.invitations.filter(({ expiresAt }) => expiresAt > services.now());
  if (child.guardians.length + open.length >= MAX_GUARDIANS) return 'child is full';
  return own >= MAX_CHILDREN ? 'account is full' : undefined;
}

/**
 * Makes somebody whose removal is taken back a guardian of a child again, with the rights that they had and no more.
 * Nothing that they gave for the child comes back. May be repeated. R592, R603
 * @returns the child, if they are its guardian now; null otherwise
 */
export async function returnGuardian(
  kept: NonNullable<UserDocument['removal']>['children'][number],
  user: Person,
  services: Services,
): Promise<ChildDocument | null> {
  const { childId } = kept;
  const change = await changeFamily(async () => {
    const child = await findAnyChild(childId, services);
    if (!child || findGuardian(child, user._id)) return null;
    const own = await listChildrenOf(user, services);
    if (await findNoReturn(child, user, own.length, services)) return null;
    const place = findFreePlace(own, user._id);
    return { child, family: withReturned(child, kept, { userId: user._id, place }) };
  }, services);
  // They may have deleted the account, or been removed again, by somebody who has not seen this child; or somebody has
  // just entered that they must not collect it.
  const isWrong = async () =>
    (await findActiveUsers([user._id], services)).length === 0 ||
    (await isBlockedEver(childId, user, services));
  if (change && (await isWrong())) await leaveChild(childId, user, services);
  const child = await findAnyChild(childId, services);
  return child && findGuardian(child, user._id) ? child : null;
}
