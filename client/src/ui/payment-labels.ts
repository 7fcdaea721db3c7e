import type { ItemState, PaymentState } from '@speakifyr/contract/limits.ts';

/** How an admin reads what became of a payment, or of the price of a seat. */
export type PaymentLook = PaymentState | 'part' | 'credit' | 'bounced' | 'owing' | 'unpaid';

/** The one table of these words. `part`: some of it has gone back. `credit`: all of it is the family's credit. `owing`: the rest is still to be paid. */
export const PAYMENT_LABELS: Record<PaymentLook, string> = {
  enrolled: 'Paid',
  part: 'Partly refunded',
  credit: 'Kept as credit',
  bounced: 'Bounced',
  owing: 'Part paid',
  unpaid: 'Not paid yet',
  open: 'Not finished',
  refunded: 'Refunded',
  canceled: 'Never paid',
};

/** What an admin reads for one seat of a payment. A canceled one may have been paid. */
export const ITEM_LABELS: Record<ItemState, string> = { ...PAYMENT_LABELS, canceled: 'Canceled' };
