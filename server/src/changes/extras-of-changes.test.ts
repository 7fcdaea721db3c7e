import { describe, expect, it } from 'vitest';
import { addDays, readToday } from '../school-time.ts';
import { createExtras, lunch, LUNCH, shirt, SHIRT_M } from '../testing/extras.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { releaseUnpaidSeats } from '../payments/release-unpaid.ts';
import { findReleaseDay, nameReminder } from '../payments/payment-reminders.ts';

const app = useTestApp(undefined, {}, { money: { releaseAfterDays: 14 } });
const admin = useUser(app, 'admin');
const { setExtras, mustChoose, choose, pay, readEnrolled, readCart } = createExtras(
  () => app,
  () => admin,
);
const { move } = createMoves(() => app);

/** The first Monday that many weeks from now, and the day so many days after it. */
function weekIn(weeks: number, length = 5) {
  const today = readToday(app.services);
  const ahead = addDays(today, weeks * 7);
  const camp_start = addDays(ahead, (8 - new Date(ahead).getUTCDay()) % 7);
  return { camp_start, camp_end: addDays(camp_start, length - 1) };
}

type Class = Awaited<ReturnType<typeof buildClass>>;
const all = (weeks = 10, length = 5): Partial<Class> => ({
  ...{ price: 100, sit: 5 },
  ...weekIn(weeks, length),
});

/** An enrolled seat with lunch for five days (refundable) and a T-shirt (not). */
async function buildSeat(weeks = 10) {
  await setExtras([lunch(), shirt()]);
  const campClass = await buildClass(app, all(weeks));
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  await mustChoose(parent, cartId, [{ id: LUNCH, option: null, amount: 4_000 }, SHIRT_M]);
  const paymentId = await pay(parent, cartId, 155);
  return { campClass, parent, student: parent, cartId, paymentId };
}

const preview = async (parent: { email: string }, cartId: string) =>
  (await app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } })).body;
const cancel = (parent: { email: string }, cartId: string, refund: number) =>
  app.as(parent).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
const readKept = async (_id: string) =>
  (await app.services.database.collections.payments.findOne({ _id }))?.kept;

// Rules: R441, R442, R443, R444, R473, R538.
describe('a seat with extras that is canceled', () => {
  it('keeps what is not refundable, and says so line by line', async () => {
    const { campClass, parent, cartId, paymentId } = await buildSeat();
    expect(await preview(parent, cartId)).toMatchObject({
      ...{ paid: 15_500, refund: 14_000, kept: 1_500, extrasKept: 1_500, percent: 100 },
      extras: [
        { label: 'Lunch', amount: 4_000, state: 'by policy' },
        { label: 'T-shirt, M', amount: 1_500, state: 'kept' },
      ],
    });
    // The office sees it, too.
    const params = { id: campClass.id };
    const people = await app.as(admin).call('GET /classPeople/:id', { params });
    expect(people.body.enrolled[0]).toMatchObject({ extrasMoney: { kept: 1_500, owed: 0 } });
    expect(await cancel(parent, cartId, 15_500)).toMatchObject({
      body: { code: 'refund_changed' },
    });
    expect(await cancel(parent, cartId, 14_000)).toMatchObject({
      body: { refund: 14_000, kept: 1_500 },
    });
    expect(await readKept(paymentId)).toBe(1_500);
    // The refund policy would have given everything back.
    const keptFor = { extras: ['T-shirt, M'], forExtras: 1_500, forDiscounts: 0 };
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      props: { money: { kept: { amount: 1_500 }, keptFor } },
    });
  });

  it('gives back the part of the policy of all else', async () => {
    const { parent, cartId } = await buildSeat(1);
    expect(await preview(parent, cartId)).toMatchObject({
      ...{ refund: 7_000, kept: 8_500, percent: 50 },
    });
  });

  it('takes an extra that is not paid for nothing, and keeps one that was added and paid', async () => {
    await setExtras([lunch(), shirt()]);
    const campClass = await buildClass(app, all(1));
    const parent = await buildUser(app);
    const { cartId } = await holdSeatOf(app, parent, campClass);
    const first = await pay(parent, cartId, 100);
    await mustChoose(parent, cartId, [SHIRT_M]);
    expect(await preview(parent, cartId)).toMatchObject({
      ...{ paid: 10_000, owed: 0, refund: 5_000, kept: 5_000, extrasKept: 0 },
      extras: [{ state: 'unpaid' }],
    });
    const second = await pay(parent, cartId, 15);
    expect(await preview(parent, cartId)).toMatchObject({ refund: 5_000, kept: 6_500 });
    expect(await cancel(parent, cartId, 5_000)).toMatchObject({ status: 200 });
    expect([await readKept(first), await readKept(second)]).toEqual([5_000, 1_500]);
  });

  // Rules: R505.
  it('keeps nothing for an extra that the office has waived', async () => {
    await setExtras([lunch(), shirt()]);
    const campClass = await buildClass(app, all());
    const parent = await buildUser(app);
    const { cartId } = await holdSeatOf(app, parent, campClass);
    const paymentId = await pay(parent, cartId, 100);
    await mustChoose(parent, cartId, [SHIRT_M]);
    const waived = await app.as(admin).call('POST /owedSeats/:id/waive', {
      params: { id: cartId },
      body: { amount: 1_500, note: 'A present.' },
    });
    expect(waived).toMatchObject({ status: 200 });
    expect(await preview(parent, cartId)).toMatchObject({
      ...{ paid: 10_000, refund: 10_000, kept: 0, extrasKept: 0 },
    });
    // It stays with the seat, and another extra costs what it costs.
    const free = { ...SHIRT_M, amount: 0 };
    await mustChoose(parent, cartId, [free, { id: LUNCH, option: null, amount: 4_000 }]);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 140, owed: [{ amount: 4_000 }] }]);
    expect(await cancel(parent, cartId, 10_000)).toMatchObject({ body: { refund: 10_000 } });
    expect(await readKept(paymentId)).toBe(0);
  });

  it('gives everything back if the school cancels the class', async () => {
    const { campClass, parent, cartId, paymentId } = await buildSeat();
    const body = { confirm_affected: 1, note: 'Storm.' };
    await app.as(admin).call('POST /cancelClass/:id', { params: { id: campClass.id }, body });
    await expect
      .poll(async () => [await readKept(paymentId), (await readEnrolled(parent)).length])
      .toEqual([0, 0]);
    expect(cartId).not.toBe('');
  });
});

