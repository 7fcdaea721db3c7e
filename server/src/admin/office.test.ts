import { readDayRange } from '@speakifyr/contract/day-ranges.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentDocument } from '../database/payment-documents.ts';
import { makePayment, makeUser } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inWeek } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp(undefined, {}, { timeZone: 'Asia/Dhaka' });
const admin = useUser(app, 'admin');

const readPeople = (id: string) => app.as(admin).call('GET /classPeople/:id', { params: { id } });

// Rules: R72.
describe('a class’s page', () => {
  it('says who is enrolled, who holds a seat, and whose money went back', async () => {
    const campClass = await buildClass(app, { name: 'Kites', price: 30, sit: 5 });
    const [first, second] = [
      await buildEnrolledSeat(app, campClass),
      await buildEnrolledSeat(app, campClass),
    ];
    await refundAtDashboard(first.paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId: first.paymentId });
    const [waiting, paying] = [await buildUser(app), await buildUser(app)];
    const held = await holdSeatOf(app, paying, campClass);
    await holdSeatOf(app, waiting, campClass);
    // Opening the payment page renews the hold, so it ends last.
    app.passMinutes(5);
    const begun = await startPaymentOf(app, paying, { cartId: held.cartId, price: 30 });

    const { body } = await readPeople(campClass.id);
    expect(body).toMatchObject({ name: 'Kites', status: 'open', sit: 2, price: 30 });
    expect(body.enrolled).toMatchObject([
      {
        entry_code: `${campClass.course_tag}-102`,
        name: second.student.name,
        email: second.student.email,
        payment: { _id: second.paymentId, amount: 3_000, currency: 'USD', state: 'enrolled' },
        left: 3_000,
        terms: DEFAULT_REFUND_TERMS,
        isForResale: false,
      },
    ]);
    expect(body.held.map(({ email, payment }) => [email, payment?._id])).toEqual([
      [waiting.email, undefined],
      [paying.email, begun],
    ]);
    expect(body.refunded).toMatchObject([
      { _id: first.paymentId, email: first.student.email, amount: 3_000, state: 'succeeded' },
    ]);
    expect((await readPeople(new ObjectId().toHexString())).status).toBe(404);
  });

  it('says who booked each seat, with the phone, and when its person was born', async () => {
    const campClass = await buildClass(app, { price: 30, sit: 5 });
    const parent = await buildUser(app);
    const { users, children } = app.services.database.collections;
    await users.updateOne({ _id: parent._id }, { $set: { phone: '+12025550123' } });
    const child = await buildChild(app, parent, { birthDate: '2018-03-01' });
    const { email } = parent;
    const body = { classId: campClass.id, email, childId: child.id };
    await app.as(parent).call('POST /addClass', { body });
    const grownUp = await buildUser(app);
    await holdSeatOf(app, grownUp, campClass);

    const userId = parent._id.toHexString();
    const booked = { userId, bookedBy: parent.name, phone: '+12025550123' };
    expect((await readPeople(campClass.id)).body.held).toMatchObject([
      { name: child.name, birthDate: '2018-03-01', ...booked },
      { name: grownUp.name, bookedBy: grownUp.name, phone: null, birthDate: null },
    ]);

    // Of a child that is deleted, only the name stays until the camp is over.
    await children.updateOne({ _id: child._id }, { $unset: { birthDate: '' } });
    const { held } = (await readPeople(campClass.id)).body;
    expect(held[0]).toMatchObject({ name: child.name, birthDate: null });
  });

  it('says what is left of the money for a seat, and which refund policy holds for it', async () => {
    const campClass = await buildClass(app, { price: 30 });
    const { paymentId } = await buildEnrolledSeat(app, campClass);
    await refundAtDashboard(paymentId, 1_250);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    const steps = [{ daysBefore: 7, percent: 80, fee: 500 }];
    const body = { version: 0, steps };
    await app.as(admin).call('PUT /refundPolicy', { body });

    expect((await readPeople(campClass.id)).body.enrolled).toMatchObject([
      { payment: { amount: 3_000 }, left: 1_750, terms: DEFAULT_REFUND_TERMS },
    ]);
  });

  it('names the child in the seat and the account that booked it', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Mia' });
    const [paid, free] = [await buildClass(app), await buildClass(app, { price: 0, ...inWeek(2) })];
    for (const { id: classId } of [paid, free])
      await app.as(parent).call('POST /addClass', {
        body: { classId, email: parent.email, childId: child.id },
      });
    const mia = { name: 'Mia', childId: child.id, email: parent.email };
    expect((await readPeople(paid.id)).body).toMatchObject({ held: [mia], enrolled: [] });
    expect((await readPeople(free.id)).body).toMatchObject({ held: [], enrolled: [mia] });
  });

  it('stays after the class is removed, and the list of archived classes leads to it', async () => {
    const campClass = await buildClass(app, { name: 'Lanterns' });
    const { student } = await buildEnrolledSeat(app, campClass);
    await app.as(admin).call('DELETE /removeCourse/:id', { params: { id: campClass.id } });

    const list = async (query: object) =>
      (await app.as(admin).call('GET /classList', { query: { search: 'lantern', ...query } })).body;
    expect(await list({})).toEqual([]);
    expect(await list({ status: 'archived' })).toMatchObject([
      { _id: campClass.id, enrolled: 1, held: 0, status: 'archived' },
    ]);
    const { body } = await readPeople(campClass.id);
    expect(body).toMatchObject({ status: 'archived', enrolled: [{ email: student.email }] });
  });
});

