import { type GuardianRight, INVITATION_DAYS, MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import type { ChildDocument, Invitation } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { newsEvent } from '../events/audit-event.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { checkMayHandOver, isBlockedToday } from './blocked-guardian.ts';
import { findChildren, listChildrenOf } from './booking.ts';
import { changeFamily, findChangeableChild } from './change-family.ts';
import { findInvitingChild, listChildrenInviting } from './children.repo.ts';
import { findFreePlace, withGuardian, withInvitation, withoutInvitation } from './family.ts';
import { leaveChild } from './delete-child.ts';
import { createHmac } from 'node:crypto';
import { isDuplicateKey } from '../database/duplicate-key.ts';

type Invited = { childId: string; email: string; may: GuardianRight[] };

/**
 * Invites somebody to become a guardian. Doesn't reveal whether the address has an account. The mailer finds the event
 * that is written with the invitation. An address gets one a day per child of one account, and one email. R108, R189
 * @throws {ApiError} `verify_email_first`, `not_found`, `guardian_may_not`, `already_guardian`, `too_many_guardians`,
 * `invited_today`
 */
export async function inviteGuardian(
  { childId, email, may }: Invited,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const now = services.now();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  const invitation = { _id: new ObjectId(), email, may, invitedBy: user._id, expiresAt };
  const invites = { email, by: user._id, childId: new ObjectId(childId) };
  let emailedAs: ObjectId | null = null;
  const change = changeFamily(async () => {
    const { child } = await findChangeableChild(invites.childId, user, services);
    await checkMayHandOver(child._id, user, services);
    // The invited person sees this address, so it must be the caller's.
    if (!user.isVerified) throw new ApiError('verify_email_first');
    const guardians = await findActiveUsers(
      child.guardians.map(({ userId }) => userId),
      services,
    );
    if (guardians.some((guardian) => guardian.email === email))
      throw new ApiError('already_guardian');
    // Refuses before the address is claimed.
    withInvitation(child, invitation, now);
    emailedAs ??= await claimAddress(invites, invitation._id, services);
    if (!emailedAs) throw new ApiError('invited_today');
    const family = withInvitation(child, { ...invitation, emailedAs }, now);
    return { child, family, event: toEvent(child, invitation, services) };
  }, services);
  await change.catch(async (refusal: unknown) => {
    // After any other error, the invitation may have been written anyway.
    if (emailedAs && refusal instanceof ApiError) await releaseAddress(invites, services);
    throw refusal;
  });
}

function toEvent(
  child: ChildDocument,
  { _id }: { _id: ObjectId },
  services: Services,
): SchoolEvent {
  const data = { childId: child._id, invitationId: _id };
  return newsEvent('guardian invited', data, services.now());
}

/** @throws {ApiError} `not_found`, `guardian_may_not` */
export async function takeInvitationBack(
  { childId, invitationId }: { childId: string; invitationId: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  await changeFamily(async () => {
    const { child } = await findChangeableChild(new ObjectId(childId), user, services);
    const id = new ObjectId(invitationId);
    if (!child.invitations.some(({ _id }) => _id.equals(id))) throw invitationNotFoundError();
    return { child, family: withoutInvitation(child, id) };
  }, services);
}

/**
 * Makes the caller a guardian. Of two concurrent calls, one finds that the invitation is gone. R490
 * @returns the child's id
 * @throws {ApiError} `verify_email_first`, `not_found`, `too_many_children`, `too_many_guardians`
 */
export async function acceptInvitation(
  invitationId: string,
  user: UserDocument,
  services: Services,
): Promise<string> {
  const { child } = await changeFamily(async () => {
    const found = await findInvitationTo(user, new ObjectId(invitationId), services);
    const place = findFreePlace(await listChildrenOf(user, services), user._id);
    const family = withGuardian(found.child, found.invitation, { userId: user._id, place });
    return { child: found.child, family };
  }, services);
  // The account may have been locked meanwhile, by somebody who has not seen this child.
  if ((await findActiveUsers([user._id], services)).length === 0) {
    await leaveChild(child._id, user, services);
    throw new ApiError('account_removed');
  }
  return child._id.toHexString();
}

/** @throws {ApiError} `verify_email_first`, `not_found` */
export async function declineInvitation(
  invitationId: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  await changeFamily(async () => {
    const { child, invitation } = await findInvitationTo(
      user,
      new ObjectId(invitationId),
      services,
    );
    return { child, family: withoutInvitation(child, invitation._id) };
  }, services);
}

async function findInvitationTo(user: UserDocument, invitationId: ObjectId, services: Services) {
  // Anybody can make an account with somebody else's address.
  if (!user.isVerified) throw new ApiError('verify_email_first');
  const child = await findInvitingChild(services.database.collections, {
    invitationId,
    email: user.email,
    at: services.now(),
  });
  const invitation = child?.invitations.find(({ _id }) => _id.equals(invitationId));
  if (!child || !invitation) throw invitationNotFoundError();
  // Somebody who must not collect the child names nobody else who does.
  const [inviter] = await findActiveUsers([invitation.invitedBy], services);
  if (inviter && (await isBlockedToday(child._id, inviter, services)))
    throw invitationNotFoundError();
  return { child, invitation };
}

function invitationNotFoundError(): ApiError {
  return new ApiError('not_found', 'This invitation is no longer open.');
}

/** Open invitations to somebody's address. None for an unconfirmed address: it may be another person's. */
export async function getInvitationsTo(
  { email, isVerified }: Pick<UserDocument, 'email' | 'isVerified'>,
  services: Services,
) {
  if (!isVerified) return [];
  const now = services.now();
  const children = await listChildrenInviting(services.database.collections, email, now);
  const invited = children.flatMap(({ name, invitations }) =>
    invitations
      .filter((invitation) => invitation.email === email && invitation.expiresAt > now)
      .map((invitation) => ({ ...invitation, childName: name })),
  );
  const inviters = await findActiveUsers(
    invited.map(({ invitedBy }) => invitedBy),
    services,
  );
  return invited.flatMap(({ _id, childName, invitedBy, may, expiresAt }) => {
    const from = inviters.find((user) => user._id.equals(invitedBy));
    if (!from) return [];
    return [
      {
        _id: _id.toHexString(),
        childName,
        from: { name: from.name, email: from.email },
        may,
        expiresAt: expiresAt.toISOString(),
      },
    ];
  });
}

/** Forgets the addresses of people who did not accept in time. A job. */
export async function forgetExpiredInvitations({ database, now }: Services): Promise<void> {
  const isExpired = { expiresAt: { $lte: now() } };
  await database.collections.children.updateMany(
    { invitations: { $elemMatch: isExpired } },
    { $pull: { invitations: isExpired }, $inc: { revision: 1 } },
  );
}

/** @returns an invitation that can still be accepted, or undefined */
export async function findOpenInvitation(
  childId: ObjectId,
  invitationId: ObjectId,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<Invitation | undefined> {
  const [child] = await findChildren([childId], { database });
  return child?.invitations.find(
    ({ _id, expiresAt }) => _id.equals(invitationId) && expiresAt > now(),
  );
}

/** The names of the children for whom this person invites this address now. */
export async function listInvitedFor(
  { email, invitedBy }: Pick<Invitation, 'email' | 'invitedBy'>,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<string[]> {
  const children = await listChildrenInviting(database.collections, email, now());
  return children
    .filter(({ invitations }) =>
      invitations.some((one) => one.email === email && one.invitedBy.equals(invitedBy)),
    )
    .map(({ name }) => name);
}

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

/** An account invites an address for a child. */
type Invites = { email: string; by: ObjectId; childId: ObjectId };

/**
 * Claims an address for a day: one account may invite it, once for each of its children. Of several concurrent
 * accounts, one gets it. The claim stays if the invitation is taken back, or the child or the inviter's account is
 * deleted.
 * @param invitationId of the invitation that is about to be written
 * @returns the first invitation of the day, whose email stands for all; null if the address was invited already
 */
async function claimAddress(
  { email, by, childId }: Invites,
  invitationId: ObjectId,
  services: Needs,
): Promise<ObjectId | null> {
  const { invitedAddresses } = services.database.collections;
  const _id = nameAddress(email, services);
  await invitedAddresses.deleteOne({ _id, at: { $lte: findDayAgo(services) } });
  try {
    // The id makes sure that only one of several concurrent calls inserts it.
    const at = services.now();
    await invitedAddresses.insertOne({ _id, at, by, children: [childId], invitationId });
    return invitationId;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const isFull = `children.${MAX_CHILDREN - 1}`;
  const claimed = await invitedAddresses.findOneAndUpdate(
    { _id, by, children: { $ne: childId }, [isFull]: { $exists: false } },
    { $push: { children: childId } },
  );
  return claimed?.invitationId ?? null;
}

/** Gives a claim back, because nobody was invited for this child. The address is dropped with the last child. */
async function releaseAddress({ email, by, childId }: Invites, services: Needs): Promise<void> {
  const { invitedAddresses } = services.database.collections;
  const _id = nameAddress(email, services);
  await invitedAddresses.updateOne({ _id, by }, { $pull: { children: childId } });
  await invitedAddresses.deleteOne({ _id, by, children: [] });
}

/** Forgets addresses that may be invited again. A job. */
export async function forgetInvitedAddresses(services: Needs): Promise<void> {
  const { invitedAddresses } = services.database.collections;
  await invitedAddresses.deleteMany({ at: { $lte: findDayAgo(services) } });
}

function findDayAgo({ now }: Needs): Date {
  return new Date(now().getTime() - DAY_MS);
}

/** A keyed hash: the address may belong to a stranger who has no account here. */
function nameAddress(email: string, { environment }: Needs): string {
  return createHmac('sha256', environment.JWT_SECRET)
    .update(`invitation ${email}`)
    .digest('base64url')
    .slice(0, 22);
}
