import { describe, expect, it } from 'vitest';
import { buildUser, useUser } from '../testing/factories.ts';
import { buildPaidSeats, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { changeDispute, closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { carryOutRefund, decideRefund } from './refunds.ts';
import { issueCreditNote } from './credit-notes.ts';
import { forgetPayer } from '../payments/payer.ts';
import { listRefundsOf } from './refund-store.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const read = (person: { email: string }, number: number) =>
  app.as(person).call('GET /creditNotes/:no', { params: { no: String(number) } });

const give = (paymentId: string, amount: number, cartId?: string) =>
  app.as(admin).call('POST /refunds', {
    body: { paymentId, amount, note: 'Rain.', ...(cartId && { cartId }) },
  });

async function readReceipt(person: { email: string }, paymentId: string) {
  const answer = await app.as(person).call('GET /receipts/:paymentId', { params: { paymentId } });
  return answer.body;
}

// Rules: R165.
describe('a credit note', () => {
  it('corrects a receipt, which doesn’t change, and never changes itself', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    await give(paymentId, 1_500, items[0]?.seatId.toHexString());
    const { refunds, ...receipt } = await readReceipt(student, paymentId);
    expect(receipt).toMatchObject({
      amount: 11_000,
      items: [{ amount: 5_000 }, { amount: 6_000 }],
    });
    const number = refunds[0]?.creditNote ?? 0;
    const note = await read(student, number);
    expect(note.body).toMatchObject({
      number: `C-${String(number).padStart(6, '0')}`,
      receiptNumber: receipt.number,
      ...{ paymentId, payer: { email: student.email }, amount: 1_500, state: 'refunded' },
      lines: [
        {
          className: 'Sailing',
          student_name: student.name,
          reason: 'canceled by admin',
          amount: 1_500,
        },
      ],
    });
    const { classes } = app.services.database.collections;
    await classes.updateMany({}, { $set: { name: 'Rowing' } });
    await give(paymentId, 500);
    expect((await read(student, number)).body).toEqual(note.body);
    const next = (await readReceipt(student, paymentId)).refunds[1]?.creditNote;
    expect((await read(admin, next ?? 0)).body).toMatchObject({ amount: 500 });
  });

  it('is only for the payer and for admins', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [5_000]);
    await give(paymentId, 100);
    const number = (await readReceipt(student, paymentId)).refunds[0]?.creditNote ?? 0;
    expect((await read(await buildUser(app), number)).status).toBe(404);
    expect((await read(await buildUser(app, 'instructor'), number)).status).toBe(404);
    expect((await read(admin, number)).status).toBe(200);
    expect((await read(student, number + 1_000)).status).toBe(404);
  });

  it('of a refund in Stripe’s dashboard and of a lost dispute is issued by the webhook, in their order', async () => {
    const [first, second] = [
      await buildPaidSeats(app, [5_000]),
      await buildPaidSeats(app, [6_000]),
    ];
    await refundAtDashboard(first.paymentId, 1_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId: first.paymentId });
    await disputePayment(second.paymentId);
    await closeDispute(second.paymentId, 'lost');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId: second.paymentId });
    const { creditNotes } = app.services.database.collections;
    const ids = [first.paymentId, second.paymentId];
    const issued = await creditNotes
      .find({ paymentId: { $in: ids } })
      .sort({ _id: 1 })
      .toArray();
    expect(issued.map(({ amount, paymentId }) => ({ amount, paymentId }))).toEqual([
      { amount: 1_000, paymentId: first.paymentId },
      { amount: 6_000, paymentId: second.paymentId },
    ]);
  });

  it('and the receipt of a payment that was returned are in its payer’s list of seats that are gone', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [5_000]);
    await refundAtDashboard(paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    const { body } = await app.as(student).call('GET /myCancellations');
    const [{ creditNotes: [no = 0] = [] } = {}] = body;
    expect(body).toMatchObject([
      { className: 'Sailing', paymentId, refund: 5_000, kept: 0, by: 'returned', childId: null },
    ]);
    expect((await read(student, no)).body).toMatchObject({ paymentId, amount: 5_000 });
    expect((await readReceipt(student, paymentId)).amount).toBe(5_000);
    const list = await app.as(admin).call('GET /payments', { query: { search: paymentId } });
    expect(list.body).toMatchObject([{ state: 'refunded', hasReceipt: true }]);
  });

  slowIt('is issued once by a job, wherever a server stops that hears of a refund', async () => {
    const { collections } = app.services.database;
    for (let step = 0; ; step += 1) {
      const { paymentId } = await buildPaidSeats(app, [5_000]);
      await refundAtDashboard(paymentId);
      const isDone = await readRefunds(paymentId, killAfter(app.services, step)).then(
        () => collections.refunds.countDocuments({ paymentId, noteDue: true }).then((due) => !due),
        () => false,
      );
      app.passMinutes(5);
      await Promise.all([runJobs(app.services), runJobs(app.services)]);
      expect(await collections.creditNotes.countDocuments({ paymentId })).toBe(1);
      expect(await collections.refunds.countDocuments({ noteDue: true })).toBe(0);
      if (isDone) break;
    }
    const issued = await collections.creditNotes.find().sort({ _id: 1 }).toArray();
    expect(issued.map(({ _id }) => _id)).toEqual(issued.map((_note, index) => index + 1));
  });

  it('that could not be written is issued by a job, also if Stripe has no news', async () => {
    const { database } = app.services;
    const { paymentId, items } = await buildPaidSeats(app, [5_000]);
    const collections = watchWrites(database.collections, (name) => {
      if (name === 'creditNotes') throw new Error('killed');
    });
    const services = { ...app.services, database: { ...database, collections } };
    const wanted = { refundId: `${paymentId}:part`, paymentId, seatId: items[0]?.seatId ?? null };
    const refund = { ...wanted, amount: 500, currency: 'usd', reason: 'by admin' as const };
    await decideRefund(refund, services);
    await carryOutRefund(refund.refundId, services);
    const count = () => database.collections.creditNotes.countDocuments({ paymentId });
    expect(await count()).toBe(0);
    await runJobs(app.services);
    await runJobs(app.services);
    expect(await count()).toBe(1);
  });

  it('of a lost dispute is taken back by another one when the school wins its appeal', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [5_000]);
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
    await changeDispute(paymentId, 'appeal_needs_response');
    await changeDispute(paymentId, 'won');
    for (let times = 0; times < 2; times += 1)
      await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
    await runJobs(app.services);
    const { refunds, kept } = await readReceipt(student, paymentId);
    expect(kept).toBe(5_000);
    const { creditNote: no = 0, correction = 0, state } = refunds[0] ?? {};
    expect([state, correction]).toEqual(['reversed', (no ?? 0) + 1]);
    expect((await read(student, correction)).body).toMatchObject({
      takesBack: no,
      state: 'taken back',
      amount: -5_000,
      lines: [{ amount: -5_000 }],
    });
    expect((await read(student, no ?? 0)).body).toMatchObject({ amount: 5_000, takesBack: null });
    expect(await app.services.database.collections.creditNotes.countDocuments({ paymentId })).toBe(
      2,
    );
  });

  it('keeps no name and no email of a deleted account', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [5_000]);
    await give(paymentId, 100);
    await forgetPayer({ user: student }, 'deleted-9@deleted.invalid', app.services);
    const { creditNotes } = app.services.database.collections;
    expect(await creditNotes.findOne({ paymentId })).toMatchObject({
      payer: { name: 'Deleted student', email: 'deleted-9@deleted.invalid' },
      lines: [{ studentName: 'Deleted student', amount: 100 }],
    });
  });
});

slowIt('fifty credit notes at once have numbers without gaps, and a refund has one', async () => {
  const { collections } = app.services.database;
  const { paymentId } = await buildPaidSeats(app, [5_000]);
  const refunds = Array.from({ length: 50 }, (_none, n) => ({
    ...{ _id: `re_many${n}`, paymentId, seatId: null, amount: 100, currency: 'usd', attempt: 1 },
    ...{ reason: 'by admin' as const, state: 'succeeded' as const, createdAt: new Date() },
  }));
  await collections.refunds.insertMany(refunds);
  const known = await listRefundsOf(collections, [paymentId]);
  const issue = () => known.map((refund) => issueCreditNote(refund, app.services));
  await Promise.all([...issue(), ...issue()]);
  const issued = await collections.creditNotes.find().sort({ _id: 1 }).toArray();
  expect(issued.map(({ _id }) => _id)).toEqual(issued.map((_note, index) => index + 1));
  expect(issued.filter((note) => note.paymentId === paymentId)).toHaveLength(50);
});
