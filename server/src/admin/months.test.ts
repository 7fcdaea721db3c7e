import { seasonOf } from '@speakifyr/contract/days.ts';
import { randomUUID } from 'node:crypto';
import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { describe, expect, it } from 'vitest';
import { addDays, readToday } from '../school-time.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import {
  changeDispute,
  closeDispute,
  disputePayment,
  listDisputesAtStripe,
} from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inWeek } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const DAY = 24 * 60;
const moves = createMoves(() => app);

const thisMonth = () => readToday(app.services).slice(0, 7);
const readRows = async (month: string) =>
  (await app.as(admin).call('GET /months/:month/rows', { params: { month } })).body;
const readMonth = async (month: string) =>
  (await app.as(admin).call('GET /months/:month', { params: { month } })).body;
const close = (month: string) =>
  app.as(admin).call('POST /months/:month/close', { params: { month } });
const give = (paymentId: string, cartId: string, amount: number) =>
  app
    .as(admin)
    .call('POST /refunds', { body: { note: 'Sorry', paymentId, cartId, keepsSeat: true, amount } });

/** Goes to the second day of the next month. */
function passMonth(): string {
  const before = thisMonth();
  while (thisMonth() === before) app.passMinutes(DAY);
  app.passMinutes(DAY);
  return before;
}

/** A paid seat whose refund fails a moment after it was made. */
async function buildFailing(price: number) {
  const campClass = await buildClass(app, { price });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const paymentId = await startPaymentOf(app, student, { cartId, price });
  await confirmPayment(paymentId, 'pm_card_refundFail');
  await recordPayment(app, student, paymentId);
  return { campClass, cartId, paymentId };
}

/** Waits until Stripe says that the refund of a payment has failed, and our books do. */
async function awaitFailure(paymentId: string): Promise<string> {
  const { refunds } = app.services.database.collections;
  await expect
    .poll(async () => {
      await sendWebhook(app, { type: 'refund.failed', paymentId });
      return (await refunds.findOne({ paymentId }))?.state;
    })
    .toBe('failed');
  return (await refunds.findOne({ paymentId }))?._id ?? '';
}

async function dispute(paymentId: string, end: 'won' | 'lost') {
  await disputePayment(paymentId);
  await sendWebhook(app, { type: 'charge.dispute.created', paymentId });
  await closeDispute(paymentId, end);
  await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
}

/** What Stripe has of a payment: what arrived, minus what was returned or lost. */
async function readAtStripe(paymentId: string): Promise<number> {
  const intent = await app.services.cardPayments.retrieveIntent(paymentId);
  const back = (await listAtStripe(paymentId)).filter(({ status }) => status !== 'failed');
  const lost = (await listDisputesAtStripe(paymentId)).filter(({ status }) => status === 'lost');
  return (intent?.amount ?? 0) - sumAmounts(back) - sumAmounts(lost);
}

const sumOf = (rows: MoneyRow[], ...left: MoneyRow['kind'][]) =>
  sumAmounts(rows.filter(({ kind }) => !left.includes(kind)));

