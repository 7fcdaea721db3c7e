// Apart from limits.ts, which Home loads.

/** The states of a payment: `open` until it bought a seat, was refunded or was canceled. */
export const PAYMENT_STATES = ['open', 'enrolled', 'refunded', 'canceled'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What a family owes something for. */
export const OWED_KINDS = ['seat', 'reservation', 'bounce'] as const;
export type OwedKind = (typeof OWED_KINDS)[number];

/** The states of one seat of a payment. */
export const ITEM_STATES = ['open', 'enrolled', 'refunded', 'canceled'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/**
 * The path of a refund: decided by us, then sent to Stripe, where it may wait (`pending`). A refund that succeeded may
 * still fail later, for example if the card has expired. Then the school may pay it in another way. What the bank took
 * in a dispute is `reversed` if the bank returns it after an appeal.
 */
export const REFUND_STATES = [
  'decided',
  'sent',
  'pending',
  'succeeded',
  'failed',
  'reversed',
  'paid otherwise',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Why money goes back: no seat was left; it was more than what was still owed for the seat; the school returned it in
 * Stripe's dashboard; a parent, an admin or the school (a whole class) canceled; somebody else took an offered seat;
 * another payment for the seat was returned, which ended it; the school released an unpaid seat; an admin gave some
 * back and the seat stays; a seat moved to a cheaper class; the bank took it in a dispute that the
 * school lost; or a check or bank transfer bounced.
 */
export const REFUND_REASONS = [
  'no seat',
  'not owed',
  'by the school',
  'canceled by parent',
  'canceled by admin',
  'class canceled',
  'seat resold',
  'payment returned',
  'not paid',
  'by admin',
  'price difference',
  'dispute',
  'payment bounced',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * What happened to the money of a payment: somebody began to pay (nothing has moved yet), the money arrived, some of it
 * went back, or money on its way back stayed after all. `credit`: it became the family's credit (below 0), or credit
 * became money of this payment (above 0).
 */
export const MOVEMENT_KINDS = ['begun', 'paid', 'returned', 'came back', 'credit'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** The school's numbered papers: for what was bought, and for what of it went back. */
export const PAPER_KINDS = ['receipt', 'credit note'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** What a parent reads about the money of a canceled seat; `none`: nothing is refunded. */
export const CANCELED_SEAT_STATES = ['none', 'on its way', 'refunded', 'failed'] as const;
export type CanceledSeatState = (typeof CANCELED_SEAT_STATES)[number];
