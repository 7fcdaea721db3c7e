import { createHmac } from 'node:crypto';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { dropAddress, dropOldAddresses, insertAddress } from './invited-addresses.repo.ts';

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

/**
 * Claims the one invitation that an address may get in 24 hours. Of several calls at once, one gets it. The claim
 * stays if the invitation is taken back, or the child or the inviter's account is deleted.
 * @returns false if the address was invited already, by whomever
 */
export async function claimAddress(email: string, services: Needs): Promise<boolean> {
  return insertAddress(services.database.collections, nameAddress(email, services), {
    at: services.now(),
    forgotten: findDayAgo(services),
  });
}

/** Gives a claim back, because nobody was invited. */
export async function releaseAddress(email: string, services: Needs): Promise<void> {
  await dropAddress(services.database.collections, nameAddress(email, services));
}

/** Forgets addresses that may be invited again. Part of the sweep. */
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
