import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { WaitingPerson } from '../database/waiting-documents.ts';
import { findChildren, isForChild } from '../families/booking.ts';
import { listRights } from '../families/rights.ts';
import { isForAdult } from '../seats/may-join.ts';
import type { Services } from '../services.ts';
import { findActiveUsers, findMovingAccounts } from '../users/find-users.ts';
import { mayBook } from '../users/has-family.ts';

/**
 * Whether somebody who waits, or is offered a seat, may take it: `gone` if the account or the child is gone, or the
 * account may not book for it anymore; `misfit` if the class is no longer for them, which they don't know.
 */
type Standing = 'may' | 'gone' | 'misfit';

export type StandingOf = (
  userId: ObjectId,
  person: Pick<WaitingPerson, 'childId'>,
  campClass: ClassDocument,
) => Standing;

/** What is asked of people who want to join holds as long as they wait. R154, R716 */
export async function readStandings(
  people: { userId: ObjectId; childId?: ObjectId }[],
  services: Services,
): Promise<StandingOf> {
  const childIds = people.flatMap(({ childId }) => childId ?? []);
  const found = childIds.length > 0 ? await findChildren(childIds, services) : [];
  const children = new Map(
    found.filter((child) => !child.deletingSince).map((child) => [child._id.toHexString(), child]),
  );
  const userIds = people.map(({ userId }) => userId);
  const active = new Map(
    (await findActiveUsers(userIds, services)).map((user) => [user._id.toHexString(), user]),
  );
  for (const [id, user] of active) if (!(await mayBook(user, services))) active.delete(id);
  // Its entries move to another account with everything else: nobody loses their place.
  const moving = await findMovingAccounts(services);
  return (userId, { childId }, campClass) => {
    if (moving.has(userId.toHexString())) return 'may';
    const user = active.get(userId.toHexString());
    if (!user) return 'gone';
    if (!childId) return isForAdult(user, campClass, services) ? 'may' : 'misfit';
    const child = children.get(childId.toHexString());
    if (!child || !listRights(child, userId).includes('book')) return 'gone';
    return isForChild(child, campClass) ? 'may' : 'misfit';
  };
}
