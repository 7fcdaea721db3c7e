import { describe, expect, it, vi } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { buildClass, buildPaidSeat, useUser } from '../testing/factories.ts';
import { listNews } from '../testing/mails.ts';
import { buildPaidSeats, listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import {
  changeDispute,
  closeDispute,
  disputePayment,
  listDisputesAtStripe,
} from '../testing/stripe-dashboard.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { readDisputes } from './disputes.ts';
import { carryOutRefund, decideRefund } from '../ledger/refunds.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const readPayment = (paymentId: string) =>
  app.services.database.collections.payments.findOne({ _id: paymentId });
const readRefund = (refundId: string) =>
  app.services.database.collections.refunds.findOne({ _id: refundId });
const report = (paymentId: string, end: 'created' | 'updated' | 'closed') =>
  sendWebhook(app, { type: `charge.dispute.${end}`, paymentId });

type Paid = Awaited<ReturnType<typeof buildPaidSeats>>;

/** Decides a refund of one seat, as a cancellation does. @returns its id */
async function decide({ paymentId, items }: Paid, amount: number): Promise<string> {
  const cartId = items[0]?.seatId ?? null;
  const refundId = `${paymentId}:${String(cartId)}:canceled`;
  const reason = 'class canceled' as const;
  await decideRefund(
    { refundId, paymentId, seatId: cartId, amount, currency: 'usd', reason },
    app.services,
  );
  return refundId;
}

/** Carries a refund out, or asks Stripe again if somebody else just did. */
async function goOn(refundId: string): Promise<void> {
  app.passMinutes(61);
  await carryOutRefund(refundId, app.services);
}

// Rules: R172, R173, R174, R175.
describe('a disputed payment', () => {
  it('is marked for admins with the day until which Stripe waits for an answer', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [4_000]);
    await disputePayment(paymentId);
    expect(await report(paymentId, 'created')).toBe(200);
    const list = async () =>
      (await app.as(admin).call('GET /payments', { query: { search: paymentId } })).body;
    const [payment] = await list();
    expect(payment?.dispute).toMatchObject({ state: 'open', amount: 4_000 });
    const wait = Date.parse(payment?.dispute?.dueBy ?? '') - app.services.now().getTime();
    expect(wait / 86_400_000).toBeCloseTo(7, 1);
    await closeDispute(paymentId, 'won');
    await report(paymentId, 'closed');
    expect(await list()).toMatchObject([{ dispute: { state: 'won' }, kept: 4_000 }]);
    expect((await app.as(student).call('GET /payments', { query: {} })).status).toBe(403);
  });

  it('keeps its seat, even if Stripe reports the dispute before the payment', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await disputePayment(paymentId);
    await report(paymentId, 'created');
    const query = { email: student.email };
    const { body } = await app.as(student).call('GET /myEnrolledClass', { query });
    expect(body).toHaveLength(1);
    expect(await readPayment(paymentId)).toMatchObject({
      status: 'enrolled',
      dispute: { state: 'open' },
    });
  });

  it('gives nothing back while the bank decides, and what was decided if the school wins', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    await disputePayment(paid.paymentId);
    await report(paid.paymentId, 'created');
    const refundId = await decide(paid, 2_500);
    await carryOutRefund(refundId, app.services);
    await goOn(refundId);
    expect(await readRefund(refundId)).toMatchObject({ state: 'decided', attempt: 0 });
    expect(await readPayment(paid.paymentId)).toMatchObject({ kept: 4_000 });
    await closeDispute(paid.paymentId, 'won');
    await report(paid.paymentId, 'closed');
    await runJobs(app.services);
    expect(await readRefund(refundId)).toMatchObject({ state: 'succeeded' });
    expect(await listAtStripe(paid.paymentId)).toMatchObject([{ amount: 2_500 }]);
  });

  it('lets a refund wait that Stripe refuses before we have heard of the dispute', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    await disputePayment(paid.paymentId);
    const refundId = await decide(paid, 4_000);
    await carryOutRefund(refundId, app.services);
    expect(await readRefund(refundId)).toMatchObject({ state: 'decided' });
    expect(await readPayment(paid.paymentId)).toMatchObject({ kept: 4_000 });
    await closeDispute(paid.paymentId, 'won');
    await goOn(refundId);
    expect(await readRefund(refundId)).toMatchObject({ state: 'succeeded' });
    expect(await listAtStripe(paid.paymentId)).toMatchObject([{ amount: 4_000 }]);
  });

  it('lets a refund wait that a killed server had sent', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    await disputePayment(paid.paymentId);
    const refundId = await decide(paid, 4_000);
    // Stripe has refused, and the second of the two writes that take the refund back is cut off.
    await expect(carryOutRefund(refundId, killAfter(app.services, 4))).rejects.toThrow('killed');
    expect(await readRefund(refundId)).toMatchObject({ state: 'sent' });
    await report(paid.paymentId, 'created');
    await goOn(refundId);
    expect(await readRefund(refundId)).toMatchObject({ state: 'decided' });
    await closeDispute(paid.paymentId, 'won');
    await report(paid.paymentId, 'closed');
    await carryOutRefund(refundId, app.services);
    expect(await readRefund(refundId)).toMatchObject({ state: 'succeeded' });
    expect(await listAtStripe(paid.paymentId)).toHaveLength(1);
  });
});

