import type { ErrorBody, ErrorCode } from '@speakifyr/contract/errors.ts';
import { isFailedCall, readApiError } from '../lib/api-error.ts';
import type { Provider } from './load-provider.ts';
import { readProviderCode } from './sign-in-errors.ts';

/** The school's reasons not to let in a person whom the provider has let in. Trying again does not help. */
const REFUSALS: readonly ErrorCode[] = [
  'verify_email_first',
  'other_sign_in',
  'address_changed',
  'address_unusable',
];

const NO_LINK =
  'Please confirm your email address first. We could not send you the link for it. Please log in again in a few minutes to get a new one.';

/**
 * R56
 * @returns why the school refuses the sign-in; undefined if the error is about something else
 */
export function readRefusal(error: unknown): ErrorBody | undefined {
  if (!isFailedCall(error)) return undefined;
  const body = readApiError(error);
  return REFUSALS.includes(body.code) ? body : undefined;
}

/**
 * Signs out a person whom the school refuses. Those who have to confirm their email get the link first, because the
 * provider sends it only to people who are signed in.
 * @returns what to tell them
 */
export async function signOutRefused(provider: Provider, refusal: ErrorBody): Promise<string> {
  let { message } = refusal;
  if (refusal.code === 'verify_email_first') {
    try {
      await provider.sendConfirmationLink();
    } catch (error) {
      console.error('Could not send the link', error);
      // The provider refuses if it has sent several links already, so the person has one.
      if (readProviderCode(error) !== 'auth/too-many-requests') message = NO_LINK;
    }
  }
  await signOutOf(provider);
  return message;
}

/** A log-out that fails at the provider is only logged, spec section 8. */
export async function signOutOf(provider: Provider): Promise<void> {
  await provider.signOutOfProvider().catch(logSignOutError);
}

export function logSignOutError(error: unknown): void {
  console.error('Could not log out', error);
}
