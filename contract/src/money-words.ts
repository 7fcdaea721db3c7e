import type { ItemState, PaymentState, RefundReason, RefundState } from './money-states.ts';

/**
 * The one place that names the states of money: of payments, seats and refunds, on screens, on paper, in files and in
 * emails. First as the office reads them, then as the payer does. Without schemas, because the web app loads it. R590
 */

/** How an admin reads what became of a payment, or of the price of a seat. */
export type PaymentLook = PaymentState | 'part' | 'credit' | 'bounced' | 'owing' | 'unpaid';

/**
 * The one table of these words. `part`: some of it has gone back. `credit`: all of it is the family's credit. `owing`: the
 * rest is still to be paid.
 */
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

/** Before an amount that is not paid yet, with the day by which it is due. */
export const OWED_LABEL = 'Owed';

/** What an admin reads for one seat of a payment. A canceled one may have been paid. */
export const ITEM_LABELS: Record<ItemState, string> = { ...PAYMENT_LABELS, canceled: 'Canceled' };

/** A refund's progress, as the school's office reads it. */
const REFUND_LABELS: Record<RefundState, string> = {
  decided: 'about to be sent',
  sent: 'on its way',
  pending: 'on its way',
  succeeded: 'returned',
  failed: 'failed',
  'paid otherwise': 'returned in another way',
  reversed: 'won back on appeal',
};

/** Why money goes back, as the school's office reads it. */
const REASON_LABELS: Record<RefundReason, string> = {
  'no seat': 'no seat left',
  'not owed': 'more than was owed',
  'by the school': 'by the school',
  'canceled by parent': 'canceled by the parent',
  'canceled by admin': 'canceled by an admin',
  'class canceled': 'class canceled',
  'seat resold': 'somebody else took the seat',
  'payment returned': 'another payment for the seat was returned',
  'not paid': 'seat released, not paid',
  'by admin': 'given back, seat kept',
  'price difference': 'moved to a cheaper class',
  dispute: 'dispute lost',
  'payment bounced': 'payment bounced',
};

type Refund = {
  state: RefundState;
  reason: RefundReason;
  /** It became the family’s credit. */
  isCredit?: true | undefined;
  /** It did not come by card, so it waits until the office has given it back. */
  isByHand?: boolean | undefined;
  /** How and when it was given back by hand. The texts say that right after the word. */
  given?: object | undefined;
};

/** What became of money that goes back, and why: `on its way (class canceled)`. Money of a bounced check never came. */
export function sayRefund({ state, reason, isCredit, isByHand, given }: Refund): string {
  if (reason === 'payment bounced') return 'bounced';
  const word =
    isByHand && state === 'failed'
      ? 'to be given back by hand'
      : isCredit && state === 'succeeded'
        ? 'kept as credit'
        : REFUND_LABELS[state === 'paid otherwise' && given ? 'succeeded' : state];
  return `${word} (${REASON_LABELS[reason]})`;
}

/** Whether somebody must look at it. Money that waits to be handed back is no failure. */
export function isRefundFailed({ state, isByHand }: Pick<Refund, 'state' | 'isByHand'>): boolean {
  return state === 'failed' && !isByHand;
}

/** Why money moved, in brackets after what happened to it; empty without a reason. */
export function sayWhy(reason: RefundReason | null): string {
  return reason ? ` (${REASON_LABELS[reason]})` : '';
}

/** A refund's progress, as the payer reads it. */
export const REFUND_STATE_TEXTS: Record<RefundState, string> = {
  decided: 'On its way',
  sent: 'On its way',
  pending: 'On its way',
  succeeded: 'Refunded',
  failed: 'Not back yet: we’ll be in touch',
  reversed: 'Your bank paid it to us again',
  'paid otherwise': 'Refunded in another way',
};

/** The same of one refund. What was given back by hand is refunded: how and when is said after it. */
export function sayRefundState({ state, given }: Pick<Refund, 'state' | 'given'>): string {
  return REFUND_STATE_TEXTS[state === 'paid otherwise' && given ? 'succeeded' : state];
}

/** Why money goes back, as the payer reads it. */
export const REFUND_REASON_TEXTS: Record<RefundReason, string> = {
  'no seat': 'There was no seat left',
  'not owed': 'It was not owed anymore',
  'by the school': 'Returned by the school',
  'canceled by parent': 'You canceled the seat',
  'canceled by admin': 'The school canceled the seat',
  'class canceled': 'The school canceled the class',
  'seat resold': 'Somebody else took the seat',
  'payment returned': 'Another payment for the seat was returned',
  'not paid': 'The seat was not paid in time',
  'by admin': 'Given back by the school',
  'price difference': 'Moved to a class that costs less',
  dispute: 'Returned by your bank',
  'payment bounced': 'Your bank did not pay it',
};

/** What became of a seat of a receipt, as the payer reads it, unless it was given: then nothing needs to be said. */
export const SEAT_STATE_TEXTS: Record<ItemState, string> = {
  open: 'Being booked',
  enrolled: '',
  refunded: 'The money goes back',
  canceled: 'Canceled',
};
