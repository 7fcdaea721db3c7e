import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { releaseHoldsOf } from '../cart/release-holds.ts';
import { leaveTeams } from '../classes/team.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import { findChildren, listChildrenOf } from '../families/booking.ts';
import { retireGuardian } from '../families/delete-child.ts';
import { listGuardians } from '../families/guardians.ts';
import { returnGuardian } from '../families/return-guardian.ts';
import { listRights } from '../families/rights.ts';
import { logFailure } from '../log.ts';
import { sayAll } from '../messages/parts/say.ts';
import { returnFreeSeats } from '../payments/enroll-free.ts';
import { forgetAidOf } from '../prices/aid-store.ts';
import { leaveWaitingLists } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { newCredentials } from '../users/calendar-secrets.ts';
import { findAnyUser } from '../users/find-users.ts';
import { findLastLate, findTakeable, type Removal } from '../users/removals.ts';

/**
 * What follows a removal, and how it is taken back. The removal itself is one update of the account (remove-user.ts);
 * every later step may be repeated, and a job does what was cut off. decisions/0118
 */

type Removed = Pick<UserDocument, '_id' | 'email' | 'isVerified'> & { removal: Removal };

export const ONLY_DIRECTORS = 'Only a director can remove an admin, or take that back.';

/** Whether this admin may remove this user, and take it back. R292 */
export function mayRemove(
  { role }: Pick<UserDocument, 'role'>,
  admin: Pick<UserDocument, 'role' | 'bundle'>,
): boolean {
  return role !== 'admin' || bundleOf(admin) === 'director';
}

/** The rights that an account has for its children, to give them back. */
export async function listRightsToKeep(
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<Removal['children']> {
  const children = await listChildrenOf(user, services);
  return children.map((child) => ({ childId: child._id, may: listRights(child, user._id) }));
}

/** Ends what a removed account had with others. Until that is done, nobody can take the removal back. */
export async function endTies(user: Removed, services: Services): Promise<void> {
  const { _id, removal } = user;
  await leaveTeams(user, services);
  await retireGuardian(user, services);
  await forgetAidOf(user, services);
  await returnFreeSeats(_id, services);
  await releaseHoldsOf(_id, services);
  await leaveWaitingLists({ userId: _id }, services);
  await services.database.collections.users.updateOne(
    { _id, status: 'removed', 'removal.at': removal.at },
    { $set: { 'removal.isDone': true } },
  );
}

/**
 * Takes back that somebody was removed: the account is open again, with its role, and a guardian of its children.
 * Sessions and the calendar's address from before do not come back, nor what others may have by now. R592, R594
 * @throws {ApiError} `not_found` also if it is too late, not finished yet, or somebody else has just done it;
 *   `not_allowed` if only a director may do it
 */
export async function takeBackRemoval(
  email: string,
  admin: Pick<UserDocument, '_id' | 'role' | 'bundle'>,
  services: Services,
): Promise<void> {
  const user = await findAnyUser(email, services);
  const removal = user && findTakeable(user, services);
  if (!removal) throw new ApiError('not_found', TOO_LATE);
  if (!mayRemove(user, admin)) throw new ApiError('not_allowed', ONLY_DIRECTORS);
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'take back removal',
    target: email,
    before: { removed: removal.at.toISOString() },
    after: { role: user.role },
  });
  const { modifiedCount } = await services.database.collections.users.updateOne(
    { _id: user._id, status: 'removed', 'removal.at': removal.at, 'removal.isDone': true },
    { ...newCredentials('', { status: 'active' }), $push: { events: event } },
  );
  if (modifiedCount === 0) throw new ApiError('not_found', removal.isDone ? TOO_LATE : NOT_DONE);
  await giveBack({ ...user, removal }, services);
}

const TOO_LATE = 'This can’t be taken back anymore. Please reload the list.';
const NOT_DONE = 'The removal is not finished yet. Please try again in a few minutes.';

