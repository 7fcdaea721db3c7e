import { type RequestHandler, raw } from 'express';
import { MAX_BODY_BYTES } from '@speakifyr/contract/limits.ts';
import { ApiError } from '../errors.ts';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getEnrolledClasses, startPayment } from './payments.service.ts';
import { recordPayment } from './record-payment.ts';
import { settlePayment, settleRefund } from './settle-payment.ts';

export function bindPayments(bind: Bind, services: Services): void {
  bind('POST /createPayment-intent', ({ body }, { user }) => startPayment(body, user, services));
  bind('POST /makepayment', ({ body }, { email }) =>
    recordPayment(body.transactionId, email, services),
  );
  bind('GET /myEnrolledClass', (_input, { email }) => getEnrolledClasses(email, services));
}

/**
 * What Stripe tells us by itself: not a call of the contract, since nobody but Stripe makes it.
 * The signature is over the raw bytes, so they are read before any parser, and checked before they are looked
 * at. 400 for a bad signature, 500 for a failure of ours, so that Stripe sends it again.
 * https://docs.stripe.com/webhooks#verify-official-libraries
 */
export function createWebhookHandlers(services: Services): RequestHandler[] {
  return [
    // An event holds the whole PaymentIntent: far larger than any body of our own calls.
    raw({ type: () => true, limit: 8 * MAX_BODY_BYTES }),
    async (request, response) => {
      const event = services.cardPayments.readEvent(
        request.body as Buffer,
        request.get('stripe-signature') ?? '',
      );
      const settle = SETTLED_BY[event.type.split('.')[0] ?? ''];
      if (event.paymentId && settle) await ifOurs(settle(event.paymentId, services));
      response.json({ received: true });
    },
  ];
}

/** Whatever an event says of a payment or a charge, we ask Stripe what is true. */
const SETTLED_BY: Record<string, (paymentId: string, services: Services) => Promise<unknown>> = {
  payment_intent: settlePayment,
  charge: settleRefund,
};

/** The account may take payments for other things too; those are not our business. */
async function ifOurs(settling: Promise<unknown>): Promise<void> {
  try {
    await settling;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
