// Apart from limits.ts, which Home loads.

/**
 * What moved, as the accountant reads it. `refund failed` and `dispute won` are money that was to go back and stayed.
 * `paid otherwise`: a failed refund that the school has paid in another way, such as in cash, so Stripe knows nothing of
 * it. `fee`: what Stripe takes.
 */
export const MONEY_KINDS = [
  'charge',
  'refund',
  'refund failed',
  'paid otherwise',
  'dispute',
  'dispute won',
  'fee',
] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];
