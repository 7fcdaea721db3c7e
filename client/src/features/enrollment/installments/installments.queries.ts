import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { FRESH_MS } from '../../../lib/query-client.ts';
import { call } from '../../../lib/api.ts';

/** How these seats of the cart can be paid in parts; null if they can't. A seat with another price has other parts. */
export function installmentOfferOptions(email: string, courses: CartItem[]) {
  const cartIds = courses.map(({ _id }) => _id);
  return queryOptions({
    queryKey: ['installmentOffer', email, cartIds, courses.map(({ price }) => price)],
    queryFn: async () =>
      (await call('GET /installments', { query: { cartIds: cartIds.join() } })).offer,
    enabled: courses.length > 0,
    // The card form stays while the parts of a new price load.
    placeholderData: keepPreviousData,
    // Once it is there, it stays: while somebody pays, nothing they agreed to changes.
    staleTime: Infinity,
    // The next visit asks again: a day later, the parts are due on other days.
    gcTime: 0,
    retry: false,
  });
}

/** The card that parts are charged to. */
export function savedCardOptions() {
  return {
    ...read('GET /savedCard'),
    staleTime: FRESH_MS,
    select: ({ card }: { card: SavedCardFacts | null }) => card,
  };
}

/** A new secret each time: with it, the browser saves one card at Stripe. */
export async function startCardChange(): Promise<string> {
  return (await call('POST /savedCard')).clientSecret;
}

/** Tells the server which card to charge from now on. */
export async function changeCard(setupId: string): Promise<SavedCardFacts> {
  return (await call('PUT /savedCard', { body: { setupId } })).card;
}