// Rules: R290, R291.
describe('the rows of a month', () => {
  it('sum up to the ledger, and to what Stripe has, whatever happened to the money', async () => {
    const partly = await buildEnrolledSeat(app, await buildClass(app, { price: 99.99 }));
    await give(partly.paymentId, partly.cartId, 1_033);
    await refundAtDashboard(partly.paymentId, 500);
    await sendWebhook(app, { type: 'charge.refunded', paymentId: partly.paymentId });
    const failed = await buildFailing(60);
    await give(failed.paymentId, failed.cartId, 2_000);
    await awaitFailure(failed.paymentId);
    const cash = await buildFailing(70);
    await give(cash.paymentId, cash.cartId, 3_000);
    const refundId = await awaitFailure(cash.paymentId);
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId },
      body: { cartId: null, paidOtherwise: 3_000, note: 'Cash' },
    });
    const won = await buildEnrolledSeat(app, await buildClass(app, { price: 30 }));
    await dispute(won.paymentId, 'won');
    const appealed = await buildEnrolledSeat(app, await buildClass(app, { price: 35 }));
    await dispute(appealed.paymentId, 'lost');
    for (const status of ['appeal_needs_response', 'won']) {
      await changeDispute(appealed.paymentId, status);
      await sendWebhook(app, { type: 'charge.dispute.updated', paymentId: appealed.paymentId });
    }
    const lost = await buildEnrolledSeat(app, await buildClass(app, { price: 40 }));
    await dispute(lost.paymentId, 'lost');
    const dearer = await moves.buildMove(85.5);
    const { body: held } = await moves.move(dearer, { classId: dearer.to.id, price: 85.5 });
    const difference = await moves.payAtStripe(dearer, held);
    await recordPayment(app, dearer.student, difference);
    const cheaper = await moves.buildMove(45.25);
    await moves.moveTo(cheaper, cheaper.to);
    await runJobs(app.services);

    const rows = await readRows(thisMonth());
    const { payments } = app.services.database.collections;
    const ledger = await payments.find({ status: { $in: ['enrolled', 'refunded'] } }).toArray();
    for (const { _id, kept } of ledger) {
      const own = rows.filter(({ paymentId }) => paymentId === _id);
      expect(sumOf(own, 'fee'), _id).toBe(kept);
      expect(sumOf(own, 'fee', 'paid otherwise'), _id).toBe(await readAtStripe(_id));
    }
    const kept = ledger.reduce((sum, payment) => sum + payment.kept, 0);
    expect(sumOf(rows, 'fee')).toBe(kept);
    const { kinds, classes, seasons } = await readMonth(thisMonth());
    expect(sumAmounts(kinds.filter(({ kind }) => kind !== 'fee'))).toBe(kept);
    for (const sums of [classes, seasons])
      expect(sums.reduce((sum, one) => sum + one.kept, 0)).toBe(kept);
    for (const { amount, shares, kind } of rows)
      if (kind !== 'fee') expect(sumAmounts(shares)).toBe(amount);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set([
        'charge',
        'refund',
        'refund failed',
        'paid otherwise',
        'dispute',
        'dispute won',
        'fee',
      ]),
    );
    const loss = rows.find(
      ({ kind, paymentId }) => kind === 'dispute' && paymentId === lost.paymentId,
    );
    expect(loss).toMatchObject({ amount: -4_000, receipt: /^R-/, creditNote: /^C-/ });
    const ofLost = rows.filter(({ paymentId }) => paymentId === lost.paymentId);
    // 2.9 % and 30 cents for the card, and 15 dollars for the dispute.
    expect(ofLost.filter(({ kind }) => kind === 'fee').map(({ amount }) => amount)).toEqual([
      -146, -1_500,
    ]);
  });

  it('come in pages, and name nobody', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    const params = { month: thisMonth() };
    const query = { page: 2, size: 3 };
    const { body, headers } = await app
      .as(admin)
      .call('GET /months/:month/rows', { params, query });
    const all = await readRows(params.month);
    expect(body).toEqual(all.slice(3, 6));
    expect(headers['x-total-count']).toBe(String(all.length));
    expect(JSON.stringify(all)).not.toContain(student.email);
    expect(JSON.stringify(all)).not.toContain(student.name);
  });

  it('are the same page by page as in one answer', async () => {
    const params = { month: thisMonth() };
    const all = await readRows(thisMonth());
    const pages: MoneyRow[] = [];
    for (let page = 1; pages.length < all.length; page += 1) {
      const query = { page, size: 3 };
      const { body } = await app.as(admin).call('GET /months/:month/rows', { params, query });
      expect(body.length).toBeGreaterThan(0);
      pages.push(...body);
    }
    expect(all.length).toBeGreaterThan(6);
    expect(pages).toEqual(all);
  });

  it('say which class was sold, what nobody assigned is shared by what is left of each', async () => {
    const parent = await buildUser(app);
    const [kites, chess] = [
      await buildClass(app, { price: 30, name: 'Kites' }),
      await buildClass(app, { price: 60, name: 'Chess', ...inWeek(2) }),
    ];
    const seats = [await holdSeatOf(app, parent, kites), await holdSeatOf(app, parent, chess)];
    const cartIds = seats.map(({ cartId }) => cartId);
    const begun = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { price: 90, cartIds } });
    const paymentId = begun.body.clientSecret.split('_secret')[0] ?? '';
    await confirmPayment(paymentId);
    await recordPayment(app, parent, paymentId);
    await give(paymentId, cartIds[1] ?? '', 3_000);
    await refundAtDashboard(paymentId, 1_001);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    const own = (await readRows(thisMonth())).filter((row) => row.paymentId === paymentId);
    const shares = own.map((row) => row.shares.map(({ amount }) => amount));
    expect(own.map(({ kind }) => kind)).toEqual(['fee', 'charge', 'refund', 'refund']);
    expect(shares).toEqual([[], [3_000, 6_000], [-3_000], [-501, -500]]);
  });
});

