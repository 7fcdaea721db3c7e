import { RECENT_SIGN_IN_SECONDS } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/**
 * Checks that a person signed in at the provider a few minutes ago, so that an unattended browser is not enough.
 * @param idToken the provider's
 * @throws {ApiError} `sign_in_again`
 */
export async function checkFreshProof(
  { email }: UserDocument,
  idToken: string,
  services: Services,
): Promise<void> {
  const proof = await services.verifyProviderToken(idToken).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'session_expired') return undefined;
    throw error;
  });
  const earliest = services.now().getTime() - RECENT_SIGN_IN_SECONDS * 1_000;
  const isFresh = proof?.email === email && proof.signedInAt.getTime() >= earliest;
  if (!isFresh) throw new ApiError('sign_in_again');
}
