import Stripe from 'stripe';
import { ApiError } from '../errors.ts';
import { askStripe, createWithFreshKey, hasCode } from './ask-stripe.ts';
import { createSavedCards, type SavedCards } from './saved-cards.ts';
import {
  type Decline,
  findPaymentId,
  type SavedCard,
  type Intent,
  type StripeDispute,
  type StripeFee,
  type StripeRefund,
  toDispute,
  toIntent,
  toStripeRefund,
} from './stripe-objects.ts';

export type { Decline, Intent, SavedCard, StripeDispute, StripeFee, StripeRefund };

/** A webhook event, with the id of its PaymentIntent if it has one. */
export type PaymentEvent = { type: string; paymentId: string | undefined };

/** Stripe's API for the payments feature. Every call throws `unavailable` if Stripe does not answer. */
export type CardPayments = SavedCards & {
  /**
   * Returns the same intent for the same key, no matter how often it is called.
   * @param intent.customerId for whom a card is saved, or was
   * @param intent.savesCard saves the card that pays it: https://docs.stripe.com/payments/save-during-payment
   */
  createIntent(
    intent: {
      amount: number;
      currency: string;
      metadata: Record<string, string>;
      customerId?: string;
      savesCard?: boolean;
    },
    idempotencyKey: string,
  ): Promise<Intent>;
  /** @returns null if Stripe does not know the intent, so nobody can pay it */
  retrieveIntent(paymentId: string): Promise<Intent | null>;
  /** Cancels the intent, unless it can't be canceled any more. */
  cancelIntent(paymentId: string): Promise<void>;
  /**
   * Refunds a part of a payment, or all of it. The same refund and attempt give the same answer for a day. Check
   * `listRefunds` before you ask again, because later they make a second refund.
   * @returns what Stripe made, or why it refuses for good; `isDisputed` if the payer's bank has the money
   */
  createRefund(refund: {
    refundId: string;
    paymentId: string;
    amount: number;
    attempt: number;
  }): Promise<StripeRefund | { refusal: string; isDisputed: boolean }>;
  /** All refunds of a payment, newest first. */
  listRefunds(paymentId: string): Promise<StripeRefund[]>;
  /** All refunds that were made since then, of all payments. Newest first. */
  listRefundsSince(since: Date): Promise<(StripeRefund & { paymentId: string })[]>;
  /** All disputes of a payment, newest first. */
  listDisputes(paymentId: string): Promise<StripeDispute[]>;
  /** All disputes that began since then, of all payments. Newest first. */
  listDisputesSince(since: Date): Promise<(StripeDispute & { paymentId: string })[]>;
  /**
   * Ignores events of the other mode (test or live). They are still confirmed, so that Stripe does not send them again
   * for days. https://docs.stripe.com/connect/webhooks
   * @throws {ApiError} `invalid_input` if the signature is not Stripe's
   */
  readEvent(body: Buffer, signature: string): PaymentEvent;
};

/**
 * Stripe's own library.
 * @param options.apiUrl Stripe's address, or the sandbox's
 */
export function connectStripe(options: { secretKey: string; apiUrl: string }): Stripe {
  const url = new URL(options.apiUrl);
  return new Stripe(options.secretKey, {
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    // Two attempts take less than the time limit of a request (app.ts).
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** @param options.apiUrl Stripe's address, or the sandbox's */
export function createCardPayments(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
}): CardPayments {
  const stripe = connectStripe(options);
  const isLive = options.secretKey.includes('_live_');

  return {
    ...createSavedCards(stripe),
    async createIntent({ customerId, savesCard, ...intent }, idempotencyKey) {
      const create = async (key: string) =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              ...intent,
              // Only what settles at once: cards, also in a wallet. A bank transfer would hold a seat for days.
              allowed_payment_method_types: customerId ? ['card'] : ['card', 'link'],
              ...(customerId && { customer: customerId }),
              ...(savesCard && { setup_future_usage: 'off_session' }),
            },
            // No automatic retry: its answer would look like a repeated old failure (createWithFreshKey).
            { idempotencyKey: key, maxNetworkRetries: 0 },
          ),
        );
      return askStripe(() => createWithFreshKey(create, idempotencyKey));
    },
    async retrieveIntent(paymentId) {
      return askStripe(async () => {
        const retrieve = async (expand: string) =>
          toIntent(await stripe.paymentIntents.retrieve(paymentId, { expand: [expand] }));
        try {
          return await retrieve('latest_charge.balance_transaction');
        } catch (error) {
          // A restricted key may not be allowed to read fees. Payments go on without them.
          if (error instanceof Stripe.errors.StripePermissionError)
            return retrieve('latest_charge');
          if (hasCode(error, 'resource_missing')) return null;
          throw error;
        }
      });
    },
    async cancelIntent(paymentId) {
      await askStripe(async () => {
        try {
          await stripe.paymentIntents.cancel(paymentId);
        } catch (error) {
          if (hasCode(error, 'payment_intent_unexpected_state', 'resource_missing')) return;
          throw error;
        }
      });
    },
    async createRefund({ refundId, paymentId, amount, attempt }) {
      const metadata = { refundId, attempt };
      const create = async (idempotencyKey: string) =>
        toStripeRefund(
          await stripe.refunds.create(
            { payment_intent: paymentId, amount, metadata },
            // No automatic retry, as with intents. The caller looks through the refunds first.
            { idempotencyKey, maxNetworkRetries: 0 },
          ),
        );
      return askStripe(async () => {
        try {
          return await createWithFreshKey(create, `${refundId}:${attempt}`);
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError)
            return { refusal: error.message, isDisputed: hasCode(error, ...DISPUTED) };
          throw error;
        }
      });
    },
    listRefunds: (paymentId) =>
      readAll(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }), toStripeRefund),
    listRefundsSince: (since) =>
      readAll(stripe.refunds.list(createdSince(since), NOT_URGENT), (refund) =>
        ofPayment(toStripeRefund(refund), refund.payment_intent),
      ),
    listDisputes: (paymentId) =>
      readAll(stripe.disputes.list({ payment_intent: paymentId, limit: 100 }), toDispute),
    listDisputesSince: (since) =>
      readAll(stripe.disputes.list(createdSince(since), NOT_URGENT), (dispute) =>
        ofPayment(toDispute(dispute), dispute.payment_intent),
      ),
    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret);
        const isOurs = event.livemode === isLive;
        return {
          type: event.type,
          paymentId: isOurs ? findPaymentId(event.data.object) : undefined,
        };
      } catch {
        throw new ApiError('invalid_input', 'The signature is wrong.');
      }
    },
  };
}

/** Stripe has two codes for it: https://docs.stripe.com/error-codes. R173 */
const DISPUTED = ['charge_disputed', 'refund_disputed_payment'];

/** One attempt, which ends before the stopping server's time is up (main.ts). */
const NOT_URGENT = { timeout: 5_000, maxNetworkRetries: 0 };

function createdSince(since: Date) {
  return { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100 };
}

/** All pages of a list, without entries for which `read` returns `undefined`. */
function readAll<T, R>(list: AsyncIterable<T>, read: (one: T) => R | undefined): Promise<R[]> {
  return askStripe(async () => {
    const found: R[] = [];
    for await (const one of list) {
      const known = read(one);
      if (known !== undefined) found.push(known);
    }
    return found;
  });
}

function ofPayment<T>(found: T, paymentId: unknown): (T & { paymentId: string }) | undefined {
  return typeof paymentId === 'string' ? { ...found, paymentId } : undefined;
}
