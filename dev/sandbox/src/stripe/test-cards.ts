/** How the bank answers a test card. `authentication_on_setup`: only until its owner has proved once that it is theirs. */
export type Verdict =
  | 'approved'
  | 'authentication_required'
  | 'authentication_on_setup'
  | 'processing'
  | keyof typeof DECLINES;

/** What becomes of a card's refunds: pending until a moment later, or failing a moment after they succeeded. */
export type RefundVerdict = 'pending' | 'failing';

export interface BankAnswers {
  verdict: Verdict;
  /** Missing for a card whose refunds succeed at once. */
  refunds?: RefundVerdict;
  /** Set for a card whose owner goes to the bank as soon as they have paid. */
  isDisputed?: true;
  /** Set for a card that can be saved, no matter what the bank says to a payment. */
  isSaved?: true;
}

interface TestCard extends BankAnswers {
  /** Stripe's ready-made payment method, which servers use in tests. */
  method?: string;
}

/** Stripe's test cards that the sandbox knows: https://docs.stripe.com/testing */
export const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { verdict: 'approved', method: 'pm_card_visa' },
  '4000000000000002': { verdict: 'generic_decline', method: 'pm_card_chargeDeclined' },
  '4000000000009995': {
    verdict: 'insufficient_funds',
    method: 'pm_card_chargeDeclinedInsufficientFunds',
  },
  '4000000000009979': { verdict: 'stolen_card', method: 'pm_card_chargeDeclinedStolenCard' },
  '4000000000000069': { verdict: 'expired_card', method: 'pm_card_chargeDeclinedExpiredCard' },
  '4000000000000127': { verdict: 'incorrect_cvc', method: 'pm_card_chargeDeclinedIncorrectCvc' },
  '4000000000000341': {
    verdict: 'generic_decline',
    isSaved: true,
    method: 'pm_card_chargeCustomerFail',
  },
  '4000002760003184': {
    verdict: 'authentication_required',
    method: 'pm_card_authenticationRequired',
  },
  '4000000000003220': {
    verdict: 'authentication_required',
    method: 'pm_card_threeDSecure2Required',
  },
  '4000002500003155': {
    verdict: 'authentication_on_setup',
    method: 'pm_card_authenticationRequiredOnSetup',
  },
  '4000000000007726': { verdict: 'approved', refunds: 'pending', method: 'pm_card_pendingRefund' },
  '4000000000005126': { verdict: 'approved', refunds: 'failing', method: 'pm_card_refundFail' },
  '4000000000000259': { verdict: 'approved', isDisputed: true, method: 'pm_card_createDispute' },
  // Our own: Stripe has none whose bank thinks about a payment. Somebody decides on the dashboard.
  '4000000000006009': { verdict: 'processing', method: 'pm_card_processing' },
};

/** Why a bank declines a payment, in Stripe's words: https://docs.stripe.com/declines/codes */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
  /** What the bank advises. Not all do. */
  advice_code?: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data';
}

/** The answer for a card that is not approved. */
export const DECLINES = {
  generic_decline: decline('generic_decline', 'Your card was declined.', 'try_again_later'),
  insufficient_funds: decline(
    'insufficient_funds',
    'Your card has insufficient funds.',
    'try_again_later',
  ),
  stolen_card: decline('stolen_card', 'Your card was declined.', 'do_not_try_again'),
  expired_card: {
    ...decline('expired_card', 'Your card has expired.', 'do_not_try_again'),
    code: 'expired_card',
  },
  incorrect_cvc: {
    ...decline('incorrect_cvc', "Your card's security code is incorrect.", 'confirm_card_data'),
    code: 'incorrect_cvc',
  },
  not_a_test_card: decline(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
};

/** The answer to a payment without its payer, if the bank wants to ask them. */
export const PAYER_IS_NEEDED: Decline = {
  ...decline(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
  code: 'authentication_required',
};

function decline(
  decline_code: string,
  message: string,
  advice_code?: Decline['advice_code'],
): Decline {
  return { code: 'card_declined', decline_code, message, ...(advice_code && { advice_code }) };
}
