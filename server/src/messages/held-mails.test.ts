import { setUpSchool } from '../testing/school.ts';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { findKinds, findMail, readMailTo } from '../testing/mails.ts';
import { startSecondServer, startTestApp, useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { addDueMails } from './add-due-mails.ts';

// Seats are held for 30 minutes.

const app = useTestApp();

/** Holds a seat for a new student. */
async function hold(server = app) {
  const campClass = await buildClass(server, { name: 'Kites', price: 49.5 });
  const student = await buildUser(server);
  const entry = await holdSeatOf(server, student, campClass);
  return { campClass, student, entry };
}

// Rules: R8, R96.
describe('a seat that is held', () => {
  it('is announced ten minutes before its hold ends, once, even by two servers', async () => {
    const { student, entry } = await hold();
    app.passMinutes(19);
    expect(await findKinds(app, student)).toEqual([]);
    app.passMinutes(1.1);
    const other = await startSecondServer(app);
    other.passMinutes(20.1);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    await other.close();
    expect(await findMail(app, student, 'seat held')).toMatchObject({
      _id: `held-${entry.cartId}`,
      isEssential: false,
      notAfter: new Date(entry.heldUntil),
    });
    expect(await readMailTo(app, student, 'seat held')).toEqual({
      props: {
        seats: [
          {
            campClass: expect.objectContaining({ name: 'Kites' }) as unknown,
            child: null,
            price: 49.5,
            heldUntil: new Date(entry.heldUntil),
            movesFrom: null,
          },
        ],
      },
    });
  });

  it('is no longer announced once it is paid for, released, or its hold has ended', async () => {
    const [paid, released, ended] = [await hold(), await hold(), await hold()];
    const { price } = paid.campClass;
    const { cartId } = paid.entry;
    const paymentId = await startPaymentOf(app, paid.student, { cartId, price });
    app.passMinutes(21);
    for (const { student } of [paid, released, ended])
      expect(await findKinds(app, student)).toEqual(['seat held']);

    await confirmPayment(paymentId);
    expect((await recordPayment(app, paid.student, paymentId)).status).toBe(200);
    await app.as(released.student).call('DELETE /addClass/:cartId', {
      params: { cartId: released.entry.cartId },
      query: { classId: released.campClass.id },
    });
    expect(await readMailTo(app, paid.student, 'seat held')).toBeUndefined();
    expect(await readMailTo(app, released.student, 'seat held')).toBeUndefined();
    expect(await readMailTo(app, ended.student, 'seat held')).toBeDefined();
    app.passMinutes(10);
    expect(await readMailTo(app, ended.student, 'seat held')).toBeUndefined();
  });

  it('is not announced while a bank is working on its payment', async () => {
    const { student, entry, campClass } = await hold();
    const paid = { cartId: entry.cartId, price: campClass.price };
    const paymentId = await startPaymentOf(app, student, paid);
    await confirmPayment(paymentId, 'pm_card_processing');
    await sendWebhook(app, { type: 'payment_intent.processing', paymentId });
    app.passMinutes(21);
    expect(await findKinds(app, student)).toEqual([]);
  });

  it('is announced later if the payment page has renewed the hold', async () => {
    const { student, entry, campClass } = await hold();
    app.passMinutes(15);
    await startPaymentOf(app, student, { cartId: entry.cartId, price: campClass.price });
    app.passMinutes(10);
    expect(await findKinds(app, student)).toEqual([]);
    app.passMinutes(11);
    expect(await findKinds(app, student)).toEqual(['seat held']);
  });

  it('is not announced again if the hold is renewed after the email', async () => {
    const { student, entry, campClass } = await hold();
    app.passMinutes(21);
    expect(await findKinds(app, student)).toEqual(['seat held']);
    await startPaymentOf(app, student, { cartId: entry.cartId, price: campClass.price });
    expect(await readMailTo(app, student, 'seat held')).toBeDefined();
    app.passMinutes(21);
    expect(await findKinds(app, student)).toEqual(['seat held']);
  });

  it('is not announced to an address that is not confirmed, or to somebody who wants no reminders', async () => {
    const { users } = app.services.database.collections;
    const [unconfirmed, unwilling] = [await hold(), await hold()];
    await users.updateOne({ _id: unconfirmed.student._id }, { $set: { isVerified: false } });
    await app.as(unwilling.student).call('PATCH /myMail', { body: { reminders: false } });
    app.passMinutes(21);
    expect(await findKinds(app, unconfirmed.student)).toEqual([]);
    expect(await findKinds(app, unwilling.student)).toEqual([]);
  });

  it('is not announced if seats are held for less than 20 minutes', async () => {
    const short = await startTestApp(undefined, {}, { booking: { holdMinutes: 15 } });
    const { student } = await hold(short);
    short.passMinutes(10);
    expect(await findKinds(short, student)).toEqual([]);
    await short.close();
    setUpSchool();
  });
});
