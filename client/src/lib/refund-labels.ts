import type { RefundReason, RefundState } from '@speakifyr/contract/limits.ts';

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

/** @param refund.isByHand it did not come by card, so it waits until the office has given it back */
export function nameRefundState({
  state,
  isCredit,
  isByHand,
}: {
  state: RefundState;
  isCredit?: true | undefined;
  isByHand?: boolean | undefined;
}): string {
  if (isByHand && state === 'failed') return 'to be given back by hand';
  return isCredit && state === 'succeeded' ? 'kept as credit' : REFUND_LABELS[state];
}

/** Why money goes back, as the school's office reads it. */
export const REASON_LABELS: Record<RefundReason, string> = {
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
