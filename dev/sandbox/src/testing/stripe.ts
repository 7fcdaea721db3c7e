import Stripe from 'stripe';

/** The Stripe SDK as our server uses it, pointed at a sandbox. */
export function connectStripe(port: number, key = 'sk_test_server'): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
}

/** The error of a call that must fail. */
export async function refusalOf(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a refusal, got ${String(error)}`);
}
