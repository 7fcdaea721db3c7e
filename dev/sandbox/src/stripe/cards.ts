import { findBrand, passesLuhn } from '../browser/card-field/card-rules.ts';
import { StripeError } from './stripe-error.ts';

/** How the bank answers a test card. */
export type Verdict =
  | 'approved'
  | 'declined'
  | 'insufficient_funds'
  | 'authentication_required'
  | 'processing'
  | 'not_a_test_card';

/** A card as it is stored: without its number and its CVC. */
export interface Card {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  verdict: Verdict;
  /** Missing for a card whose refunds succeed at once. */
  refunds?: RefundVerdict;
  /** Set for a card whose owner goes to the bank as soon as they have paid. */
  isDisputed?: true;
}

/** What becomes of a card's refunds: pending until a moment later, or failing a moment after they succeeded. */
export type RefundVerdict = 'pending' | 'failing';

/** Our own: Stripe has none whose bank thinks about a payment. Somebody decides on the dashboard. */
const PROCESSING_CARD = '4000000000006009';

/** Stripe's test cards that the sandbox knows: https://docs.stripe.com/testing */
const TEST_CARDS: Record<string, Verdict> = {
  '4242424242424242': 'approved',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000002760003184': 'authentication_required',
  '4000000000003220': 'authentication_required',
  '4000002500003155': 'authentication_required',
  '4000000000007726': 'approved',
  '4000000000005126': 'approved',
  '4000000000000259': 'approved',
  [PROCESSING_CARD]: 'processing',
};

/** https://docs.stripe.com/testing#refunds */
const REFUND_CARDS: Record<string, RefundVerdict> = {
  '4000000000007726': 'pending',
  '4000000000005126': 'failing',
};

/** https://docs.stripe.com/testing#disputes */
const DISPUTE_CARD = '4000000000000259';

/** Stripe's ready-made payment methods, which servers use in tests. */
const TEST_PAYMENT_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: DISPUTE_CARD,
  pm_card_processing: PROCESSING_CARD,
};

/** Why a bank declines a payment, in Stripe's words. */
export interface Decline {
  decline_code: string;
  message: string;
}

/** The answer for a card that is not approved. */
export const DECLINES: Record<
  Exclude<Verdict, 'approved' | 'authentication_required' | 'processing'>,
  Decline
> = {
  declined: { decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  not_a_test_card: {
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
};

/** A card as it was sent. */
export interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

/**
 * Checks a card and decides how its bank will answer.
 * @throws {StripeError} incorrect_number, invalid_expiry_month, invalid_expiry_year, invalid_cvc
 */
export function readCard({ number, exp_month, exp_year, cvc }: CardDetails): Card {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (exp_month < 1 || exp_month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw cardError('invalid_expiry_month', message, 'exp_month');
  }
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  const now = new Date();
  const monthsLeft = (year - now.getFullYear()) * 12 + exp_month - (now.getMonth() + 1);
  // Fifty years ahead is Stripe's limit too.
  if (monthsLeft < 0 || monthsLeft > 600) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const refunds = REFUND_CARDS[digits];
  if (cvc !== undefined && !/^\d{3}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return {
    brand: findBrand(digits),
    last4: digits.slice(-4),
    exp_month,
    exp_year: year,
    verdict: TEST_CARDS[digits] ?? 'not_a_test_card',
    ...(refunds && { refunds }),
    ...(digits === DISPUTE_CARD && { isDisputed: true }),
  };
}

/** The card behind one of Stripe's ready-made payment methods (`pm_card_visa`), if the sandbox knows it. */
export function findTestPaymentMethod(id: string): Card | undefined {
  const number = Object.hasOwn(TEST_PAYMENT_METHODS, id) ? TEST_PAYMENT_METHODS[id] : undefined;
  if (!number) return undefined;
  return readCard({ number, exp_month: 12, exp_year: new Date().getFullYear() + 1, cvc: '314' });
}

function cardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param });
}
