import Stripe from 'stripe';
import { ApiError } from '../errors.ts';

/** A PaymentIntent, as far as we look at it. Its id is our payment id. Amounts in integer cents. */
export type Intent = {
  paymentId: string;
  amount: number;
  currency: string;
  status: Stripe.PaymentIntent.Status;
  /** All of the money went back, by us or by somebody at Stripe's dashboard. */
  isRefunded: boolean;
  clientSecret: string;
  metadata: Record<string, string>;
};

/** An event that Stripe sends us, and the PaymentIntent it is about, if there is one. */
export type PaymentEvent = { type: string; paymentId: string | undefined };

/** Stripe, as the payments feature needs it. Every call throws `unavailable` when Stripe can't be reached. */
export type CardPayments = {
  /** Equal keys give the same intent, however often it is called. */
  createIntent(
    intent: { amount: number; currency: string; metadata: Record<string, string> },
    idempotencyKey: string,
  ): Promise<Intent>;
  /** @returns null if Stripe does not know it (any more): nobody can pay it */
  retrieveIntent(paymentId: string): Promise<Intent | null>;
  /** Cancels the intent, unless it can't be canceled any more. */
  cancelIntent(paymentId: string): Promise<void>;
  /** Gives all of the money back; a second call changes nothing. */
  refundIntent(paymentId: string): Promise<void>;
  /** The intents of which money went back since then, all or some of it; each once. */
  listRefundedIntents(since: Date): Promise<string[]>;
  /**
   * Ignores events of the other mode (test or live). They are still confirmed, so that Stripe does not send them again
   * for days. https://docs.stripe.com/connect/webhooks
   * @throws {ApiError} `invalid_input` when the signature is not Stripe's
   */
  readEvent(body: Buffer, signature: string): PaymentEvent;
};

/** Connects to Stripe, or to what stands at `apiUrl` in its place. */
export function createCardPayments(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
}): CardPayments {
  const url = new URL(options.apiUrl);
  const stripe = new Stripe(options.secretKey, {
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    // Two tries are over before the request's own time is (app.ts).
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const isLive = options.secretKey.includes('_live_');

  return {
    async createIntent(intent, idempotencyKey) {
      const create = async (key: string) =>
        toIntent(
          await stripe.paymentIntents.create(
            // Only what is settled at once: a bank transfer would hold a seat for days.
            { ...intent, allowed_payment_method_types: ['card'] },
            // Not tried again by itself: a failure that Stripe keeps would look like an old one.
            { idempotencyKey: key, maxNetworkRetries: 0 },
          ),
        );
      return askStripe(() => createWithFreshKey(create, idempotencyKey));
    },
    async retrieveIntent(paymentId) {
      return askStripe(async () => {
        try {
          return toIntent(
            await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
          );
        } catch (error) {
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
    async refundIntent(paymentId) {
      await askStripe(async () => {
        try {
          // Without a key of ours: Stripe would answer a failure again and again for a day, and a second full
          // refund is refused anyway.
          const { status } = await stripe.refunds.create({ payment_intent: paymentId });
          if (status === 'failed') throw new ApiError('unavailable', 'The refund failed.');
        } catch (error) {
          if (!hasCode(error, 'charge_already_refunded')) throw error;
        }
      });
    },
    async listRefundedIntents(since) {
      return askStripe(async () => {
        const created = { gte: Math.floor(since.getTime() / 1_000) };
        // Not urgent: tried once, and over before a server that is told to stop runs out of time (main.ts).
        const patience = { timeout: 5_000, maxNetworkRetries: 0 };
        const ids = new Set<string>();
        for await (const refund of stripe.refunds.list({ created, limit: 100 }, patience))
          if (typeof refund.payment_intent === 'string') ids.add(refund.payment_intent);
        return [...ids];
      });
    },
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

/** After this many failures of Stripe at one payment, the student has to join again. */
const MAX_KEYS = 20;

/**
 * Stripe repeats its first answer to a key for a day, even if it was a failure of Stripe (5xx). Such a failure may have
 * created an intent, but nobody knows its secret, so nobody can pay it and a new intent can't charge twice. So we use
 * the next key. Every caller uses the same one, so that two tabs still get one intent.
 * https://docs.stripe.com/api/idempotent_requests
 */
async function createWithFreshKey(
  create: (key: string) => Promise<Intent>,
  key: string,
): Promise<Intent> {
  for (let number = 1; number < MAX_KEYS; number += 1)
    try {
      return await create(number === 1 ? key : `${key}-try-${number}`);
    } catch (error) {
      if (!isOldFailure(error)) throw error;
    }
  return create(`${key}-try-${MAX_KEYS}`);
}

function isOldFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    error.headers?.['idempotent-replayed'] === 'true'
  );
}

async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isOutage =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      // Two calls with one key at the same moment: the other one is still under way.
      hasCode(error, 'idempotency_key_in_use');
    if (!isOutage) throw error;
    throw new ApiError('unavailable', 'The card payment service does not answer right now.');
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Stripe.errors.StripeError && codes.includes(error.code ?? '');
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    paymentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    isRefunded: typeof intent.latest_charge === 'object' && Boolean(intent.latest_charge?.refunded),
    clientSecret: intent.client_secret ?? '',
    metadata: intent.metadata,
  };
}

/** The PaymentIntent of an event about an intent itself, or about a charge of one. */
function findPaymentId(object: object): string | undefined {
  const { id, object: type, payment_intent } = object as Record<string, unknown>;
  const found = type === 'payment_intent' ? id : payment_intent;
  return typeof found === 'string' ? found : undefined;
}
