import { createHmac } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';

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
  const { invitedAddresses } = services.database.collections;
  const _id = nameAddress(email, services);
  await invitedAddresses.deleteOne({ _id, at: { $lte: findDayAgo(services) } });
  try {
    // The id makes sure that one of several calls at once inserts it.
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

/** Gives a claim back, because nobody was invited for this child. With the last child goes the address. */
export async function releaseAddress(
  { email, by, childId }: Invites,
  services: Needs,
): Promise<void> {
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
