/** Stripe.js's way to tell developers that they use it wrongly. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