describe('the list of payments', () => {
  const classId = new ObjectId();

  function buildPayment(_id: string, fields: Partial<PaymentDocument>): PaymentDocument {
    const seat = { seatId: new ObjectId(), classId, name: 'Ada Byron' };
    const createdAt = new Date('2020-07-05T12:00:00Z');
    return makePayment(seat, {
      _id,
      email: 'ada@example.test',
      amount: 1_000,
      createdAt,
      ...fields,
    });
  }

  const list = async (query: object) =>
    (await app.as(admin).call('GET /payments', { query })).body.map(({ _id }) => _id);
  const readTotals = async (query: object) =>
    (await app.as(admin).call('GET /paymentTotals', { query })).body.map(
      ({ currency, paid, refunded, neverPaid, kept }) =>
        `${currency}: ${paid.count} paid ${paid.amount}, ${refunded.count} refunded ${refunded.amount}, ${neverPaid.count} never paid ${neverPaid.amount}, kept ${kept}`,
    );

  // Dhaka is six hours ahead of UTC, so its 5 July begins on 4 July at 18:00 UTC.
  const JULY_5 = { from: '2020-07-05', to: '2020-07-05' };
  beforeAll(async () => {
    await app.services.database.collections.payments.insertMany([
      buildPayment('pi_before', { createdAt: new Date('2020-07-04T17:59:59Z') }),
      buildPayment('pi_first', { createdAt: new Date('2020-07-04T18:00:00Z'), status: 'canceled' }),
      buildPayment('pi_last', { createdAt: new Date('2020-07-05T17:59:59Z'), currency: 'eur' }),
      buildPayment('pi_after', {
        createdAt: new Date('2020-07-05T18:00:00Z'),
        studentName: 'Ben Ahlers',
        email: 'ben@example.test',
        status: 'refunded',
        amount: 150,
      }),
    ]);
  });

  it('has the payments of some days, in the school’s time zone, newest first', async () => {
    expect(await list(JULY_5)).toEqual(['pi_last', 'pi_first']);
    expect(await list({ from: '2020-07-05', to: '2020-07-06' })).toEqual([
      'pi_after',
      'pi_last',
      'pi_first',
    ]);
    expect(await list({ to: '2020-07-04' })).toEqual(['pi_before']);
  });

  it('finds a name, an email address, the beginning of a payment id, and a state', async () => {
    const to = '2020-12-31';
    expect(await list({ to, search: 'ahlers' })).toEqual(['pi_after']);
    expect(await list({ to, search: 'BEN@' })).toEqual(['pi_after']);
    expect(await list({ search: 'pi_be' })).toEqual(['pi_before']);
    expect(await list({ to, state: 'canceled' })).toEqual(['pi_first']);
    expect(await list({ search: 'b.n@' })).toEqual([]);
  });

  // Rules: R72, R220.
  it('finds by the words of the payer’s name, by their phone, and by the name and address on the payment', async () => {
    const { collections } = app.services.database;
    const payer = makeUser({
      ...{ name: 'Jörg O’Quillan', email: 'now@example.test', role: 'student' },
      phone: '+12025550188',
    });
    await collections.users.insertOne(payer);
    const createdAt = new Date('2024-05-05');
    const before = { studentName: 'Name Before', email: 'before@quillan.test' };
    // A payment keeps the name of its day, after a merge or a rename; that of an older version has no words.
    const { searchWords: _none, ...older } = buildPayment('pi_older', {
      ...{ createdAt, studentName: 'Eve Quillan' },
    });
    await collections.payments.insertMany([
      buildPayment('pi_words', { ...before, createdAt, userId: payer._id }),
      buildPayment('pi_former', { createdAt, studentName: 'Quillan Wren' }),
      older,
      buildPayment('pi_long_ago', {
        ...{ createdAt: new Date('2022-05-05'), studentName: 'Quillan Once' },
      }),
      buildPayment('pi_inside', { createdAt, studentName: 'Ada McQuillanby', status: 'refunded' }),
    ]);
    const to = '2024-12-31';
    const from = '2024-01-01';
    for (const search of ['quillan jorg', 'Joerg', "O'Quillan", '202 555 0188', 'BEFORE@'])
      expect(await list({ from, to, search }), search).toEqual(['pi_words']);
    // It may be anywhere in a name or an address.
    expect(await list({ from, to, search: 'mcq' })).toEqual(['pi_inside']);
    expect(await list({ from, to, search: '@quillan.te' })).toEqual(['pi_words']);
    expect(await list({ from, to, search: 'quillanby', state: 'refunded' })).toEqual(['pi_inside']);
    // Nobody else with this word hides it.
    expect((await list({ from, to, search: 'Quillan' })).sort()).toEqual([
      ...['pi_former', 'pi_older', 'pi_words'],
    ]);
    expect(await list({ from, to, search: 'wren quil' })).toEqual(['pi_former']);
    // What is outside these days or this state hides nothing inside.
    expect(await list({ to: '2022-12-31', search: 'QUILLAN' })).toEqual(['pi_long_ago']);
    expect(await list({ to: '2022-12-31', search: 'uillan' })).toEqual(['pi_long_ago']);
    expect(await list({ search: 'quillan', state: 'refunded' })).toEqual(['pi_inside']);
    // The totals are those of the list.
    expect(await readTotals({ from, to, search: 'joerg' })).toEqual(
      await readTotals({ search: 'pi_words' }),
    );
    expect(await readTotals({ from, to, search: 'mcq' })).toEqual(
      await readTotals({ search: 'pi_inside' }),
    );
  });

  it('adds up what arrived and went back, by currency, in cents', async () => {
    expect(await readTotals({ to: '2020-12-31' })).toEqual([
      'EUR: 1 paid 1000, 0 refunded 0, 0 never paid 0, kept 1000',
      'USD: 2 paid 1150, 1 refunded 150, 1 never paid 1000, kept 1000',
    ]);
    expect(await readTotals({ search: 'pi_last' })).toEqual([
      'EUR: 1 paid 1000, 0 refunded 0, 0 never paid 0, kept 1000',
    ]);
  });

  it('names the class of a payment, also after the class was removed', async () => {
    const campClass = await buildClass(app, { name: 'Masks' });
    const { paymentId } = await buildEnrolledSeat(app, campClass);
    await app.as(admin).call('DELETE /removeCourse/:id', { params: { id: campClass.id } });
    const { body } = await app.as(admin).call('GET /payments', { query: { search: paymentId } });
    expect(body).toMatchObject([
      { items: [{ className: 'Masks' }], amount: 4_950, kept: 4_950, currency: 'USD', refunds: [] },
    ]);
  });

  it('finds an address that begins like a payment id', async () => {
    const payer = buildPayment('pi_anna', { email: 'pi_anna@example.test' });
    await app.services.database.collections.payments.insertOne(payer);
    expect(await list({ search: 'pi_anna@example' })).toEqual(['pi_anna']);
  });

  it('is never sent whole, and no day breaks it', async () => {
    const { payments } = app.services.database.collections;
    const many = Array.from({ length: MAX_PAGE_SIZE + 1 }, (_none, index) =>
      buildPayment(`pi_many${index}`, { createdAt: new Date('2019-05-05') }),
    );
    await payments.insertMany(many);
    const answer = await app.as(admin).call('GET /payments', { query: { to: '2019-12-31' } });
    expect(answer.body).toHaveLength(MAX_PAGE_SIZE);
    expect(answer.headers['x-total-count']).toBe(String(MAX_PAGE_SIZE + 1));
    const { min, max } = readDayRange('any');
    expect(await list({ from: min, to: max, size: 1 })).toHaveLength(1);
    expect(await list({ from: max })).toEqual([]);
    expect(await list({ page: 100_000, size: MAX_PAGE_SIZE })).toEqual([]);
    for (const search of ['.*', '^', '(', '[a-', '\\', '$where', 'pi_\uFFFF', '{"$gt":""}'])
      expect(await list({ search })).toEqual([]);
  });
});
