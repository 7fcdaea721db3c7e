import Stripe from 'stripe';
import { askStripe, createWithFreshKey, hasCode } from './ask-stripe.ts';
import { type Decline, idOf, type SavedCard, toCard, toDecline } from './stripe-objects.ts';

/** The result of a charge without its payer. `over`: the intent was already paid or canceled, so nothing was asked. */
export type ChargeOutcome =
  { outcome: 'charged' | 'over' } | { outcome: 'declined'; decline: Decline };

/** Cards that Stripe keeps for an account, to charge while nobody is there. */
export type SavedCards = {
  /** Stripe's customer for an account. The same account gets the same one. https://docs.stripe.com/api/customers */
  createCustomer(userId: string): Promise<string>;
  /**
   * Charges a saved card for an intent of its customer, without the payer. An intent is paid at most once. If the
   * response is lost, the same key repeats it for a day; `retrieveIntent` tells the outcome at any time.
   * https://docs.stripe.com/payments/save-during-payment#charge-saved-payment-method
   * @throws {ApiError} `unavailable`: it may have been charged or not
   */
  chargeSavedCard(paymentId: string, cardId: string, key: string): Promise<ChargeOutcome>;
  /** Begins to save another card, without a payment. https://docs.stripe.com/payments/save-and-reuse */
  createCardSetup(customerId: string): Promise<{ setupId: string; clientSecret: string }>;
  /** @returns null if Stripe does not know it, or it has saved no card */
  readCardSetup(setupId: string): Promise<{ customerId: string; card: SavedCard } | null>;
  /** Forgets all cards of a customer but one. https://docs.stripe.com/api/payment_methods/detach */
  forgetCards(customerId: string, keptCardId?: string): Promise<void>;
};

export function createSavedCards(stripe: Stripe): SavedCards {
  return {
    async createCustomer(userId) {
      // No name and no address: Stripe needs neither.
      const create = async (idempotencyKey: string) =>
        (
          await stripe.customers.create(
            { metadata: { userId } },
            { idempotencyKey, maxNetworkRetries: 0 },
          )
        ).id;
      return askStripe(() => createWithFreshKey(create, `customer-${userId}`));
    },
    async chargeSavedCard(paymentId, cardId, key) {
      const confirm = (idempotencyKey: string) =>
        stripe.paymentIntents.confirm(
          paymentId,
          { payment_method: cardId, off_session: true },
          { idempotencyKey, maxNetworkRetries: 0 },
        );
      return askStripe(async () => {
        try {
          await createWithFreshKey(confirm, key);
          return { outcome: 'charged' };
        } catch (error) {
          if (isOver(error)) return { outcome: 'over' };
          if (error instanceof Stripe.errors.StripeCardError)
            return { outcome: 'declined', decline: toDecline(error) };
          // Somebody removed the card in Stripe's dashboard.
          if (error instanceof Stripe.errors.StripeInvalidRequestError)
            return { outcome: 'declined', decline: { code: 'card_gone', advice: 'another card' } };
          throw error;
        }
      });
    },
    async createCardSetup(customerId) {
      const { id, client_secret } = await askStripe(() =>
        stripe.setupIntents.create({
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        }),
      );
      return { setupId: id, clientSecret: client_secret ?? '' };
    },
    async readCardSetup(setupId) {
      return askStripe(async () => {
        try {
          const expand = ['payment_method'];
          const setup = await stripe.setupIntents.retrieve(setupId, { expand });
          const { status, payment_method: method } = setup;
          if (status !== 'succeeded' || typeof method !== 'object' || !method?.card) return null;
          return { customerId: idOf(setup.customer), card: toCard(method.id, method.card) };
        } catch (error) {
          if (hasCode(error, 'resource_missing')) return null;
          throw error;
        }
      });
    },
    async forgetCards(customerId, keptCardId) {
      await askStripe(async () => {
        for await (const { id } of stripe.customers.listPaymentMethods(customerId, { limit: 100 }))
          if (id !== keptCardId) await detach(id);
      });
    },
  };

  async function detach(cardId: string): Promise<void> {
    try {
      await stripe.paymentMethods.detach(cardId);
    } catch (error) {
      // Another server was faster.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
}

/** Whether an intent is paid or canceled, or Stripe doesn't know it. */
function isOver(error: unknown): boolean {
  if (hasCode(error, 'payment_intent_unexpected_state')) return true;
  const { param } = error as { param?: string };
  return hasCode(error, 'resource_missing') && param === 'intent';
}
