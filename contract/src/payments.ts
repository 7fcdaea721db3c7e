import * as z from 'zod';
import { healthState } from './health-state.ts';
import { classFacts } from './classes.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  campDays,
  currency,
  day,
  email,
  id,
  moment,
  name,
  optionalPictureUrl,
  price,
  room,
} from './fields.ts';
import { ENTRY_CODE, CAMP_NEEDS, MAX_PAID_TOGETHER, MAX_NAME_LENGTH, MAX_PRICE } from './limits.ts';
import { ITEM_STATES, REFUND_REASONS } from './money-states.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { priceLines } from './discounts.ts';
import { chosenExtras } from './extras.ts';
import { paidTexts } from './text-version.ts';

/** Such as `EXM-101`: the class's tag and a number that is unique within the class. */
export const entryCode = z
  .string()
  .regex(ENTRY_CODE)
  .meta({ id: 'EntryCode', examples: ['EXM-101'] });

/** Selected courses, or what is owed for enrolled ones. */
export const cartIds = z.array(id).min(1).max(MAX_PAID_TOGETHER).meta({ id: 'CartIds' });

/** The payment id: Stripe's PaymentIntent id, such as pi_3N…, or credit_… for what was paid with credit. */
const transactionId = z
  .string()
  .regex(/^(pi|credit)_[A-Za-z0-9_]{1,200}$/, 'Must be a payment id.');

/**
 * The id of an enrolled student's receipt: the payment id at Stripe, free_… for a free class, office_… for what the
 * school took, or credit_… for what was paid with credit.
 */
export const receiptId = z
  .string()
  .regex(/^(pi|free|office|credit)_[A-Za-z0-9_]{1,200}$/, 'Not a payment id')
  .meta({ id: 'ReceiptId' });

/** Whom every paper names: the school, and who paid. */
export const seller = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Empty if the school has not set it. Missing on papers without a tax. */
  taxNumber: z.string().optional(),
});
seller.register(z.globalRegistry, { id: 'Seller' });
export const payer = z.object({ name: z.string(), email: z.string() });
payer.register(z.globalRegistry, { id: 'Payer' });

/** A tax that is in an amount, such as VAT: `amount` of `of`, in cents. */
export const taxInAmount = z.object({
  name: z.string(),
  percent: z.number(),
  amount: z.int(),
  of: z.int(),
});
export type TaxInAmount = z.output<typeof taxInAmount>;
taxInAmount.register(z.globalRegistry, { id: 'TaxInAmount' });

/** One for each rate. Missing if there is no tax in it. */
const taxes = z.array(taxInAmount).meta({ id: 'Taxes' });
export type Taxes = z.output<typeof taxes>;
export const taxesInAmount = taxes.optional();

/** What a receipt and a credit note both say. */
export const paper = z.object({
  /** Such as R-000123 or C-000123. */
  number: z.string(),
  paymentId: receiptId,
  issuedAt: moment,
  seller,
  payer,
  currency,
  /** As of the receipt. */
  taxes: taxesInAmount,
});
paper.register(z.globalRegistry, { id: 'Paper' });

/** When the office took money, and the number that it came with. `of`: all of a transfer of which this is a part, in cents. */
export const received = z.object({ day, reference: z.string(), of: z.int().optional() });
received.register(z.globalRegistry, { id: 'Received' });

/** How something was paid. */
export const paymentMethod = z.enum(PAYMENT_METHODS).meta({ id: 'PaymentMethod' });

/** Why money went back. */
export const refundReason = z.enum(REFUND_REASONS).meta({ id: 'RefundReason' });

/** What several seats cost together, in whole currency units. */
export const total = z
  .number()
  .min(0)
  .max(MAX_PRICE * MAX_PAID_TOGETHER)
  .multipleOf(0.01)
  .meta({ id: 'SeatsTotal', examples: [89.5] });

/** A seat of a payment, as everybody reads it who may see the payment. */
export const boughtSeat = z.object({
  /** Empty if the class does not exist anymore. */
  className: z.string(),
  /** Who the seat is for. */
  student_name: z.string(),
  /** In cents. */
  amount: z.int().min(0),
  state: z.enum(ITEM_STATES),
});
boughtSeat.register(z.globalRegistry, { id: 'BoughtSeat' });

/** One seat that was paid for. Its ids are null for a payer who is no longer a guardian of the child. */
export const paidSeat = z.object({
  cartId: id.nullable(),
  classId: id.nullable(),
  childId: id.nullable(),
  /** Who the seat is for. */
  student_name: z.string(),
  /** In cents. */
  amount: z.int().min(0),
  state: z.enum(ITEM_STATES),
});
paidSeat.register(z.globalRegistry, { id: 'PaidSeat' });

/**
 * What became of one seat of a payment. A seat that could not be given is refunded. If the caller is no longer a
 * guardian of the child, it says only what was bought: the ids are null.
 */
export const paidItem = paidSeat.extend({
  className: z.string(),
  /** null unless enrolled; null also if the caller is no longer a guardian of the child. */
  entry_code: entryCode.nullable(),
  room: room.nullable(),
});
export type PaidItem = z.output<typeof paidItem>;
paidItem.register(z.globalRegistry, { id: 'PaidItem' });

/** What is still owed for a seat, oldest part first: each with the last day on which it is in time, and in cents. */
export const owedParts = z.array(z.object({ due: day, amount: z.int().min(1) }));
owedParts.register(z.globalRegistry, { id: 'OwedParts' });