describe('a seat with extras that moves', () => {
  it('takes lunch along for the days of the new class, and is paid for before it moves', async () => {
    const seat = await buildSeat();
    const { parent, cartId } = seat;
    const to = await buildClass(app, all(12, 12));
    const { body } = await app.as(parent).call('GET /moveQuotes/:cartId', { params: { cartId } });
    expect(body.find(({ classId }) => classId === to.id)).toEqual({
      ...{ classId: to.id, pay: 4_000, refund: 0, kept: 0, falls: 0 },
      ...{ extrasKept: 0, lines: [], lost: [] },
      stays: [
        { label: 'Lunch', amount: 8_000 },
        { label: 'T-shirt, M', amount: 1_500 },
      ],
      dropped: [],
    });
    // Whatever lunch costs by now.
    await setExtras([lunch({ price: 5_000 }), shirt()]);
    const moved = await move(seat, { classId: to.id, price: 100 });
    expect(moved.body).toMatchObject({ state: 'pay', difference: 4_000 });
    expect(await readCart(parent)).toMatchObject([{ price: 40 }]);
    await pay(parent, moved.body.cartId, 40);
    expect(await readEnrolled(parent)).toMatchObject([
      {
        ...{ classId: to.id, price: 195, owed: [] },
        lines: [{ amount: 10_000 }, { label: 'Lunch, 10 days', amount: 8_000 }, { amount: 1_500 }],
        extras: [{ amount: 8_000 }, { option: 'M' }],
      },
    ]);
    expect(await preview(parent, cartId)).toMatchObject({ paid: 19_500, refund: 18_000 });
  });

  it('adds nothing until it has moved, and pays nothing for a seat that has changed meanwhile', async () => {
    const seat = await buildSeat();
    const { parent, cartId, campClass } = seat;
    const to = await buildClass(app, { ...all(12), price: 150 });
    const held = (await move(seat, { classId: to.id, price: 150 })).body;
    expect(await choose(parent, cartId, [])).toMatchObject({ body: { code: 'seat_moving' } });
    // As if it had been added at just that moment.
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { 'seats.0.price': 160 }, $inc: { version: 1 } },
    );
    const begun = await app.as(parent).call('POST /createPayment-intent', {
      body: { cartId: held.cartId, price: 50 },
    });
    const paymentId = getIntentId(begun.body.clientSecret);
    await confirmPayment(paymentId);
    await recordPayment(app, parent, paymentId);
    expect(await readKept(paymentId)).toBe(0);
    expect(await readEnrolled(parent)).toMatchObject([{ classId: campClass.id }]);
  });

  it('drops what the new class does not offer or has sold out: its money counts for the seat', async () => {
    const seat = await buildSeat();
    const { parent, cartId, paymentId } = seat;
    const to = await buildClass(app, { ...all(12), price: 110 });
    await setExtras([lunch({ classIds: [seat.campClass.id] }), shirt()]);
    const moved = await move(seat, { classId: to.id, price: 110, refund: 3_000 });
    expect(moved.body).toMatchObject({ state: 'moved', refund: 3_000 });
    expect(await readEnrolled(parent)).toMatchObject([
      {
        price: 125,
        lines: [{ amount: 11_000 }, { amount: 1_500 }],
        extras: [{ label: 'T-shirt' }],
      },
    ]);
    expect(await readKept(paymentId)).toBe(12_500);
    expect(await preview(parent, cartId)).toMatchObject({ paid: 12_500, kept: 1_500 });
  });

  it('never takes the last one of the new class twice', async () => {
    const seat = await buildSeat();
    await setExtras([lunch({ capacity: 1 }), shirt()]);
    const to = await buildClass(app, all(12));
    const others = await Promise.all([1, 2, 3].map(() => buildUser(app)));
    const held = await Promise.all(others.map((other) => holdSeatOf(app, other, to)));
    const wanted = [{ id: LUNCH, option: null, amount: 4_000 }];
    await Promise.all([
      move(seat, { classId: to.id, price: 100 }),
      ...others.map((other, place) => choose(other, held[place]!.cartId, wanted)),
    ]);
    const found = await app.services.database.collections.classes.findOne({ _id: to._id });
    const taken = found?.seats.filter(({ extras = [] }) => extras.some((e) => e.extraId === LUNCH));
    expect(taken).toHaveLength(1);
  });

  it('takes an extra along that is not paid yet, which is still owed there', async () => {
    const seat = await buildSeat();
    const { parent, cartId } = seat;
    const plus = { ...lunch(), id: '650000000000000000000003', label: 'Late care', price: 500 };
    await setExtras([lunch(), shirt(), plus]);
    const care = { id: plus.id, option: null, amount: 2_500 };
    const own = [{ id: LUNCH, option: null, amount: 4_000 }, SHIRT_M];
    await mustChoose(parent, cartId, [...own, care]);
    const to = await buildClass(app, all(12));
    expect((await move(seat, { classId: to.id, price: 100, refund: 0 })).body).toMatchObject({
      state: 'moved',
    });
    expect(await readEnrolled(parent)).toMatchObject([
      {
        classId: to.id,
        price: 180,
        owed: [{ amount: 2_500 }],
        extras: [{}, {}, { isPaid: false }],
      },
    ]);
    await mustChoose(parent, cartId, own);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 155, owed: [] }]);
  });
});

