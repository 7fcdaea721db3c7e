import Stripe from 'stripe';
import { ApiError } from '../errors.ts';

/** After this many failures at Stripe, the student must join again. */
const MAX_KEYS = 20;

/**
 * Stripe repeats its first answer to a key for a day, even its own failure (5xx). In that case, we use the next key.
 * Such a failure may have created an intent, but nobody knows its secret, so nobody can pay it and a new intent can't
 * charge twice. If it made a refund, that one is found before anyone asks again. Every caller uses the same next key,
 * so that two tabs still get one intent.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function createWithFreshKey<T>(
  create: (key: string) => Promise<T>,
  key: string,
): Promise<T> {
  for (let number = 1; number < MAX_KEYS; number += 1)
    try {
      return await create(number === 1 ? key : `${key}-try-${number}`);
    } catch (error) {
      if (!isOldFailure(error)) throw error;
    }
  return create(`${key}-try-${MAX_KEYS}`);
}

function isOldFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    error.headers?.['idempotent-replayed'] === 'true'
  );
}

/**
 * Before it converts an amount to the currency of the school's bank account, nobody knows whether it is enough for
 * Stripe: for most currencies, `leastCharge` is our guess.
 */
const TOO_LITTLE =
  'A card can’t pay as little as this. Nothing was charged. Please pay at the school.';

/** @throws {ApiError} `unavailable` if Stripe does not answer; `invalid_input` if it takes no card for so little */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (hasCode(error, 'amount_too_small')) throw new ApiError('invalid_input', TOO_LITTLE);
    const isOutage =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      // Another call with the same key is still running.
      hasCode(error, 'idempotency_key_in_use');
    if (!isOutage) throw error;
    throw new ApiError('unavailable', 'The card payment service does not answer right now.');
  }
}

/** Whether Stripe refuses with one of these codes: https://docs.stripe.com/error-codes */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Stripe.errors.StripeError && codes.includes(error.code ?? '');
}
