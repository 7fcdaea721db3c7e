import type { MoneyKind } from '@speakifyr/contract/money-rows.ts';

/** What a movement of money is called, on the screen and in files. */
export const KIND_LABELS: Record<MoneyKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  'refund failed': 'Refund failed',
  'paid otherwise': 'Given back by hand',
  dispute: 'Dispute lost',
  'dispute won': 'Dispute won on appeal',
  bounced: 'Payment bounced',
  'paid back': 'Paid back after it bounced',
  'kept as credit': 'Kept as credit',
  'paid with credit': 'Paid with credit',
  'credit taken back': 'Credit turned into a refund',
  fee: 'Stripe fee',
};
