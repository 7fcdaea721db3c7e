import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  addInvitedChild,
  dropInvitedChild,
  dropOldAddresses,
  insertAddress,
} from './invited-addresses.repo.ts';

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

/** An account invites an address for a child. */
type Invites = { email: string; by: ObjectId; childId: ObjectId };

/**
 * Claims an address for a day: one account may invite it, once for each of its children. Of several accounts at once,
 * one gets it. The claim stays if the invitation is taken back, or the child or the inviter's account is deleted.
 * @param invitationId of the invitation that is about to be written
 * @returns the first invitation of the day, whose email stands for all; null if the address was invited already
 */
export async function claimAddress(
  { email, by, childId }: Invites,
  invitationId: ObjectId,
  services: Needs,
): Promise<ObjectId | null> {
  const { collections } = services.database;
  const _id = nameAddress(email, services);
  const entry = { _id, at: services.now(), by, children: [childId], invitationId };
  if (await insertAddress(collections, entry, findDayAgo(services))) return invitationId;
  return (await addInvitedChild(collections, _id, by, childId))?.invitationId ?? null;
}

/** Gives a claim back, because nobody was invited for this child. */
export async function releaseAddress(
  { email, by, childId }: Invites,
  services: Needs,
): Promise<void> {
  const { collections } = services.database;
  await dropInvitedChild(collections, nameAddress(email, services), by, childId);
}

/** Forgets addresses that may be invited again. A job. */
export async function forgetInvitedAddresses(services: Needs): Promise<void> {
  await dropOldAddresses(services.database.collections, findDayAgo(services));
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