describe('a lost dispute', () => {
  it('is in the books, frees the seats, and ends what was about to go back', async () => {
    const paid = await buildPaidSeats(app, [4_000, 2_500]);
    const { paymentId, items } = paid;
    await disputePayment(paymentId);
    await report(paymentId, 'created');
    const refundId = await decide(paid, 4_000);
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    await report(paymentId, 'closed');
    const [dispute] = await listDisputesAtStripe(paymentId);
    expect(await readRefund(`dispute:${dispute?.id}`)).toMatchObject({
      amount: 6_500,
      reason: 'dispute',
      state: 'succeeded',
    });
    expect(await readPayment(paymentId)).toMatchObject({
      kept: 0,
      status: 'refunded',
      refundReason: 'dispute',
      dispute: { state: 'lost' },
    });
    const { classes } = app.services.database.collections;
    const ids = items.map(({ classId }) => classId);
    const found = await classes.find({ _id: { $in: ids } }).toArray();
    expect(found.flatMap(({ seats }) => seats)).toEqual([]);
    await carryOutRefund(refundId, app.services);
    // Nobody has to look at it: the payer has their money.
    const ended = await readRefund(refundId);
    expect(ended).toMatchObject({ state: 'failed' });
    expect(ended?.needsAdmin).toBeUndefined();
  });

  it('takes only what had not been returned before, and keeps the seats if something is left', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000]);
    await refundAtDashboard(paymentId, 1_000);
    await report(paymentId, 'updated');
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0, status: 'refunded' });
    const refunds = await app.services.database.collections.refunds.find({ paymentId }).toArray();
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([1_000, 3_000]);
  });

  it('waits for a refund that may have been made', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    const { paymentId } = paid;
    await disputePayment(paymentId);
    const refundId = await decide(paid, 4_000);
    // Its money is set aside, but the answer of Stripe, which refused it, is lost.
    await expect(carryOutRefund(refundId, killAfter(app.services, 2))).rejects.toThrow('killed');
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    expect(await readPayment(paymentId)).toMatchObject({ dispute: { state: 'open' } });
    await goOn(refundId);
    await runJobs(app.services);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0, dispute: { state: 'lost' } });
    const { refunds } = app.services.database.collections;
    expect(await refunds.countDocuments({ paymentId, reason: 'dispute', amount: 4_000 })).toBe(1);
  });

  slowIt('is in the books once, wherever a server is killed and however many read it', async () => {
    for (let step = 0; ; step += 1) {
      const { paymentId } = await buildPaidSeats(app, [4_000]);
      await disputePayment(paymentId);
      await report(paymentId, 'created');
      await closeDispute(paymentId, 'lost');
      const isDone = await readDisputes(paymentId, killAfter(app.services, step)).then(
        () => true,
        () => false,
      );
      app.passMinutes(5);
      await Promise.all([runJobs(app.services), readDisputes(paymentId, app.services)]);
      expect(await readPayment(paymentId)).toMatchObject({
        kept: 0,
        status: 'refunded',
        dispute: { state: 'lost' },
      });
      const { refunds } = app.services.database.collections;
      expect(await refunds.countDocuments({ paymentId })).toBe(1);
      if (isDone) return expect(step).toBeGreaterThan(3);
    }
  });
});

