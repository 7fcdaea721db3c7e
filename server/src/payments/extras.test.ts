import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import {
  createExtras,
  FIVE_DAYS,
  lunch,
  LUNCH,
  shirt,
  SHIRT,
  SHIRT_M,
  WITH_LUNCH,
} from '../testing/extras.ts';
import { addDays, readToday } from '../school-time.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { setExtras, choose, mustChoose, start, pay, ...read } = createExtras(
  () => app,
  () => admin,
);
const { readExtras, readCart, readEnrolled, readReceipt } = read;

async function buildHolder(fields: Parameters<typeof buildClass>[1] = {}) {
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS, ...fields });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  return { campClass, parent, cartId };
}

async function buildOwner(fields: Parameters<typeof buildClass>[1] = {}) {
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS, ...fields });
  const { student: parent, cartId, paymentId } = await buildEnrolledSeat(app, campClass);
  return { campClass, parent, cartId, paymentId };
}

const LINES = [
  { kind: 'base', amount: 10_000 },
  { kind: 'extra', label: 'Lunch, 5 days', amount: 4_000 },
  { kind: 'extra', label: 'T-shirt, M', amount: 1_500 },
];

// Rules: R440, R441, R442.
describe('extras of a seat in the cart', () => {
  it('are lines of its price, charged with it, and stay with the seat and its receipt', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId, campClass } = await buildHolder();
    expect(await readCart(parent)).toMatchObject([{ price: 100, hasExtras: true }]);
    expect(await readExtras(parent, cartId)).toMatchObject({
      state: 'held',
      offered: [
        { label: 'Lunch', amount: 4_000 },
        { amount: 1_500, options: ['S', 'M'] },
      ],
      chosen: [],
    });
    await mustChoose(parent, cartId, [WITH_LUNCH, SHIRT_M]);
    expect(await readCart(parent)).toMatchObject([{ price: 155, lines: LINES }]);
    const paymentId = await pay(parent, cartId, 155);
    expect(await readEnrolled(parent)).toMatchObject([
      { price: 155, lines: LINES, owed: [], extras: [{ isPaid: true }, { isPaid: true }] },
    ]);
    const receipt = await readReceipt(parent, paymentId);
    expect(receipt).toMatchObject({ amount: 15_500, items: [{ amount: 15_500, lines: LINES }] });
    const shown = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(shown.body.extras).toMatchObject([{ label: 'Lunch', price: 800, per: 'day' }, {}]);
    expect(shown.body.extras?.[0]).not.toHaveProperty('classIds');
  });

  it('keep their price when an admin changes or deletes them, and are refused at an old one', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId } = await buildHolder();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    await setExtras([lunch({ price: 900 }), shirt({ price: 2_000 })]);
    expect(await choose(parent, cartId, [WITH_LUNCH, SHIRT_M])).toMatchObject({
      body: { code: 'extras_changed' },
    });
    await setExtras([shirt()]);
    // Lunch is gone for others, and stays as it is here.
    await mustChoose(parent, cartId, [WITH_LUNCH, SHIRT_M]);
    expect(await readCart(parent)).toMatchObject([{ price: 155 }]);
    await pay(parent, cartId, 155);
  });

  it('can be taken out, and nobody pays the old price by then', async () => {
    await setExtras([lunch()]);
    const { parent, cartId } = await buildHolder();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const old = getIntentId((await start(parent, cartId, 140)).body.clientSecret);
    await mustChoose(parent, cartId, []);
    expect(await confirmPayment(old)).toBe('payment_intent_unexpected_state');
    expect(await start(parent, cartId, 140)).toMatchObject({ body: { code: 'price_changed' } });
    await pay(parent, cartId, 100);
    expect(await readEnrolled(parent)).toMatchObject([
      expect.not.objectContaining({ extras: expect.anything() }),
    ]);
  });

  it('stay as they are while a bank works on their payment', async () => {
    await setExtras([lunch()]);
    const { parent, cartId, campClass } = await buildHolder();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const begun = getIntentId((await start(parent, cartId, 140)).body.clientSecret);
    expect(await confirmPayment(begun, 'pm_card_processing')).toBe('processing');
    expect(await choose(parent, cartId, [])).toMatchObject({
      body: { code: 'payment_not_finished' },
    });
    const found = await app.services.database.collections.classes.findOne({ _id: campClass._id });
    expect(found?.seats).toMatchObject([{ extras: [{ label: 'Lunch' }] }]);
  });

  it('are paid also if the class has become free by then', async () => {
    await setExtras([lunch()]);
    const { parent, cartId, campClass } = await buildHolder();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 0 }, $inc: { version: 1 } },
    );
    const body = { classId: campClass.id, email: parent.email, price: 0 };
    expect(await app.as(parent).call('POST /addClass', { body })).toMatchObject({ status: 409 });
    expect(await readEnrolled(parent)).toEqual([]);
    expect(await readCart(parent)).toMatchObject([{ price: 40 }]);
    await pay(parent, cartId, 40);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 40 }]);
  });

  it('are only those of the class, with a size that there is', async () => {
    const other = await buildClass(app);
    await setExtras([lunch({ classIds: [other.id] }), shirt()]);
    const { parent, cartId } = await buildHolder();
    const refused = { status: 409, body: { code: 'extras_changed' } };
    expect((await readExtras(parent, cartId)).offered).toMatchObject([{ id: SHIRT }]);
    expect(await choose(parent, cartId, [WITH_LUNCH])).toMatchObject(refused);
    expect(await choose(parent, cartId, [{ ...SHIRT_M, option: 'XXL' }])).toMatchObject(refused);
    expect(await choose(parent, cartId, [{ ...SHIRT_M, option: null }])).toMatchObject(refused);
    expect(await choose(parent, cartId, [{ ...SHIRT_M, amount: 1 }])).toMatchObject(refused);
    expect(await choose(parent, cartId, [SHIRT_M, SHIRT_M])).toMatchObject({ status: 400 });
  });

  it('are never cheaper because of a discount', async () => {
    const discount = {
      ...{ id: new ObjectId().toHexString(), kind: 'early' as const, label: 'Early bird' },
      ...{ percent: 10, amount: null, until: '2027-12-31', from: null, classIds: [] },
      stacks: false,
    };
    const body = { version: 0, discounts: [discount] };
    await app.as(admin).call('PUT /discounts', { body });
    await setExtras([lunch()]);
    const { parent, cartId } = await buildHolder();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    expect(await readCart(parent)).toMatchObject([
      { price: 130, lines: [{ amount: 10_000 }, { amount: -1_000 }, { amount: 4_000 }] },
    ]);
    await app.as(admin).call('PUT /discounts', { body: { version: 1, discounts: [] } });
  });
});

