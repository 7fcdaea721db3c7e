import type { Request } from 'express';
import { StripeError, invalidRequest } from './stripe-error.ts';

/** Who is calling: our server with its secret key, or a browser with the publishable key. */
export type Caller = 'server' | 'browser';

/** Reads the API key of a call. @throws {StripeError} 401 for anything but a test key */
export function readCaller({ headers }: Request): Caller {
  const [, key] = (headers.authorization ?? '').split(' ');
  if (!key) {
    throw unauthorized('You did not provide an API key, using Bearer auth.');
  }
  if (/^sk_test_\w+$/.test(key)) return 'server';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  const hint = key.length > 16 ? `${key.slice(0, 8)}********${key.slice(-4)}` : '********';
  throw unauthorized(`Invalid API Key provided: ${hint}`);
}

/** @throws {StripeError} when a browser makes a call that only our server may make */
export function checkSecretKey(caller: Caller): void {
  if (caller === 'server') return;
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

/** @throws {StripeError} when a browser does not send the secret of this PaymentIntent or SetupIntent */
export function checkClientSecret(
  caller: Caller,
  intent: { client_secret: string; object: string },
  clientSecret: string | undefined,
): void {
  if (caller === 'server' && clientSecret === undefined) return;
  if (clientSecret === intent.client_secret) return;
  throw invalidRequest(
    `The client_secret provided does not match any associated ${intent.object} on this account.`,
    'resource_missing',
    'client_secret',
  );
}

/** Fields of an intent that Stripe hides from browsers. */
const PRIVATE_FIELDS = ['amount_received', 'customer', 'latest_charge', 'metadata'];

/** An intent as this caller may see it. */
export function showIntent(caller: Caller, intent: object): object {
  if (caller === 'server') return intent;
  const shown = Object.entries(intent).filter(([name]) => !PRIVATE_FIELDS.includes(name));
  return Object.fromEntries(shown);
}

/** A refusal as this caller may see it. */
export function showError(caller: Caller, error: unknown): unknown {
  if (!(error instanceof StripeError) || !error.body.payment_intent) return error;
  const payment_intent = showIntent(caller, error.body.payment_intent);
  return new StripeError(error.status, { ...error.body, payment_intent });
}

function unauthorized(message: string): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', message });
}
