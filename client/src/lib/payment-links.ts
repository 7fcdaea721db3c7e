import { paths } from './paths.ts';

// Apart from paths.ts, which Home loads.

/** The payment page for what is owed for a seat: what is due next, or all of it. */
export function linkToRest(cartId: string, what?: 'all'): string {
  return `${paths.payment}?rest=${cartId}${what ? '&all=1' : ''}`;
}

/** What a payment bought. */
export function linkToPaidSeats(paymentId: string): string {
  return `${paths.payment}?paid=${paymentId}`;
}