/** A payment whose dispute the school lost on one day and won on appeal ten days later. */
async function winOnAppeal(paid: Paid) {
  const { paymentId } = paid;
  await disputePayment(paymentId);
  await closeDispute(paymentId, 'lost');
  await report(paymentId, 'closed');
  const lostAt = app.services.now();
  for (const status of ['appeal_needs_response', 'appeal_under_review']) {
    await changeDispute(paymentId, status);
    await report(paymentId, 'updated');
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0, dispute: { state: 'lost' } });
  }
  app.passMinutes(10 * 24 * 60);
  await changeDispute(paymentId, 'won');
  const [dispute] = await listDisputesAtStripe(paymentId);
  return { lostAt, lossId: `dispute:${dispute?.id}` };
}

describe('a lost dispute that is won on appeal', () => {
  it('is money that is back on the day it came back; the seat stays gone, and admins get an email', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    const { paymentId } = paid;
    const { lostAt, lossId } = await winOnAppeal(paid);
    await report(paymentId, 'updated');
    await report(paymentId, 'closed');
    const wonAt = app.services.now();
    const loss = await readRefund(lossId);
    expect(loss).toMatchObject({ amount: 4_000, state: 'reversed', needsAdmin: true });
    expect([loss?.settledAt, loss?.reversedAt].map((at) => at?.toDateString())).toEqual([
      lostAt.toDateString(),
      wonAt.toDateString(),
    ]);
    const payment = await readPayment(paymentId);
    expect(payment).toMatchObject({ kept: 4_000, status: 'refunded', dispute: { state: 'won' } });
    expect(payment?.disputeChanges?.map(({ state, status }) => `${state} ${status}`)).toEqual([
      'lost lost',
      'lost appeal_needs_response',
      'lost appeal_under_review',
      'won won',
    ]);
    const list = async () =>
      (await app.as(admin).call('GET /openRefunds')).body.filter(({ _id }) => _id === lossId);
    expect(await list()).toMatchObject([{ state: 'reversed', amount: 4_000, choices: [] }]);
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: lossId },
      body: { cartId: null, note: 'The family has a new seat.' },
    });
    expect(await list()).toEqual([]);
    expect((await readRefund(lossId))?.state).toBe('reversed');
  });

  it('can be given back, and never more than that', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    await winOnAppeal(paid);
    await report(paid.paymentId, 'updated');
    const give = (amount: number) =>
      app.as(admin).call('POST /refunds', {
        body: { paymentId: paid.paymentId, amount, note: 'The seat is gone.' },
      });
    expect((await give(4_001)).body).toMatchObject({ code: 'refund_too_high' });
    expect((await give(4_000)).status).toBe(200);
    expect(await readPayment(paid.paymentId)).toMatchObject({ kept: 0 });
    expect(await listAtStripe(paid.paymentId)).toMatchObject([{ amount: 4_000 }]);
  });

  slowIt('is in the books once, wherever a server is killed and however many read it', async () => {
    for (let step = 0; ; step += 1) {
      const paid = await buildPaidSeats(app, [4_000]);
      const { paymentId } = paid;
      const { lossId } = await winOnAppeal(paid);
      const isDone = await readDisputes(paymentId, killAfter(app.services, step)).then(
        () => true,
        () => false,
      );
      app.passMinutes(5);
      await Promise.all([runJobs(app.services), readDisputes(paymentId, app.services)]);
      expect(await readRefund(lossId)).toMatchObject({ state: 'reversed', needsAdmin: true });
      expect(await readPayment(paymentId)).toMatchObject({
        kept: 4_000,
        dispute: { state: 'won' },
      });
      if (isDone) return expect(step).toBeGreaterThan(2);
    }
  });

  slowIt(
    'leaves no seat half taken back, if the server was killed when it heard of the loss',
    async () => {
      const endings = new Set<string>();
      for (let step = 0; ; step += 1) {
        const { student, paymentId } = await buildPaidSeats(app, [4_000, 2_500]);
        await disputePayment(paymentId);
        await closeDispute(paymentId, 'lost');
        const isDone = await readDisputes(paymentId, killAfter(app.services, step)).then(
          () => true,
          () => false,
        );
        await changeDispute(paymentId, 'appeal_needs_response');
        await changeDispute(paymentId, 'won');
        app.passMinutes(5);
        await runJobs(app.services);
        const payment = await readPayment(paymentId);
        expect(payment).toMatchObject({ kept: 6_500, dispute: { state: 'won' } });
        const ending = String(payment?.status);
        expect(payment?.items.map(({ state }) => state)).toEqual([ending, ending]);
        const query = { email: student.email };
        const { body } = await app.as(student).call('GET /myEnrolledClass', { query });
        expect(body).toHaveLength(ending === 'enrolled' ? 2 : 0);
        const losses = await app.services.database.collections.refunds
          .find({ paymentId })
          .toArray();
        const needAdmin = losses.filter((loss) => loss.needsAdmin);
        expect(needAdmin).toHaveLength(ending === 'enrolled' ? 0 : 1);
        endings.add(ending);
        if (isDone) return expect(endings).toEqual(new Set(['enrolled', 'refunded']));
      }
    },
  );

  it('is found by a job a year later, if every webhook was lost', async () => {
    const server = await startSecondServer(app);
    try {
      const paid = await buildPaidSeats(app, [4_000]);
      const { paymentId } = paid;
      await disputePayment(paymentId);
      await closeDispute(paymentId, 'lost');
      await runJobs(server.services);
      expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
      server.passMinutes(365 * 24 * 60);
      await runJobs(server.services);
      await changeDispute(paymentId, 'appeal_needs_response');
      await changeDispute(paymentId, 'won');
      server.passMinutes(5);
      await runJobs(server.services);
      expect(await readPayment(paymentId)).toMatchObject({
        kept: 4_000,
        dispute: { state: 'won' },
      });
    } finally {
      await server.close();
    }
  });

  it('stays won when an old answer of Stripe says that it is lost', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    const { paymentId } = paid;
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await readDisputes(paymentId, app.services);
    const { cardPayments } = app.services;
    const listDisputes = async () => {
      const old = await cardPayments.listDisputes(paymentId);
      await changeDispute(paymentId, 'appeal_needs_response');
      await changeDispute(paymentId, 'won');
      await readDisputes(paymentId, app.services);
      return old;
    };
    const slow = {
      ...app.services,
      cardPayments: {
        ...cardPayments,
        listDisputes: vi.fn(cardPayments.listDisputes).mockImplementationOnce(listDisputes),
      },
    };
    await readDisputes(paymentId, slow);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 4_000, dispute: { state: 'won' } });
  });

  it.each(['before', 'while'])(
    'takes nothing for good, if a slow server read %s it was won that it was lost',
    async (when) => {
      const { paymentId } = await buildPaidSeats(app, [4_000]);
      await disputePayment(paymentId);
      await closeDispute(paymentId, 'lost');
      const win = async () => {
        await changeDispute(paymentId, 'appeal_needs_response');
        await changeDispute(paymentId, 'won');
        await readDisputes(paymentId, app.services);
      };
      const { cardPayments, database } = app.services;
      const listDisputes = async () => {
        const old = await cardPayments.listDisputes(paymentId);
        if (when === 'before') await win();
        return old;
      };
      let isDue = when === 'while';
      const collections = watchWrites(database.collections, async (collection) => {
        if (collection !== 'refunds' || !isDue) return;
        isDue = false;
        await win();
      });
      const slow = {
        ...{ ...app.services, database: { ...database, collections } },
        cardPayments: {
          ...cardPayments,
          listDisputes: vi.fn(cardPayments.listDisputes).mockImplementationOnce(listDisputes),
        },
      };
      await readDisputes(paymentId, slow).catch(() => undefined);
      app.passMinutes(5);
      await runJobs(app.services);
      expect(await readPayment(paymentId)).toMatchObject({
        kept: 4_000,
        dispute: { state: 'won' },
      });
      const { refunds } = database.collections;
      expect(await refunds.countDocuments({ paymentId, state: 'succeeded' })).toBe(0);
    },
  );

  it('leaves a seat alone that it did not end', async () => {
    const paid = await buildPaidSeats(app, [4_000, 2_500]);
    const { paymentId } = paid;
    await app.as(admin).call('POST /refunds', {
      body: { paymentId, amount: 500, note: 'Rain.' },
    });
    await disputePayment(paymentId);
    const { cardPayments } = app.services;
    // The bank questions only a part of the payment.
    const listDisputes = async (id: string) =>
      (await cardPayments.listDisputes(id)).map((one) => ({ ...one, amount: 1_000 }));
    const services = { ...app.services, cardPayments: { ...cardPayments, listDisputes } };
    await closeDispute(paymentId, 'lost');
    await readDisputes(paymentId, services);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 5_000, status: 'enrolled' });
    await changeDispute(paymentId, 'appeal_needs_response');
    await changeDispute(paymentId, 'won');
    await readDisputes(paymentId, services);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 6_000, status: 'enrolled' });
    const { refunds } = app.services.database.collections;
    const loss = await refunds.findOne({ paymentId, reason: 'dispute' });
    expect(loss?.state).toBe('reversed');
    expect(loss?.needsAdmin).toBeUndefined();
  });
});