describe('the last one of an extra', () => {
  it('is for one of 20 parents who choose it at once, in the cart or later', async () => {
    await setExtras([lunch({ capacity: 1 })]);
    const campClass = await buildClass(app, { price: 100, sit: 20, ...FIVE_DAYS });
    const seats = [];
    for (let place = 0; place < 20; place += 1) {
      if (place % 2) {
        const { student: parent, cartId } = await buildEnrolledSeat(app, campClass);
        seats.push({ parent, cartId });
      } else {
        const parent = await buildUser(app);
        seats.push({ parent, cartId: (await holdSeatOf(app, parent, campClass)).cartId });
      }
    }
    const answers = await Promise.all(
      seats.map(({ parent, cartId }) => choose(parent, cartId, [WITH_LUNCH])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(({ body }) => 'code' in body && body.code === 'extra_sold_out'),
    ).toHaveLength(19);
    const found = await app.services.database.collections.classes.findOne({ _id: campClass._id });
    expect(found?.seats.filter(({ extras }) => extras?.length)).toHaveLength(1);
    const loser = seats[answers.findIndex(({ status }) => status !== 200)]!;
    expect((await readExtras(loser.parent, loser.cartId)).offered).toMatchObject([{ left: 0 }]);
    const winner = seats[answers.findIndex(({ status }) => status === 200)]!;
    await mustChoose(winner.parent, winner.cartId, []);
    await mustChoose(loser.parent, loser.cartId, [WITH_LUNCH]);
  });

  it('is not sold twice to somebody who pays after their time is over', async () => {
    await setExtras([lunch({ capacity: 1 })]);
    const { parent, cartId, campClass } = await buildHolder({ sit: 5 });
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const late = getIntentId((await start(parent, cartId, 140)).body.clientSecret);
    await confirmPayment(late);
    // The server has not heard of it, and the hold is gone.
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $pull: { seats: { seatId: new ObjectId(cartId) } }, $inc: { sit: 1, version: 1 } },
    );
    const next = await buildUser(app);
    const held = await holdSeatOf(app, next, campClass);
    await mustChoose(next, held.cartId, [WITH_LUNCH]);
    await recordPayment(app, parent, late);
    expect(await readEnrolled(parent)).toEqual([]);
    const payment = await app.services.database.collections.payments.findOne({ _id: late });
    expect(payment).toMatchObject({ status: 'refunded', kept: 0 });
  });

  it('another size takes no other place', async () => {
    await setExtras([shirt({ capacity: 1 })]);
    const { parent, cartId } = await buildHolder();
    await mustChoose(parent, cartId, [SHIRT_M]);
    await mustChoose(parent, cartId, [{ ...SHIRT_M, option: 'S' }]);
    expect(await readExtras(parent, cartId)).toMatchObject({ chosen: [{ option: 'S' }] });
  });
});

