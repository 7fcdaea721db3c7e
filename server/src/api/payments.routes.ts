import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { applyCode, removeCode } from '../payments/cart-codes.ts';
import {
  getSeatExtras,
  chooseSeatExtras,
  getOfficeExtras,
  chooseOfficeExtras,
} from '../payments/change-extras.ts';
import { startPaymentOrBalance } from '../payments/start-balance.ts';
import { getOffer } from '../payments/installments/offer-installments.ts';
import {
  getSavedCard,
  startCardChange,
  changeCard,
} from '../payments/installments/saved-card.service.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { recordMoney } from '../payments/record-money.ts';
import { readCredit, refundCredit } from '../payments/own-credit.ts';
import { payWithCredit } from '../payments/pay-with-credit.ts';
import { findFamily } from '../users/find-users.ts';
import { getOpenTransfers, readTransfers } from '../payments/match-transfers.ts';
import { setTransferAside } from '../payments/open-transfers.ts';
import { makePayLink, openPayLink } from '../payments/pay-link.ts';
import { recordPaidBack } from '../payments/record-paid-back.ts';
import { waiveOwed } from '../payments/waive-owed.ts';
import { getOpenRefunds, retryRefund, answerRefund } from '../payments/open-refunds.ts';
import { getEnrolledClasses } from '../payments/enrolled-classes.ts';

export function bindPayments(bind: Bind, services: Services): void {
  bind('POST /cartCode', async ({ body }, { user }) => ({
    status: true as const,
    seats: await applyCode(body.code, user, services),
  }));
  bind('DELETE /cartCode', async (_input, { user }) => {
    await removeCode(user, services);
    return { status: true as const };
  });
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
    startPaymentOrBalance(body, user, services),
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
  bind('POST /families/:id/payLink', ({ params, body }, { user }) =>
    makePayLink(params.id, body.cartIds, user, services),
  );
  bind('POST /payLink', ({ body }) => openPayLink(body, services));
  bind('POST /bankFiles', ({ body }) => readTransfers(body, services));
  bind('GET /bankTransfers', () => getOpenTransfers(services));
  bind('POST /bankTransfers/:id', ({ params, body }, { user }) =>
    setTransferAside(params.id, body.note, user, services),
  );
  bind('POST /payments/:paymentId/paidBack', ({ params, body }, { user }) =>
    recordPaidBack(params.paymentId, body, user, services),
  );
  bind('POST /owedSeats/:id/waive', ({ params, body }, { user }) =>
    waiveOwed(params.id, body, user, services),
  );
  bind('GET /openRefunds', ({ query }) => getOpenRefunds(query, services));
  bind('POST /openRefunds/:refundId/retry', ({ params }, { user }) =>
    retryRefund(params.refundId, user, services),
  );
  bind('POST /openRefunds/:refundId/answer', ({ params, body }, { user }) =>
    answerRefund(params.refundId, body, user, services),
  );
  bind('GET /myEnrolledClass', (_input, { user }) => getEnrolledClasses(user, services));
}