/** Makes an account whose removal is taken back a guardian again. The others hear of it. May be repeated. */
async function giveBack(
  { _id, removal }: Pick<Removed, '_id' | 'removal'>,
  services: Services,
): Promise<void> {
  for (const kept of removal.children) await returnGuardian(kept, { _id }, services);
  const event = newsEvent('guardian back', { userId: _id }, services.now());
  await services.database.collections.users.updateOne(
    { _id, status: 'active', 'removal.at': removal.at },
    {
      $unset: { removal: '' },
      ...(removal.children.length > 0 && { $push: { events: event } }),
    },
  );
}

/**
 * What comes back, and what does not, if a removal is taken back now.
 * @param user whose removal can be taken back
 */
export async function previewTakeBack(
  user: UserDocument,
  admin: Pick<UserDocument, 'role' | 'bundle'>,
  services: Services,
): Promise<Output<Contract['GET /removeuser']>> {
  const { uid, role, removal } = user;
  const own = await listChildrenOf(user, services);
  const lost = (removal?.children ?? []).filter(
    ({ childId }) => !own.some(({ _id }) => _id.equals(childId)),
  );
  const lostIds = lost.map(({ childId }) => childId);
  const [children, guardians] = await Promise.all([
    findChildren(lostIds, services),
    listGuardians(lostIds, services),
  ]);
  const says = [
    `The account is open again${uid ? ', and they log in as before' : ''}, with their seats, payments, credit and messages.`,
    role === 'admin' && `They may do again what they could as an admin (${bundleOf(user) ?? ''}).`,
    role === 'instructor' && 'They are an instructor again, without a class and on no team.',
    own.length > 0 && `They look after ${sayAll(own.map(({ name }) => name))} as before.`,
    ...children.map(({ _id, name }) => {
      const others = (guardians.get(_id.toHexString()) ?? []).map((one) => one.user.name);
      const beside = others.length > 0 && `, beside ${sayAll(others)}. The others hear of it`;
      return `They look after ${name} again${beside || ''}. Contacts, codes, photo and permissions that they gave do not come back.`;
    }),
    children.length < lost.length &&
      'A child that was theirs has been deleted by another guardian since.',
    'Seats that they held, seats of free classes, places on waiting lists and invitations do not come back: others may have them. What another guardian owes by now stays theirs to pay.',
    hasMailbox(user.email)
      ? 'They get an email.'
      : 'They have no email address, so please call. Home lists the call.',
  ].filter((text): text is string => !!text);
  const obstacle = !mayRemove(user, admin) ? ONLY_DIRECTORS : removal?.isDone ? null : NOT_DONE;
  return { says, obstacle };
}

/** After so long, no request works on a removal anymore. */
const WORK_MS = 10 * 60_000;

/** How many accounts one run of the job works on. */
const MAX_AT_ONCE = 100;

/**
 * Finishes removals, and what takes them back, that were cut off; forgets what is kept of a removal once it can't be
 * taken back. A job; several servers may run it at once.
 * @param signal stops it between two accounts
 */
export async function finishRemovals(services: Services, signal?: AbortSignal): Promise<void> {
  const { users } = services.database.collections;
  const idle = { $lte: new Date(services.now().getTime() - WORK_MS) };
  const cutOff = await users
    .find({ status: 'removed', 'removal.at': idle, 'removal.isDone': { $exists: false } })
    .limit(MAX_AT_ONCE)
    .toArray();
  const back = await users
    .find({ status: 'active', 'removal.at': { $lte: services.now() } })
    .limit(MAX_AT_ONCE)
    .toArray();
  for (const user of [...cutOff, ...back]) {
    const { _id, status, removal } = user;
    if (signal?.aborted) return;
    if (!removal) continue;
    const work = status === 'active' ? giveBack : endTies;
    const finishing = work({ ...user, removal }, services);
    await logFailure(finishing, 'a removal is not finished yet', services, { user: _id });
  }
  await users.updateMany(
    { status: 'removed', 'removal.at': { $lte: findLastLate(services) }, 'removal.isDone': true },
    { $unset: { removal: '' } },
  );
}
