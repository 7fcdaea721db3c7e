import type { OwnData } from '@speakifyr/contract/account.ts';
import type { CostShare } from '@speakifyr/contract/cost-share.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { changeFamily, findOwnChild } from './change-family.ts';
import { listGuardiansOf } from './guardians.ts';
import { listRights } from './rights.ts';

/** Two guardians share what a child's classes cost: one asks, the other one accepts. R371, R372 */

type Share = NonNullable<ChildDocument['costShare']>;

/**
 * Asks another guardian to pay a share of the classes that are booked from now on. Nothing is shared until they accept.
 * @param asked.percent what the other one would pay, 1 to MAX_SHARE
 * @throws {ApiError} `not_found`, also if the other one is no guardian; `guardian_may_not` unless both may book;
 * `verify_email_first`, `cost_share_exists`
 */
export async function askCostShare(
  { childId, guardianId, percent }: { childId: string; guardianId: string; percent: number },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const other = new ObjectId(guardianId);
  await changeFamily(async () => {
    const { child, guardian } = await findOwnChild(new ObjectId(childId), user, services);
    if (!guardian.may.includes('book')) throw new ApiError('guardian_may_not');
    // The other one gets an email with this person's name.
    if (!user.isVerified) throw new ApiError('verify_email_first');
    await checkPartner(child, other, user, services);
    if (child.costShare) throw new ApiError('cost_share_exists');
    const costShare: Share = { askedBy: user._id, other, percent, askedAt: services.now() };
    const event = await toEvent('ask cost share', { child, costShare, by: user }, services);
    return { child, family: { ...child, costShare }, event };
  }, services);
}

/** @throws {ApiError} `not_found`, `guardian_may_not` */
async function checkPartner(
  child: ChildDocument,
  other: ObjectId,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const guardians = (await listGuardiansOf([child], services)).get(child._id.toHexString()) ?? [];
  const isThere = guardians.some((one) => one.user._id.equals(other));
  if (!isThere || other.equals(user._id))
    throw new ApiError('not_found', 'This person does not look after this child with you.');
  if (!listRights(child, other).includes('book'))
    throw new ApiError(
      'guardian_may_not',
      'This guardian may see the child, but not book and pay for classes.',
    );
}

type Answer = { childId: string; accept: boolean; askedBy: string; percent: number };

/**
 * Accepts or declines, as the guardian who was asked. Accepting again changes nothing.
 * @param answer with who asked, and for how much, as the person saw it
 * @throws {ApiError} `not_found`, `verify_email_first`; `cost_share_changed` if nobody asks them for that now
 */
export async function answerCostShare(
  { childId, accept, askedBy, percent }: Answer,
  user: UserDocument,
  services: Services,
): Promise<void> {
  await changeFamily(async () => {
    const { child } = await findOwnChild(new ObjectId(childId), user, services);
    const { costShare, guardians, invitations } = child;
    const isSeen = costShare?.percent === percent && costShare.askedBy.equals(askedBy);
    if (!isSeen || !costShare.other.equals(user._id)) throw new ApiError('cost_share_changed');
    if (costShare.agreedAt) {
      if (accept) return null;
      throw new ApiError('cost_share_changed');
    }
    if (!accept) {
      const event = await toEvent('decline cost share', { child, costShare, by: user }, services);
      return { child, family: { guardians, invitations }, event };
    }
    // Anybody can make an account with somebody else's address.
    if (!user.isVerified) throw new ApiError('verify_email_first');
    const event = await toEvent('accept cost share', { child, costShare, by: user }, services);
    const agreed = { ...costShare, agreedAt: services.now() };
    return { child, family: { guardians, invitations, costShare: agreed }, event };
  }, services);
}

/**
 * Ends it as either of the two: the question, or the agreement. What was booked stays as it was.
 * @throws {ApiError} `not_found`, `cost_share_changed` if the person shares nothing now
 */
export async function endCostShare(
  childId: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  await changeFamily(async () => {
    const { child } = await findOwnChild(new ObjectId(childId), user, services);
    const { costShare, guardians, invitations } = child;
    if (!costShare || !isOneOf(costShare, user)) throw new ApiError('cost_share_changed');
    const isDeclined = !costShare.agreedAt && costShare.other.equals(user._id);
    const type = isDeclined ? 'decline cost share' : 'end cost share';
    const event = await toEvent(type, { child, costShare, by: user }, services);
    return { child, family: { guardians, invitations }, event };
  }, services);
}

type Act = 'ask cost share' | 'accept cost share' | 'decline cost share' | 'end cost share';

/** What the audit log says, and whom the mailer tells. The log does not name the child. */
async function toEvent(
  type: Act,
  { child, costShare, by }: { child: ChildDocument; costShare: Share; by: UserDocument },
  services: Services,
) {
  const { askedBy, other, percent, askedAt, agreedAt } = costShare;
  const tell = by._id.equals(askedBy) ? other : askedBy;
  const isUnanswered = type === 'end cost share' && !agreedAt;
  const person = await findUserWithId(tell, services);
  const data = { child: child._id.toHexString(), percent };
  const isOver = type === 'decline cost share' || type === 'end cost share';
  return auditEvent({
    type,
    at: services.now(),
    by: by._id,
    target: person?.email ?? tell.toHexString(),
    before: isOver ? data : null,
    after: isOver ? null : data,
    childId: child._id,
    askedAt,
    partner: by._id,
    tell: isUnanswered ? null : tell,
  });
}

function isOneOf({ askedBy, other }: Share, { _id }: { _id: ObjectId }): boolean {
  return askedBy.equals(_id) || other.equals(_id);
}

/**
 * What is agreed or asked, for one of the two or for the office.
 * @param active the guardians whose accounts are active, as they are presented
 * @param reader without one, the office
 */
export function presentCostShare(
  { costShare }: ChildDocument,
  active: { _id: string }[],
  reader?: { _id: ObjectId },
): CostShare | null {
  if (!costShare || (reader && !isOneOf(costShare, reader))) return null;
  const [askedBy, other] = [costShare.askedBy.toHexString(), costShare.other.toHexString()];
  // Somebody who is deleting their account is not named anymore.
  if (![askedBy, other].every((id) => active.some(({ _id }) => _id === id))) return null;
  return { askedBy, other, percent: costShare.percent, isAgreed: !!costShare.agreedAt };
}

/** What is agreed or asked, for the person's own download: nothing about the other guardian. */
export function presentOwnShare(
  { costShare }: ChildDocument,
  user: { _id: ObjectId },
): OwnData['children'][number]['costShare'] {
  if (!costShare || !isOneOf(costShare, user)) return null;
  const { askedBy, percent, askedAt, agreedAt } = costShare;
  const askedByYou = askedBy.equals(user._id);
  return {
    youPayPercent: askedByYou ? 100 - percent : percent,
    askedByYou,
    askedAt: askedAt.toISOString(),
    agreedAt: agreedAt?.toISOString() ?? null,
  };
}
