/** Stripe.js throws this when developers use it wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
