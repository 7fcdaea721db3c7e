import type { ItemState, PaymentState } from '@speakifyr/contract/limits.ts';

/** What an admin reads for the state of a payment. `part`: some of it has gone back. */
export const PAYMENT_LABELS: Record<PaymentState | 'part' | 'bounced', string> = {
  enrolled: 'Paid',
  part: 'Partly refunded',
  bounced: 'Bounced',
  open: 'Not finished',
  refunded: 'Refunded',
  canceled: 'Never paid',
};

/** What an admin reads for one seat of a payment. A canceled one may have been paid. */
export const ITEM_LABELS: Record<ItemState, string> = { ...PAYMENT_LABELS, canceled: 'Canceled' };
