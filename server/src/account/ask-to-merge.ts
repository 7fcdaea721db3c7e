import type { AskedFamilies } from '@speakifyr/contract/merging.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { isOwnFamily } from '../families/own-family.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findFamily } from '../users/find-users.ts';
import { findAskedMerge, maskAddress } from '../users/asked-merge.ts';
import { checkFreshProof } from './check-fresh-proof.ts';
import { findObstacle, findTwo, merge, previewMerge } from './merge-families.ts';

/**
 * An account that somebody logs in to, or ever did, goes to another one only if its owner says so in their own session.
 * The office asks; the question is in the account's document, one at a time. R496, decisions/0086
 */

/** How long the owner can answer. */
const ASK_DAYS = 14;

/**
 * Merges two families if nobody has ever logged in to the account that goes. Otherwise, its owner is asked by email; a
 * new question replaces the last one. R322
 * @param ids of the accounts: 24 hexadecimal digits
 * @returns whether they are merged; false if the owner is asked
 * @throws {ApiError} `not_found`, `cannot_merge`
 */
export async function mergeOrAsk(
  { note, join: ticked = [], ...ids }: { id: string; into: string; note: string; join?: string[] },
  admin: UserDocument,
  services: Services,
): Promise<{ isMerged: boolean }> {
  const two = await findTwo(ids, services);
  const { from, into } = two;
  const join = ticked.map((childId) => new ObjectId(childId));
  const more = { note, ...(ticked.length > 0 && { joined: ticked }) };
  if (from.isUnclaimed) {
    await merge(two, { type: 'merge families', by: admin, more, join }, services);
    return { isMerged: true };
  }
  const obstacle = await findObstacle(two, services, { join, reader: 'office' });
  if (obstacle) throw new ApiError('cannot_merge', obstacle);
  const at = services.now();
  const until = new Date(at.getTime() + ASK_DAYS * DAY_MS);
  const asked = { id: new ObjectId(), into: into._id, by: admin._id, note, until, join };
  const event = auditEvent({
    at,
    by: admin._id,
    type: 'ask to merge',
    target: into.email,
    before: { account: from.email },
    after: more,
    userId: from._id,
    askId: asked.id,
  });
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id: from._id, role: 'student', status: 'active' },
    { $set: { mergeAsked: asked }, $push: { events: event } },
  );
  if (matchedCount === 0) throw new ApiError('cannot_merge');
  return { isMerged: false };
}

/**
 * Takes the question back. May be repeated.
 * @param familyId the account's that was asked: 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function withdrawAsk(
  familyId: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  await endAsk(await findFamily(familyId, services), 'withdraw merge', admin, services);
}

/** What the owner of an account is asked, with all that would go; null if nothing. */
export async function getAskedMerge(
  user: UserDocument,
  services: Services,
): Promise<AskedFamilies | null> {
  const asked = await findAskedMerge(user, services);
  if (!asked) return null;
  const ids = { id: user._id.toHexString(), into: asked.account._id.toHexString() };
  const { children, seats, payments, waiting, twice, obstacle } = await previewMerge(
    ids,
    services,
    { join: asked.join ?? [], reader: 'family' },
  );
  const join = (asked.join ?? []).map((id) => id.toHexString());
  return {
    _id: asked.id.toHexString(),
    until: asked.until.toISOString(),
    into: { name: asked.account.name, address: maskAddress(asked.account.email) },
    children,
    joined: twice.filter(({ childId }) => join.includes(childId)).map(({ name }) => name),
    seats,
    payments,
    waiting,
    obstacle,
  };
}

/**
 * The owner agrees: everything goes, and their account is deleted.
 * @param answer.id of the question that they have read
 * @param answer.idToken the provider's, from a sign-in a moment ago
 * @throws {ApiError} `not_found` if it was withdrawn or replaced, `sign_in_again`, `cannot_merge`
 */
export async function agreeToMerge(
  { id, idToken }: { id: string; idToken: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  await checkFreshProof(user, idToken, services);
  const asked = await findAskedMerge(user, services);
  if (!asked?.id.equals(id))
    throw new ApiError('not_found', 'This question is not open anymore. Please reload the page.');
  const { account: into, by, note, join = [] } = asked;
  const concerned = { accounts: [user._id, into._id], children: [] };
  // Whoever asked may have become a guardian since.
  if (await isOwnFamily({ _id: by }, concerned, services)) throw new ApiError('cannot_merge');
  const decision = { type: 'merge families' as const, by: user, more: { note }, join };
  await merge({ from: user, into }, decision, services);
}

/** The owner declines. May be repeated. */
export async function declineMerge(user: UserDocument, services: Services): Promise<void> {
  await endAsk(user, 'decline to merge', user, services);
}

async function endAsk(
  { _id, email, mergeAsked }: UserDocument,
  type: 'withdraw merge' | 'decline to merge',
  by: UserDocument,
  services: Services,
): Promise<void> {
  if (!mergeAsked) return;
  const event = auditEvent({
    at: services.now(),
    by: by._id,
    type,
    target: email,
    before: null,
    after: null,
  });
  await services.database.collections.users.updateOne(
    { _id, status: 'active', 'mergeAsked.id': mergeAsked.id },
    { $unset: { mergeAsked: '' }, $push: { events: event } },
  );
}
