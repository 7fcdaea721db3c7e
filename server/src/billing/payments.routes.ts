import { type RequestHandler, raw } from 'express';
import { MAX_BODY_BYTES } from '@speakifyr/contract/limits.ts';
import { ApiError } from '../errors.ts';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { readDisputes } from './disputes.ts';
import { getEnrolledClasses } from './enrolled-classes.ts';
import {
  chooseOfficeExtras,
  chooseSeatExtras,
  getOfficeExtras,
  getSeatExtras,
} from './change-extras.ts';
import { readCredit, refundCredit } from './own-credit.ts';
import { payWithCredit } from './pay-with-credit.ts';
import { findFamily } from '../people/users/find-users.ts';
import { matchTransfers } from './match-transfers.ts';
import { recordMoney } from './record-money.ts';
import { recordPayment } from './record-payment.ts';
import { answerRefund, getOpenRefunds, retryRefund } from './open-refunds.ts';
import { createPaperTotalsReader, getPapers } from './ledger/papers.ts';
import { getReceipt } from './ledger/read-receipt.ts';
import { getStatement, issueStatement, listStatementChoices } from './ledger/statements.ts';
import { readFees, readRefunds } from './read-refunds.ts';
import { waiveOwed } from './waive-owed.ts';
import { recordPaidBack } from './record-paid-back.ts';
import { bouncePayment } from '../enrollments/changes/bounce-payment.ts';
import { settlePayment } from '../enrollments/changes/settle-payment.ts';
import { getOffer } from './installments/offer-installments.ts';
import { changeCard, getSavedCard, startCardChange } from './installments/saved-card.service.ts';
import { startPaymentOrRest } from './start-rest.ts';

export function bindPayments(bind: Bind, services: Services): void {
  bind('GET /seatExtras/:cartId', ({ params }, { user }) =>
    getSeatExtras(params.cartId, user, services),
  );
  bind('PUT /seatExtras/:cartId', ({ params, body }, { user }) =>
    chooseSeatExtras(params.cartId, body.extras, user, services),
  );
  bind('GET /officeExtras/:classId/:cartId', ({ params }, { user }) =>
    getOfficeExtras(params, user, services),
  );
  bind('PUT /officeExtras/:classId/:cartId', ({ params, body }, { user }) =>
    chooseOfficeExtras(params, body.extras, user, services),
  );
  bind('POST /createPayment-intent', ({ body }, { user }) =>
    startPaymentOrRest(body, user, services),
  );
  bind('GET /installments', ({ query }, { user }) => getOffer(query.cartIds, user, services));
  bind('GET /savedCard', (_input, { user }) => getSavedCard(user));
  bind('POST /savedCard', (_input, { user }) => startCardChange(user, services));
  bind('PUT /savedCard', ({ body }, { user }) => changeCard(body.setupId, user, services));
  bind('POST /makepayment', ({ body }, { user }) =>
    recordPayment(body.transactionId, user, services),
  );
  bind('POST /families/:id/payments', async ({ params, body }, { user }) => ({
    status: true as const,
    transactionId: await recordMoney(params.id, body, user, services),
  }));
  bind('GET /myCredit', (_input, { user }) => readCredit(user._id, services));
  bind('POST /myCredit/refund', ({ body }, { user }) =>
    refundCredit(user._id, { shown: body.amount, isAnyDay: false, by: user._id }, services),
  );
  bind('POST /creditPayments', async ({ body }, { user }) => ({
    status: true as const,
    transactionId: await payWithCredit(body, user, services),
  }));
  bind('GET /families/:id/credit', async ({ params }) =>
    readCredit((await findFamily(params.id, services))._id, services),
  );
  bind('POST /families/:id/credit/refund', async ({ params, body }, { user }) => {
    const { _id } = await findFamily(params.id, services);
    const wish = { shown: body.amount, isAnyDay: true, by: user._id, note: body.note };
    await refundCredit(_id, wish, services);
  });
  bind('POST /bankFiles', ({ body }) => matchTransfers(body, services));
  bind('POST /payments/:paymentId/bounce', ({ params, body }, { user }) =>
    bouncePayment(params.paymentId, body, user, services),
  );
  bind('POST /payments/:paymentId/paidBack', ({ params, body }, { user }) =>
    recordPaidBack(params.paymentId, body, user, services),
  );
  bind('POST /owedSeats/:id/waive', ({ params, body }, { user }) =>
    waiveOwed(params.id, body, user, services),
  );
  bind('GET /receipts/:paymentId', ({ params }, { user }) =>
    getReceipt(params.paymentId, user, services),
  );
  bind('GET /myStatements', (_input, { user }) => listStatementChoices(user, services));
  bind('POST /myStatements', ({ body }, { user }) => issueStatement(body, user, services));
  bind('GET /statements/:no', ({ params }, { user }) => getStatement(params.no, user, services));
  bind('GET /papers', ({ query }, { user }) => getPapers(query, user, services));
  const readPaperTotals = createPaperTotalsReader(services);
  bind('GET /paperTotals', ({ query }, { user }) => readPaperTotals(query, user));
  bind('GET /openRefunds', ({ query }) => getOpenRefunds(query, services));
  bind('POST /openRefunds/:refundId/retry', ({ params }, { user }) =>
    retryRefund(params.refundId, user, services),
  );
  bind('POST /openRefunds/:refundId/answer', ({ params, body }, { user }) =>
    answerRefund(params.refundId, body, user, services),
  );
  bind('GET /myEnrolledClass', (_input, { user }) => getEnrolledClasses(user, services));
}

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