describe('an inquiry, for which the bank takes no money', () => {
  it('lets money go back; all of it ends the inquiry', async () => {
    const paid = await buildPaidSeats(app, [4_000]);
    const { paymentId } = paid;
    await disputePayment(paymentId, 'warning_needs_response');
    await report(paymentId, 'created');
    expect(await readPayment(paymentId)).toMatchObject({
      dispute: { state: 'open', status: 'warning_needs_response', isRefundable: true },
    });
    const refundId = await decide(paid, 4_000);
    await carryOutRefund(refundId, app.services);
    expect(await readRefund(refundId)).toMatchObject({ state: 'succeeded' });
    await report(paymentId, 'closed');
    expect(await readPayment(paymentId)).toMatchObject({
      kept: 0,
      dispute: { state: 'won', status: 'warning_closed' },
    });
  });

  it('lets an admin give money back until it becomes a dispute', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000]);
    await disputePayment(paymentId, 'warning_needs_response');
    await report(paymentId, 'created');
    const give = () =>
      app.as(admin).call('POST /refunds', { body: { paymentId, amount: 500, note: 'Rain.' } });
    expect((await give()).status).toBe(200);
    await changeDispute(paymentId, 'needs_response');
    await report(paymentId, 'updated');
    const dispute = (await readPayment(paymentId))?.dispute;
    expect(dispute).toMatchObject({ state: 'open' });
    expect(await listNews(app, 'payment disputed')).toContainEqual({ paymentId });
    expect(dispute?.isRefundable).toBeUndefined();
    expect((await give()).body).toMatchObject({ code: 'payment_disputed' });
    await changeDispute(paymentId, 'won');
    await report(paymentId, 'closed');
    expect((await give()).status).toBe(200);
  });
});