// Rules: R702.
it('an extra that is not paid does not grow with a move: it is paid or taken out first', async () => {
  await setExtras([lunch()]);
  const campClass = await buildClass(app, all());
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  const seat = { student: parent, cartId };
  await pay(parent, cartId, 100);
  const wanted = [{ id: LUNCH, option: null, amount: 4_000 }];
  await mustChoose(parent, cartId, wanted);
  const longer = await buildClass(app, all(12, 8));
  const refused = { status: 409, body: { code: 'rest_first' } };
  expect(await move(seat, { classId: longer.id, price: 100 })).toMatchObject(refused);
  for (const charge of [true, false])
    expect(
      await move({ ...seat, student: admin }, { classId: longer.id, price: 100, charge }),
    ).toMatchObject(refused);
  expect(await readEnrolled(parent)).toMatchObject([{ price: 140, owed: [{ amount: 4_000 }] }]);
  // Less of it is less to pay.
  const shorter = await buildClass(app, all(14, 3));
  expect(await move(seat, { classId: shorter.id, price: 100 })).toMatchObject({ status: 200 });
  expect(await readEnrolled(parent)).toMatchObject([{ price: 124, owed: [{ amount: 2_400 }] }]);
  await mustChoose(parent, cartId, []);
  expect(await move(seat, { classId: longer.id, price: 100 })).toMatchObject({ status: 200 });
});

it('nobody loses a seat because an extra is not paid', async () => {
  const { parent, cartId, campClass } = await buildSeat();
  const plus = { ...lunch(), id: '650000000000000000000004', label: 'Late care', price: 500 };
  await setExtras([plus]);
  const own = [{ id: LUNCH, option: null, amount: 4_000 }, SHIRT_M];
  await mustChoose(parent, cartId, [...own, { id: plus.id, option: null, amount: 2_500 }]);
  const { classes } = app.services.database.collections;
  const late = addDays(readToday(app.services), -40);
  await classes.updateOne(
    { _id: campClass._id },
    { $set: { 'seats.0.plan.due': late, 'seats.0.plan.parts.1.due': late } },
  );
  const found = (await classes.findOne({ _id: campClass._id }))!;
  const [seat] = found.seats;
  if (seat?.state !== 'enrolled' || !seat.plan) throw new Error('There is no such plan');
  const owing = { campClass: found, seat, plan: seat.plan, payerId: seat.userId };
  expect(findReleaseDay(owing, late, late)).toBeUndefined();
  // Not even if somebody was told, as about a part of the price.
  const told = { releaseOn: readToday(app.services) };
  await app.services.database.collections.outbox.insertOne({
    ...{ _id: nameReminder({ _id: cartId, due: late }, 2), state: 'sent', userId: parent._id },
    ...{ sentAt: app.services.now(), cause: told },
  } as never);
  await releaseUnpaidSeats(app.services);
  expect(await readEnrolled(parent)).toHaveLength(1);
});
