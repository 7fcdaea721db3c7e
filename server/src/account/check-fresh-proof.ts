import { RECENT_SIGN_IN_SECONDS } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Services } from '../services.ts';

/**
 * Checks that a record's account signed in at the provider in the last few minutes, so that an unattended browser is
 * not enough. Once the address is confirmed, the proof must be confirmed, too. R60
 * @param idToken the provider's
 * @throws {ApiError} `sign_in_again`, `unavailable`
 */
export async function checkFreshProof(
  { uid, email, isVerified }: UserDocument,
  idToken: string,
  services: Services,
): Promise<void> {
  const signIn = await confirm(idToken, services);
  const earliest = services.now().getTime() - RECENT_SIGN_IN_SECONDS * 1_000;
  const isFresh = signIn && signIn.signedInAt.getTime() >= earliest;
  const isTheirs = signIn?.uid === uid && signIn?.email === email;
  if (!isFresh || !isTheirs || (isVerified && !signIn.isVerified))
    throw new ApiError('sign_in_again');
}

async function confirm(
  idToken: string,
  { provider }: Pick<Services, 'provider'>,
): Promise<SignIn | undefined> {
  try {
    return await provider.confirmProof(await provider.readProof(idToken));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_expired') return undefined;
    throw error;
  }
}