// Rules: R581.
it('after a move, the class’s page and accounting differ by what was paid for the moved seat, and by nothing else', async () => {
  const name = (what: string) => `${what} of R581`;
  const from = await buildClass(app, { price: 60, name: name('From') });
  const to = await buildClass(app, { price: 45, name: name('To'), ...inWeek(2) });
  const seat = await buildEnrolledSeat(app, from);
  await buildEnrolledSeat(app, to);
  await moves.move(seat, { classId: to.id, price: 45 });
  await runJobs(app.services);
  const sumPage = async ({ id }: { id: string }) => {
    const { body } = await app.as(admin).call('GET /classPeople/:id', { params: { id } });
    return sumAmounts(body.enrolled.map((one) => ({ amount: one.left })));
  };
  const { classes, seasons } = await readMonth(thisMonth());
  const sumBooks = (names: string[]) =>
    sumAmounts(
      classes
        .filter(({ className }) => names.includes(className))
        .map(({ kept }) => ({ amount: kept })),
    );
  const moved = 4_500;
  expect(await sumPage(from)).toBe(0);
  expect(await sumPage(to)).toBe(sumBooks([name('To')]) + moved);
  expect(sumBooks([name('From')])).toBe((await sumPage(from)) + moved);
  // A season is the year in which a class starts, wherever the office reads it.
  for (const { season, kept } of seasons)
    expect(kept).toBe(
      sumAmounts(
        classes
          .filter(({ camp_start }) => seasonOf(camp_start) === season)
          .map((one) => ({ amount: one.kept })),
      ),
    );
});

describe('a closed month', () => {
  it('never changes: what is heard of later counts in an open month', async () => {
    const { campClass, cartId, paymentId } = await buildFailing(80);
    await give(paymentId, cartId, 2_500);
    expect((await close(thisMonth())).body.code).toBe('month_not_over');
    const month = passMonth();
    const answers = await Promise.all([close(month), close(month)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const before = await app.as(admin).call('GET /months/:month', { params: { month } });
    const rows = await app.as(admin).call('GET /months/:month/rows', { params: { month } });
    expect(before.body.closed).toEqual({ at: expect.any(String) as string, by: admin.name });

    await awaitFailure(paymentId);
    const { classes, users } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { name: 'Renamed' } });
    await users.updateOne({ _id: admin._id }, { $set: { role: 'admin' } });
    const after = await app.as(admin).call('GET /months/:month', { params: { month } });
    const rowsAfter = await app.as(admin).call('GET /months/:month/rows', { params: { month } });
    expect(JSON.stringify(rowsAfter.body)).toBe(JSON.stringify(rows.body));
    expect(JSON.stringify(after.body)).toBe(JSON.stringify(before.body));
    const late = (await readRows(thisMonth())).filter((row) => row.paymentId === paymentId);
    expect(late).toMatchObject([{ kind: 'refund failed', amount: 2_500 }]);
    const known = await app.as(admin).call('GET /months');
    expect(known.body.slice(0, 2).map((one) => [one.month, one.closed !== null])).toEqual([
      [thisMonth(), false],
      [month, true],
    ]);
    const log = await app.as(admin).call('GET /auditLog', { query: { action: 'close month' } });
    expect(log.body).toMatchObject([{ who: admin.email, target: month }]);
  });

  it('does not wait for a refund that waits for the end of a dispute: that one counts later', async () => {
    const campClass = await buildClass(app, { price: 20, ...inWeek(18) });
    const { paymentId } = await buildEnrolledSeat(app, campClass);
    await disputePayment(paymentId);
    await sendWebhook(app, { type: 'charge.dispute.created', paymentId });
    await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { note: 'No teacher', confirm_affected: 1 },
    });
    await runJobs(app.services);
    const { refunds } = app.services.database.collections;
    expect(await refunds.findOne({ paymentId })).toMatchObject({ state: 'decided', amount: 2_000 });
    expect((await close(passMonth())).status).toBe(200);
    await closeDispute(paymentId, 'won');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
    app.passMinutes(DAY);
    await runJobs(app.services);
    const late = (await readRows(thisMonth())).filter((row) => row.paymentId === paymentId);
    expect(late).toContainEqual(expect.objectContaining({ kind: 'refund', amount: -2_000 }));
  });

  it('has all its numbers: it waits for receipts and credit notes that are not written yet', async () => {
    // A month has passed: on its first day, that is longer than until the usual class.
    const campClass = await buildClass(app, { price: 20, ...inWeek(9) });
    const { paymentId } = await buildEnrolledSeat(app, campClass);
    const { payments, refunds } = app.services.database.collections;
    const month = passMonth();
    const waiting = { paymentId, seatId: null, amount: 100, currency: 'usd' } as const;
    await refunds.insertOne({
      ...{ _id: 'admin:late', ...waiting, reason: 'by admin', state: 'sent', attempt: 0 },
      createdAt: app.services.now(),
    });
    expect((await close(month)).body.code).toBe('month_not_ready');
    // A server stopped after it had set the money of a refund by hand aside.
    await refunds.updateOne({ _id: 'admin:late' }, { $set: { state: 'failed', needsAdmin: true } });
    await payments.updateOne({ _id: paymentId }, { $push: { refundIds: 'admin:late:1' } });
    expect((await close(month)).body).toMatchObject({
      ...{ code: 'month_not_ready', message: expect.stringContaining('half recorded') },
    });
    await payments.updateOne({ _id: paymentId }, { $pull: { refundIds: 'admin:late:1' } });
    await refunds.deleteOne({ _id: 'admin:late' });
    await payments.updateOne({ _id: paymentId }, { $set: { receiptDue: true } });
    // The receipt is written first.
    expect((await close(month)).status).toBe(200);
  });
});

