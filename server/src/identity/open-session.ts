import { ApiError } from '../errors.ts';
import type { Proof } from '../outside/firebase-tokens.ts';
import type { Services } from '../services.ts';
import { nameRight } from '../users/bundles.ts';
import { admitSignIn } from '../users/sign-ins.ts';
import { findAnyUser } from '../users/find-users.ts';
import { createSessionToken } from './session-tokens.ts';

/** How often to decide again after the same person's concurrent log-in was faster. */
const MAX_TRIES = 5;

/**
 * Logs a person in, if the provider still confirms their proof and the record with their address is theirs.
 * @returns a session token, also for somebody who is not registered yet
 * @throws {ApiError} `session_expired`, `verify_email_first`, `other_sign_in`, `address_changed`, `account_removed`,
 *   `account_deleting`, `unavailable`
 */
export async function openSession(proof: Proof, services: Services): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Read before the look-up: a slow look-up must not overwrite a later one's result.
    const user = await findAnyUser(proof.email, services);
    const signIn = await services.provider.confirmProof(proof);
    if (await admitSignIn(user, signIn, services))
      return createSessionToken({ ...signIn, right: nameRight(user) }, services);
  }
  throw new ApiError('unavailable');
}