describe('extras that are added to an enrolled seat', () => {
  it('are owed at once, paid like the balance of a price, and have a receipt of their own', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId, paymentId } = await buildOwner();
    expect(await readEnrolled(parent)).toMatchObject([{ mayAddExtras: true, price: 100 }]);
    await mustChoose(parent, cartId, [SHIRT_M]);
    expect(await readEnrolled(parent)).toMatchObject([
      { price: 115, owed: [{ amount: 1_500 }], extras: [{ label: 'T-shirt', isPaid: false }] },
    ]);
    await mustChoose(parent, cartId, [WITH_LUNCH, SHIRT_M]);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 155, owed: [{ amount: 5_500 }] }]);
    const second = await pay(parent, cartId, 55);
    expect(await readEnrolled(parent)).toMatchObject([
      { price: 155, owed: [], lines: LINES, extras: [{ isPaid: true }, { isPaid: true }] },
    ]);
    expect(await readReceipt(parent, paymentId)).toMatchObject({ amount: 10_000 });
    expect(await readReceipt(parent, second)).toMatchObject({
      amount: 5_500,
      items: [{ amount: 5_500, lines: [{ amount: 4_000 }, { amount: 1_500 }] }],
    });
    expect(await choose(parent, cartId, [WITH_LUNCH])).toMatchObject({
      body: { code: 'extra_paid' },
    });
  });

  it('can be taken back until they are paid, and what was being paid then is not taken', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId } = await buildOwner();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const begun = getIntentId((await start(parent, cartId, 40)).body.clientSecret);
    await mustChoose(parent, cartId, []);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 100, owed: [] }]);
    await confirmPayment(begun);
    await recordPayment(app, parent, begun);
    const payment = await app.services.database.collections.payments.findOne({ _id: begun });
    expect(payment?.kept === 0 || payment?.status === 'canceled').toBe(true);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 100, owed: [] }]);
    await mustChoose(parent, cartId, [SHIRT_M]);
    await pay(parent, cartId, 15);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 115, owed: [] }]);
  });

  it('of a free class are paid, and the seat stays free', async () => {
    await setExtras([lunch()]);
    const campClass = await buildClass(app, { price: 0, ...FIVE_DAYS });
    const parent = await buildUser(app);
    const { cartId, enrolled } = await holdSeatOf(app, parent, campClass);
    expect(enrolled).toBe(true);
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const paymentId = await pay(parent, cartId, 40);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 40, owed: [] }]);
    expect(await readReceipt(parent, paymentId)).toMatchObject({ amount: 4_000 });
    const params = { cartId };
    const preview = await app.as(parent).call('GET /cancellation/:cartId', { params });
    expect(preview.body).toMatchObject({ paid: 4_000, refund: 4_000, kept: 0 });
  });

  it('wait until nothing else is owed, and are not for a class that has begun', async () => {
    await setExtras([lunch()]);
    const { parent, cartId, campClass } = await buildOwner();
    const { classes } = app.services.database.collections;
    const plan = {
      ...{ agreedAt: new Date(), by: parent._id, due: '2027-01-01' },
      parts: [
        { due: '2026-01-01', amount: 4_000 },
        { due: '2027-01-01', amount: 6_000 },
      ],
      paid: [{ paymentId: 'pi_x', amount: 4_000 }],
    };
    const set = (fields: object) => classes.updateOne({ _id: campClass._id }, { $set: fields });
    await set({ 'seats.0.plan': plan });
    expect(await choose(parent, cartId, [WITH_LUNCH])).toMatchObject({
      body: { code: 'rest_first' },
    });
    await set({ camp_start: '2020-01-06', camp_end: '2029-01-01' });
    expect(await choose(parent, cartId, [WITH_LUNCH])).toMatchObject({
      body: { code: 'class_started' },
    });
  });
});

