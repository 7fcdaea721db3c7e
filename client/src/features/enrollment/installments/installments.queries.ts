import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How these seats of the cart can be paid in parts; null if they can't. */
export function installmentOfferOptions(email: string, cartIds: string[]) {
  return queryOptions({
    queryKey: ['installmentOffer', email, cartIds],
    queryFn: async () =>
      (await call('GET /installments', { query: { cartIds: cartIds.join() } })).offer,
  });
}

/** The card that parts are charged to. */
export function savedCardOptions(email: string) {
  return queryOptions({
    queryKey: ['savedCard', email],
    queryFn: async () => (await call('GET /savedCard')).card,
  });
}

/** A new secret each time: with it, the browser saves one card at Stripe. */
export async function startCardChange(): Promise<string> {
  return (await call('POST /savedCard')).clientSecret;
}

/** Tells the server which card to charge from now on. */
export async function changeCard(setupId: string): Promise<SavedCardFacts> {
  return (await call('PUT /savedCard', { body: { setupId } })).card;
}