// Rules: R580.
describe('money that the office took', () => {
  /** Records $60 that stay as credit. @param day when they came */
  async function takeMoney(day: string) {
    const parent = await buildUser(app);
    return app.as(admin).call('POST /families/:id/payments', {
      params: { id: parent._id.toHexString() },
      body: {
        ...{ requestId: randomUUID(), cartIds: [], amount: 6_000, day, isRestCredit: true },
        ...{ method: 'terminal', reference: 'T-4711' },
      },
    });
  }

  it('says when it came and its reference, also if its month is closed by then; then it counts in the open one', async () => {
    const before = passMonth();
    expect((await close(before)).status).toBe(200);
    const closed = await readMonth(before);
    const { body } = await takeMoney(`${before}-15`);
    const rows = (await readRows(thisMonth())).filter(
      ({ paymentId }) => paymentId === body.transactionId,
    );
    expect(rows).toMatchObject([
      { kind: 'charge', received: `${before}-15`, reference: 'T-4711', method: 'terminal' },
      { kind: 'kept as credit', received: rows[1]?.day, method: 'credit' },
    ]);
    expect(rows[0]?.day.slice(0, 7)).toBe(thisMonth());
    expect(await readMonth(before)).toEqual(closed);
  });

  // Rules: R598.
  it('that went back by hand in a closed month counts in the open one, and its method is that of the cash box', async () => {
    const { body: taken } = await takeMoney(readToday(app.services));
    const paymentId = taken.transactionId;
    const before = passMonth();
    expect((await close(before)).status).toBe(200);
    const closed = await readMonth(before);
    const payment = await app.services.database.collections.payments.findOne({ _id: paymentId });
    const asked = await app.as(admin).call('POST /families/:id/credit/refund', {
      params: { id: payment?.userId.toHexString() ?? '' },
      body: { amount: 6_000, note: 'They asked' },
    });
    expect(asked).toMatchObject({ status: 200 });
    const { body: open } = await app.as(admin).call('GET /openRefunds');
    const refundId = open.find((one) => one.paymentId === paymentId)?._id ?? '';
    const day = `${before}-28`;
    const answer = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId },
      body: {
        ...{ cartId: null, paidOtherwise: 6_000 },
        given: { method: 'cash', day, reference: 'Box 3' },
      },
    });
    expect(answer.status).toBe(200);
    const rows = (await readRows(thisMonth())).filter((row) => row.paymentId === paymentId);
    expect(rows.at(-1)).toMatchObject({
      kind: 'paid otherwise',
      method: 'cash',
      received: day,
      reference: 'Box 3',
      amount: -6_000,
    });
    expect(await readMonth(before)).toEqual(closed);
  });

  it('can’t come in the future, or more than a year ago', async () => {
    const today = readToday(app.services);
    for (const [day, message] of [
      [addDays(today, 1), 'This day is in the future.'],
      [addDays(today, -367), 'This day is more than a year ago. Please look at the year.'],
    ] as const)
      expect((await takeMoney(day)).body).toMatchObject({ fields: { 'body.day': message } });
    expect((await takeMoney(addDays(today, -366))).status).toBe(200);
  });

  it('and all other money add up to the same, by method and by kind', async () => {
    const { kinds, methods } = await readMonth(thisMonth());
    expect(methods.map(({ method }) => method)).toContain('terminal');
    for (const { charged, returned, fees, kept } of methods)
      expect(charged + returned + fees).toBe(kept);
    expect(sumAmounts(methods.map(({ kept }) => ({ amount: kept })))).toBe(sumAmounts(kinds));
  });
});

// Rules: R580.
it('a month is closed only after those before it', async () => {
  passMonth();
  const later = passMonth();
  expect((await readMonth(later)).openBefore).not.toBeNull();
  expect((await close(later)).body.code).toBe('earlier_month_open');
  for (;;) {
    const { openBefore } = await readMonth(later);
    if (openBefore === null) break;
    expect((await close(openBefore)).status).toBe(200);
  }
  expect((await close(later)).status).toBe(200);
});