it('only who booked a seat and may still book for the child chooses its extras', async () => {
  await setExtras([lunch()]);
  const { parent, cartId } = await buildHolder();
  const stranger = await buildUser(app);
  const missing = { status: 404 };
  expect(await choose(stranger, cartId, [WITH_LUNCH])).toMatchObject(missing);
  const params = { cartId };
  expect(await app.as(stranger).call('GET /seatExtras/:cartId', { params })).toMatchObject(missing);
  const child = await buildChild(app, parent);
  const ofChild = await app.as(parent).call('POST /addClass', {
    body: { classId: (await buildClass(app)).id, email: parent.email, childId: child.id },
  });
  expect(await choose(parent, ofChild.body.cartId, [])).toMatchObject({ status: 200 });
  const { children } = app.services.database.collections;
  await children.updateOne({ _id: child._id }, { $set: { 'guardians.0.may': ['see'] } });
  expect(await choose(parent, ofChild.body.cartId, [])).toMatchObject(missing);
  const owner = await buildOwner();
  expect(await choose(parent, owner.cartId, [])).toMatchObject(missing);
  expect(await choose(admin, owner.cartId, [])).toMatchObject({ status: 403 });
  const moved = { params: { cartId: owner.cartId } };
  expect(await app.as(parent).call('GET /moveQuotes/:cartId', moved)).toMatchObject(missing);
  expect(await app.as(owner.parent).call('GET /moveQuotes/:cartId', moved)).toMatchObject({
    status: 200,
  });
});

it('directors write extras, and saving over somebody else’s change is refused', async () => {
  const { body } = await app.as(admin).call('GET /extras');
  const save = (version: number) =>
    app.as(admin).call('PUT /extras', { body: { version, extras: [lunch()] } });
  const answers = await Promise.all([save(body.version), save(body.version)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    body: { code: 'extras_changed' },
  });
  const twice = { version: body.version + 1, extras: [lunch(), lunch({ id: LUNCH })] };
  expect(await app.as(admin).call('PUT /extras', { body: twice })).toMatchObject({ status: 400 });
});

it('the roster and the day list show what is paid, without prices', async () => {
  await setExtras([lunch(), shirt()]);
  const teacher = await buildUser(app, 'instructor');
  const today = readToday(app.services);
  const next = addDays(today, 1);
  const { parent, cartId, campClass } = await buildOwner({
    ...{ camp_start: next, camp_end: next, instructorId: teacher._id },
  });
  await mustChoose(parent, cartId, [{ ...WITH_LUNCH, amount: 800 }]);
  await pay(parent, cartId, 8);
  await mustChoose(parent, cartId, [{ ...WITH_LUNCH, amount: 800 }, SHIRT_M]);
  const query = { email: teacher.email };
  const roster = await app.as(teacher).call('GET /enrolledStudents', { query });
  const extras = [{ label: 'Lunch', option: null }];
  expect(roster.body.students).toMatchObject([{ extras }]);
  const params = { classId: campClass.id, day: next };
  const day = await app.as(teacher).call('GET /dayList/:classId/:day', { params });
  expect(day.body.people.map((one) => one.extras)).toEqual([extras]);
  await pay(parent, cartId, 15);
  const paid = await app.as(teacher).call('GET /enrolledStudents', { query });
  expect(paid.body.students[0]?.extras).toEqual([...extras, { label: 'T-shirt', option: 'M' }]);
});
