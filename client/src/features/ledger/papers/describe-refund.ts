import type { RefundReason, RefundState } from '@speakifyr/contract/limits.ts';

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
