import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import { describe, expect, inject, it } from 'vitest';
import { readRefunds } from '../payments/read-refunds.ts';
import { addDays } from '../school-time.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import {
  addNews,
  findKinds,
  findMail,
  listMailsTo,
  listNews,
  readMailTo,
} from '../testing/mails.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';

/** Whether our server is killed after the next refund at Stripe. */
let isKilledAfterRefund = false;
const app = useTestApp(({ cardPayments }) => ({
  cardPayments: {
    ...cardPayments,
    async createRefund(refund) {
      const made = await cardPayments.createRefund(refund);
      if (!isKilledAfterRefund) return made;
      isKilledAfterRefund = false;
      throw new Error('killed');
    },
  },
}));

/** Refunds a payment as the school does in Stripe's dashboard. */
async function refundAtStripe(paymentId: string): Promise<void> {
  const answer = await fetch(`${inject('sandboxUrl')}/v1/refunds`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_intent: paymentId }),
  });
  expect(answer.ok).toBe(true);
  await readRefunds(paymentId, app.services);
}

/** Pays for a seat in a class that is archived before the payment is recorded. */
async function buildRefusedPayment() {
  const campClass = await buildClass(app, { name: 'Kites' });
  const seat = await buildPaidSeat(app, campClass);
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { status: 'archived' }, $pull: { seats: { state: 'held' } } },
  );
  return seat;
}

// Rules: R93, R94, R255.
describe('a receipt', () => {
  it('goes to the student who paid, once', async () => {
    const campClass = await buildClass(app, { price: 49.5 });
    const { student, paymentId } = await buildEnrolledSeat(app, campClass);
    await addDueMails(app.services);
    const [line, ...others] = await listMailsTo(app, student);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      _id: `paid-${paymentId}`,
      to: { name: student.name, address: student.email },
      userId: student._id,
      isEssential: true,
      state: 'queued',
    });
    expect(await readMailTo(app, student, 'paid')).toEqual({
      props: {
        items: [
          {
            className: campClass.name,
            child: null,
            amount: 4_950,
            outcome: 'given',
            campClass: {
              name: campClass.name,
              camp_start: campClass.camp_start,
              camp_end: campClass.camp_end,
              ...NO_FACTS,
              room: campClass.assign_room,
              instructor: null,
              revision: 0,
            },
            seat: {
              entryCode: `${campClass.course_tag}-101`,
              child: null,
              calendarId: paymentId,
            },
            needs: null,
            freeUntil: addDays(campClass.camp_start, -14),
            ...{ owed: [], card: null, extras: [] },
          },
        ],
        charge: { amount: 4_950, currency: 'usd' },
        paymentId,
        ...{ method: 'card' as const },
        paidAt: expect.any(Date) as Date,
      },
    });
  });

  it('is written once by two servers, also if one was killed before it removed the event', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildEnrolledSeat(app, campClass);
    const other = await startSecondServer(app);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    await addNews(app, 'payment ended', { paymentId });
    const before = await listMailsTo(other, student);
    expect(before).toHaveLength(1);
    expect(await listNews(app, 'payment ended')).toEqual([]);
    await other.close();
  });

  it('comes for a free class too, with an amount of zero', async () => {
    const free = await buildClass(app, { price: 0 });
    const student = await buildUser(app);
    await holdSeatOf(app, student, free);
    expect(await readMailTo(app, student, 'paid')).toMatchObject({
      props: { charge: { amount: 0 } },
    });
  });

  it('is not sent if the money went back before', async () => {
    const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
    await addDueMails(app.services);
    await refundAtStripe(paymentId);
    expect(await readMailTo(app, student, 'paid')).toBeUndefined();
    expect(await findKinds(app, student)).toEqual(['paid', 'refunded']);
  });

  it('does not come for a payment without an end, or twice', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    await addDueMails(app.services);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect(await findKinds(app, student)).toEqual(['paid']);
  });
});

describe('a refund', () => {
  it('without a seat: the student reads why', async () => {
    const { student, paymentId } = await buildRefusedPayment();
    expect((await recordPayment(app, student, paymentId)).body.code).toBe('payment_refunded');
    expect(await readMailTo(app, student, 'refunded')).toMatchObject({
      props: {
        lost: [{ className: 'Kites', child: null, entry: null }],
        isWhole: true,
        charge: { amount: 4_950, currency: 'usd' },
        paymentId,
        reason: 'no seat',
      },
    });
  });

  it('has the same reason if the server was killed after it asked Stripe', async () => {
    const { student, paymentId } = await buildRefusedPayment();
    isKilledAfterRefund = true;
    expect((await recordPayment(app, student, paymentId)).body.code).toBe('payment_refunded');
    app.passMinutes(10);
    await runJobs(app.services);
    expect(await readMailTo(app, student, 'refunded')).toMatchObject({
      props: { reason: 'no seat' },
    });
  });

  it('by the school: the student reads that the school returned it', async () => {
    const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
    await refundAtStripe(paymentId);
    expect(await findMail(app, student, 'refunded')).toMatchObject({
      _id: `refunded-${paymentId}`,
      isEssential: true,
    });
    expect(await readMailTo(app, student, 'refunded')).toMatchObject({
      // Its calendar entry is removed.
      props: { reason: 'by the school', lost: [{ entry: { seat: { calendarId: paymentId } } }] },
    });
  });

  it('of nothing is not announced: a removed user leaves a free class', async () => {
    const admin = await buildUser(app, 'admin');
    const student = await buildUser(app);
    await holdSeatOf(app, student, await buildClass(app, { price: 0 }));
    await addDueMails(app.services);
    await app.as(admin).call('DELETE /removeuser', { query: { email: student.email } });
    expect(await findKinds(app, student)).toEqual(['paid', 'account removed']);
  });
});

it('a payment rings the bell of the mailer, and writes no email itself', async () => {
  const { outbox } = app.services.database.collections;
  let rings = 0;
  const count = () => void (rings += 1);
  app.services.mailBell.on('ring', count);
  const { student } = await buildEnrolledSeat(app, await buildClass(app));
  expect(rings).toBeGreaterThan(0);
  app.services.mailBell.off('ring', count);
  expect(await outbox.countDocuments({ userId: student._id })).toBe(0);
});