it('a dispute whose webhooks were lost is found by a job: its beginning and, months later, its end', async () => {
  const server = await startSecondServer(app);
  try {
    const { paymentId } = await buildPaidSeats(app, [4_000]);
    await runJobs(server.services);
    await disputePayment(paymentId);
    await runJobs(server.services);
    expect((await readPayment(paymentId))?.dispute).toBeUndefined();
    server.passMinutes(5);
    await runJobs(server.services);
    expect(await readPayment(paymentId)).toMatchObject({ dispute: { state: 'open' } });
    server.passMinutes(90 * 24 * 60);
    await runJobs(server.services);
    // From now on, the list of new disputes doesn't have it anymore.
    await closeDispute(paymentId, 'lost');
    server.passMinutes(5);
    await runJobs(server.services);
    expect(await readPayment(paymentId)).toMatchObject({ dispute: { state: 'lost' }, kept: 0 });
  } finally {
    await server.close();
  }
});

it('an old answer of Stripe does not open a dispute again that is closed', async () => {
  const { paymentId } = await buildPaidSeats(app, [4_000]);
  await disputePayment(paymentId);
  const { cardPayments } = app.services;
  const listDisputes = async () => {
    const old = await cardPayments.listDisputes(paymentId);
    await closeDispute(paymentId, 'won');
    await readDisputes(paymentId, app.services);
    return old;
  };
  const slow = {
    ...app.services,
    cardPayments: {
      ...cardPayments,
      listDisputes: vi.fn(cardPayments.listDisputes).mockImplementationOnce(listDisputes),
    },
  };
  await readDisputes(paymentId, slow);
  expect(await readPayment(paymentId)).toMatchObject({ dispute: { state: 'won' } });
});
