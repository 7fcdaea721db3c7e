import { MAX_BODY_BYTES } from '@speakifyr/contract/limits.ts';
import { type RequestHandler, raw } from 'express';
import { settlePayment } from '../changes/settle-payment.ts';
import { ApiError } from '../errors.ts';
import { readDisputes } from '../payments/disputes.ts';
import { readFees, readRefunds } from '../payments/read-refunds.ts';
import type { Services } from '../services.ts';

/**
 * Stripe's webhook. It is not part of the contract, because only Stripe calls it. The signature covers the raw bytes,
 * so we read them before any parser runs, and check them before we look at the content. 400 for a bad signature; 500
 * for our own failures, so that Stripe sends the event again.
 * https://docs.stripe.com/webhooks#verify-official-libraries
 */
export function createWebhookHandlers(services: Services): RequestHandler[] {
  return [
    // An event contains the whole PaymentIntent, so it is much larger than the bodies of our own calls.
    raw({ type: () => true, limit: 8 * MAX_BODY_BYTES }),
    async (request, response) => {
      const event = services.cardPayments.readEvent(
        request.body as Buffer,
        request.get('stripe-signature') ?? '',
      );
      const [about = '', part = ''] = event.type.split('.');
      const settle = SETTLED_BY.get(`${about}.${part}`) ?? SETTLED_BY.get(about);
      if (event.paymentId && settle) await ifOurs(settle(event.paymentId, services));
      response.json({ received: true });
    },
  ];
}

/**
 * We don't trust what an event says about a payment or a charge; we ask Stripe for the current state. A map, because
 * an object would also have entries such as `__proto__`.
 */
const SETTLED_BY = new Map<string, (paymentId: string, services: Services) => Promise<unknown>>([
  ['payment_intent', settlePayment],
  ['charge', readRefunds],
  // Stripe often sets its fee for a charge only after the charge has succeeded.
  ['charge.updated', readFees],
  ['charge.dispute', readDisputes],
  ['refund', readRefunds],
]);

/** Ignores payments that are not in our ledger: the Stripe account may also be used for other things. */
async function ifOurs(settling: Promise<unknown>): Promise<void> {
  try {
    await settling;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