const plannedPart = z.object({ due: day, amount: z.int().min(1), left: z.int().min(0) });
plannedPart.register(z.globalRegistry, { id: 'PlannedPart' });

/** An enrollment: a paid seat as its student sees it (spec section 3), without what is only for a page. */
export const enrollment = z.object({
  classId: id,
  ...campDays,
  ...classFacts.shape,
  classData: z.object({ image: optionalPictureUrl, name, instructor: z.string() }),
  /** When the student was enrolled: dd/mm/yyyy and 12-hour time, in the school's time zone. */
  date: z.string(),
  time: z.string(),
  room,
  entry_code: entryCode,
  /** What was agreed if it is paid in parts. */
  price,
  /** How the price was calculated. */
  lines: priceLines,
  /** What the family has chosen for this seat. Missing if nothing. */
  extras: chosenExtras.optional(),
  /** Set if the caller can add extras now, or take back some that are not paid. */
  mayAddExtras: z.literal(true).optional(),
  /** What the card was charged in. */
  currency,
  transactionId: receiptId,
  cartId: id,
  /** The child that the seat is for; null for the account itself. */
  childId: id.nullable(),
  /** Who sits there. */
  student_name: z.string(),
  /** Whether the caller paid it, and so can see the receipt. Another guardian may have. */
  isPayer: z.boolean(),
  /** Whether somebody else may take the seat; then it is refunded. */
  isForResale: z.boolean(),
  /** What the caller owes: empty for most, and for those who do not pay it. */
  owed: owedParts,
  /** What the caller pays of its price, in cents, if two households share it; otherwise null. */
  share: z.int().min(0).nullable(),
  /** All parts of its price, paid or not. null unless the saved card is charged for them. */
  installments: z.array(plannedPart).nullable(),
  /** The guardian who paid, if it was somebody else who is still a guardian. */
  paidBy: z.string().nullable(),
  /** null for the account itself. */
  health: healthState.nullable(),
  /**
   * What the camp still asks for before the child's first day, but never what was answered. null for the account
   * itself, and if the caller may not see it.
   */
  needs: z.array(z.enum(CAMP_NEEDS)).nullable(),
});
enrollment.register(z.globalRegistry, { id: 'Enrollment' });

export const enrolledClass = enrollment.extend({
  /** Set if the class is sold by day and not over: the caller can change the days. */
  mayChangeDays: z.literal(true).optional(),
  /** A calendar file (RFC 5545) to save. */
  calendar: z.string(),
});
export type EnrolledClass = z.output<typeof enrolledClass>;
enrolledClass.register(z.globalRegistry, { id: 'EnrolledClass' });

/** What was recorded without a card. */
export const recorded = z.object({ status: z.literal(true), transactionId: receiptId });
recorded.register(z.globalRegistry, { id: 'Recorded' });

/** A seat in the record of a payment that the web app sends, and what it costs, in whole currency units. */
const recordedSeat = z.object({ price, classId: id, cartId: id });
recordedSeat.register(z.globalRegistry, { id: 'RecordedSeat' });

// Rules: R19.
export const payments = {
  'POST /createPayment-intent': defineEndpoint({
    summary: 'Start or resume a card payment',
    access: { who: 'student' },
    limited: true,
    body: z.object({
      /** The price the student was shown: the total. Refused if a class's price has changed since. */
      price: total,
      /** The currency the student was shown. Refused if it is not the one that cards are charged in. */
      currency: currency.optional(),
      /** The cart entry to pay for. Without it, the one that costs this price. */
      cartId: id.optional(),
      /** The cart entries to pay for at once. */
      cartIds: cartIds.optional(),
      /** How much of it is paid with credit, in cents. The card pays the rest. */
      credit: z.int().min(1).optional(),
      /** To pay in parts: the text of GET /installments, which the payer agrees to. The price is then the first part. */
      agreed: z.string().min(1).max(2_000).optional(),
      /** Set when the payer presses Pay. */
      texts: paidTexts.optional(),
    }),
    /** `heldUntil` is null if it is only a balance: then nothing is held. */
    output: z.object({ clientSecret: z.string(), heldUntil: moment.nullable() }),
    errors: [
      'seat_not_held',
      'guardian_may_not',
      'class_started',
      'price_changed',
      'nothing_to_pay',
      'already_joined',
      'payment_not_finished',
      'credit_changed',
      'seat_changing',
      'text_changed',
    ],
  }),

  'POST /makepayment': defineEndpoint({
    summary: 'Record a card payment',
    access: { who: 'student', own: 'body' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      transactionId,
      email,
      // Sent by the web app (spec section 3) but not used: Stripe and our ledger know them. R530
      date: z.string().max(40).optional(),
      time: z.string().max(40).optional(),
      pay: z.string().max(40).optional(),
      ...recordedSeat.partial().shape,
      /** All seats, if there are several. The three fields above are then the first one's. */
      items: z.array(recordedSeat).min(2).max(MAX_PAID_TOGETHER).optional(),
      student_name: z.string().max(MAX_NAME_LENGTH).optional(),
    }),
    output: z.object({
      status: z.literal(true),
      message: z.string(),
      /** Of the first seat that was given. */
      entry_code: entryCode,
      room,
      /** Every seat that was paid for. */
      items: z.array(paidItem),
    }),
    errors: [
      'not_found',
      'payment_not_finished',
      'payment_refunded',
      'guardian_may_not',
      'seat_changing',
    ],
  }),

  'GET /myEnrolledClass': defineEndpoint({
    summary: 'The caller’s paid seats',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.array(enrolledClass),
  }),
};
