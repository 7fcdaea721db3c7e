import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { countExtra } from '@speakifyr/contract/extra-places.ts';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { createExtras, lunch, LUNCH, shirt, SHIRT_M, WITH_LUNCH } from '../testing/extras.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** Lunch on Monday and Wednesday: an extra with a price per day is for some days of a seat. */

const app = useTestApp();
const admin = useUser(app, 'admin');
const { setExtras, choose, mustChoose, start, pay, readExtras, readCart, readEnrolled } =
  createExtras(
    () => app,
    () => admin,
  );
const { move } = createMoves(() => app);

/** Monday to Friday of a week in five weeks. */
const toMonday = (8 - new Date(inDays(35)).getUTCDay()) % 7;
const week = (weeks = 0): [string, string, string, string, string] =>
  [0, 1, 2, 3, 4].map((day) => inDays(35 + toMonday + weeks * 7 + day)) as never;
const DAYS = week();
const [MON, TUE, WED, THU, FRI] = DAYS;

const build = (fields: Partial<ClassDocument> = {}) =>
  buildClass(app, {
    ...{ price: 100, sit: 5, days: DAYS, camp_start: MON, camp_end: FRI },
    ...fields,
  });

async function buildHolder(fields: Partial<ClassDocument> = {}) {
  const campClass = await build(fields);
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  return { campClass, parent, cartId };
}

async function buildOwner(fields: Partial<ClassDocument> = {}) {
  const campClass = await build(fields);
  const { student: parent, cartId, paymentId } = await buildEnrolledSeat(app, campClass);
  return { campClass, parent, student: parent, cartId, paymentId };
}

const read = async ({ _id }: Pick<ClassDocument, '_id'>) =>
  (await app.services.database.collections.classes.findOne({ _id }))!;

/** Lunch on these days, at $8 each. */
const on = (...days: string[]) => ({
  ...{ id: LUNCH, option: null, on: days, amount: days.length * 800 },
});

// Rules: R651.
describe('a family chooses the days of an extra', () => {
  it('and pays for those; the seat, its lines and what is offered say so', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId, campClass } = await buildHolder();
    expect((await readExtras(parent, cartId)).offered).toMatchObject([
      {
        ...{ days: 5, price: 800, amount: 4_000, left: null },
        on: DAYS.map((day) => ({ day, left: null })),
      },
      expect.not.objectContaining({ on: expect.anything() }),
    ]);
    await mustChoose(parent, cartId, [on(WED, MON), SHIRT_M]);
    expect(await readCart(parent)).toMatchObject([
      {
        price: 131,
        lines: [{}, { label: 'Lunch, 2 days', amount: 1_600 }, { label: 'T-shirt, M' }],
      },
    ]);
    await pay(parent, cartId, 131);
    expect((await readExtras(parent, cartId)).chosen).toMatchObject([
      { on: [MON, WED], amount: 1_600, isPaid: true },
      {},
    ]);
    expect((await read(campClass)).seats).toMatchObject([
      { extras: [{ on: [MON, WED], days: 2 }, {}] },
    ]);
  });

  it('all of them are the whole, as before', async () => {
    await setExtras([lunch()]);
    const { parent, cartId, campClass } = await buildHolder();
    await mustChoose(parent, cartId, [on(...DAYS.toReversed())]);
    const { seats } = await read(campClass);
    expect(seats[0]?.extras?.[0]).toMatchObject({ days: 5 });
    expect(seats[0]?.extras?.[0]).not.toHaveProperty('on');
    await mustChoose(parent, cartId, [WITH_LUNCH]);
  });

  it('anew until they are paid; paid days stay, and further ones are paid on top', async () => {
    await setExtras([lunch()]);
    const { parent, cartId } = await buildOwner();
    await mustChoose(parent, cartId, [on(MON)]);
    await mustChoose(parent, cartId, [on(MON, TUE)]);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 116, owed: [{ amount: 1_600 }] }]);
    await mustChoose(parent, cartId, [on(MON)]);
    await pay(parent, cartId, 8);
    const { offered } = await readExtras(parent, cartId);
    expect(offered).toMatchObject([{ days: 4, amount: 3_200 }]);
    expect(offered[0]?.on?.map(({ day }) => day)).toEqual([TUE, WED, THU, FRI]);
    for (const wish of [[on(TUE)], [on(MON, TUE)], []])
      expect(await choose(parent, cartId, wish)).toMatchObject({ body: { code: 'extra_paid' } });
    await mustChoose(parent, cartId, [on(MON), on(TUE, WED)]);
    expect(await readEnrolled(parent)).toMatchObject([
      {
        ...{ price: 124, owed: [{ amount: 1_600 }] },
        extras: [
          { on: [MON], isPaid: true },
          { on: [TUE, WED], isPaid: false },
        ],
      },
    ]);
    await mustChoose(parent, cartId, [on(MON)]);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 108, owed: [] }]);
    await mustChoose(parent, cartId, [on(MON), on(WED)]);
    await pay(parent, cartId, 8);
    expect(await readEnrolled(parent)).toMatchObject([
      { price: 116, owed: [], extras: [{ isPaid: true }, { isPaid: true }] },
    ]);
    await mustChoose(parent, cartId, [on(MON), on(WED), on(THU, FRI)]);
    await pay(parent, cartId, 16);
    expect(await readEnrolled(parent)).toMatchObject([{ price: 132, owed: [] }]);
  });

  it('and hears why not', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId, campClass } = await buildHolder();
    const say = async (...wish: Parameters<typeof choose>[2]) => {
      const { body, status } = await choose(parent, cartId, wish);
      if (!('code' in body)) return status;
      const { code, message, fields } = body as { code: string; message: string; fields?: object };
      return [code, Object.values(fields ?? {})[0] ?? message];
    };
    expect(await say(on())).toEqual(['invalid_input', 'Choose at least one day']);
    expect(await say(on(MON, MON))).toEqual(['invalid_input', 'A day is there twice']);
    expect(await say(on(MON), on(TUE, MON))).toEqual(['invalid_input', 'Each extra only once.']);
    expect(await say(on(MON), WITH_LUNCH)).toEqual(['invalid_input', 'Each extra only once.']);
    const sunday = inDays(34 + toMonday);
    expect(await say(on(sunday))).toEqual([
      'extras_changed',
      `The seat does not have ${nameDay(sunday)}. Please choose again.`,
    ]);
    expect(await say({ ...on(MON), amount: 4_000 })).toMatchObject(['extras_changed', {}]);
    expect(await say({ ...SHIRT_M, on: DAYS })).toMatchObject(['extras_changed', {}]);
    const now = [inDays(-1), inDays(0), inDays(2)];
    const { classes } = app.services.database.collections;
    const running = { days: now, camp_start: now[0], camp_end: now[2] };
    await classes.updateOne({ _id: campClass._id }, { $set: running });
    expect(await say(on(now[1]!))).toEqual([
      'class_started',
      `${nameDay(now[1]!)} has begun. Please choose later days.`,
    ]);
    expect(await say(on(now[2]!))).toBe(200);
    // Drop-in: the office still adds today's, and only until the day is over.
    const office = async (days: string[]) =>
      (
        await app.as(admin).call('PUT /officeExtras/:classId/:cartId', {
          params: { classId: campClass.id, cartId },
          body: { extras: [on(...days)] },
        })
      ).status;
    expect(await office([now[0]!])).toBe(409);
    expect(await office([now[1]!])).toBe(200);
  });

  it('only of its own days, if it has chosen some of the class', async () => {
    await setExtras([lunch()]);
    const campClass = await build({ byDay: { prices: [50], atLeast: 1 } });
    const parent = await buildUser(app);
    const body = { classId: campClass.id, email: parent.email, days: [MON, WED] };
    const { cartId } = (await app.as(parent).call('POST /addClass', { body })).body;
    expect((await readExtras(parent, cartId)).offered).toMatchObject([
      { days: 2, amount: 1_600, on: [{ day: MON }, { day: WED }] },
    ]);
    expect(await choose(parent, cartId, [on(MON, TUE)])).toMatchObject({ status: 409 });
    await mustChoose(parent, cartId, [on(WED)]);
    await mustChoose(parent, cartId, [{ ...on(MON, WED), on: undefined }]);
    expect((await read(campClass)).seats[0]?.extras?.[0]).not.toHaveProperty('on');
  });
});

// Rules: R441, R651.
describe('the places of an extra', () => {
  it('are counted on each day', async () => {
    await setExtras([lunch({ capacity: 1 })]);
    const { campClass, parent, cartId } = await buildHolder();
    await mustChoose(parent, cartId, [on(MON, TUE)]);
    const next = await buildEnrolledSeat(app, campClass);
    expect((await readExtras(next.student, next.cartId)).offered).toMatchObject([
      { left: 0, on: [0, 0, 1, 1, 1].map((left) => ({ left })) },
    ]);
    expect(await choose(next.student, next.cartId, [on(TUE, WED)])).toMatchObject({
      body: {
        code: 'extra_sold_out',
        message: `Lunch has just sold out on ${nameDay(TUE)}. Nothing was changed.`,
      },
    });
    expect(await choose(next.student, next.cartId, [WITH_LUNCH])).toMatchObject({ status: 409 });
    await mustChoose(next.student, next.cartId, [on(WED, THU)]);
    // The first family keeps what it has, and gets no further day that is gone.
    expect(await choose(parent, cartId, [on(MON, TUE, WED)])).toMatchObject({ status: 409 });
    await mustChoose(parent, cartId, [on(TUE, FRI)]);
  });

  it('the last lunch of a Tuesday is for one of eight families', async () => {
    await setExtras([lunch({ capacity: 2 })]);
    const campClass = await build({ sit: 9 });
    const seats = [];
    for (let place = 0; place < 8; place += 1) {
      const parent = await buildUser(app);
      seats.push({ parent, cartId: (await holdSeatOf(app, parent, campClass)).cartId });
    }
    const [first, ...others] = seats;
    await mustChoose(first!.parent, first!.cartId, [on(TUE)]);
    const answers = await Promise.all(
      others.map(({ parent, cartId }, place) =>
        choose(parent, cartId, [on(TUE, place % 2 ? WED : THU)]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const found = await read(campClass);
    for (const day of listClassDays(found))
      expect(countExtra(found.seats, LUNCH, day)).toBeLessThanOrEqual(2);
    expect(countExtra(found.seats, LUNCH, TUE)).toBe(2);
  });
});

it('who pays after their time is over gets no lunch of a day that is gone, and their money back', async () => {
  await setExtras([lunch({ capacity: 1 })]);
  const { parent, cartId, campClass } = await buildHolder();
  await mustChoose(parent, cartId, [on(MON, TUE)]);
  const late = getIntentId((await start(parent, cartId, 116)).body.clientSecret);
  await confirmPayment(late);
  // The server has not heard of it, and the hold is gone.
  const { classes, payments } = app.services.database.collections;
  await classes.updateOne(
    { _id: campClass._id },
    { $set: { seats: [], sit: 5 }, $inc: { version: 1 } },
  );
  const other = await buildEnrolledSeat(app, campClass);
  await mustChoose(other.student, other.cartId, [on(TUE)]);
  await recordPayment(app, parent, late);
  expect(await readEnrolled(parent)).toEqual([]);
  expect(await payments.findOne({ _id: late })).toMatchObject({ status: 'refunded', kept: 0 });
});

it('a day that the class has lost since is named nowhere, and what was paid stays', async () => {
  await setExtras([lunch(), shirt()]);
  const { parent, cartId, campClass } = await buildOwner();
  await mustChoose(parent, cartId, [on(MON, TUE)]);
  await pay(parent, cartId, 16);
  const { classes } = app.services.database.collections;
  await classes.updateOne(
    { _id: campClass._id },
    { $set: { days: [MON, WED, FRI] }, $inc: { version: 1 } },
  );
  const lunchNow = { on: [MON], amount: 1_600, isPaid: true };
  expect(await readEnrolled(parent)).toMatchObject([{ price: 116, extras: [lunchNow] }]);
  const { chosen, offered } = await readExtras(parent, cartId);
  expect(chosen).toMatchObject([lunchNow]);
  expect(offered[0]).toMatchObject({ on: [{ day: WED }, { day: FRI }] });
  const kept = { ...on(MON), amount: 1_600 };
  await mustChoose(parent, cartId, [kept, SHIRT_M]);
  expect(await choose(parent, cartId, [kept, on(TUE)])).toMatchObject({ status: 409 });
  await mustChoose(parent, cartId, [kept, on(WED)]);
  expect(await readEnrolled(parent)).toMatchObject([{ price: 124, owed: [{ amount: 800 }] }]);
});

// Rules: R444, R653.
describe('a seat that moves', () => {
  it('has its extras on the same weekdays, and drops the day that the other class does not have', async () => {
    await setExtras([lunch()]);
    const seat = await buildOwner();
    const { parent, cartId } = seat;
    await mustChoose(parent, cartId, [on(MON, TUE)]);
    await pay(parent, cartId, 16);
    await mustChoose(parent, cartId, [on(MON, TUE), on(FRI)]);
    await pay(parent, cartId, 8);
    const [mon, , wed, , fri] = week(1);
    const to = await build({ days: [mon, wed, fri], camp_start: mon, camp_end: fri });
    const { body } = await app.as(parent).call('GET /moveQuotes/:cartId', { params: { cartId } });
    expect(body.find(({ classId }) => classId === to.id)).toMatchObject({
      stays: [
        { label: 'Lunch, Mon', amount: 800 },
        { label: 'Lunch, Fri', amount: 800 },
      ],
      dropped: ['Lunch, Tue'],
      refund: 800,
    });
    expect((await move(seat, { classId: to.id, price: 100, refund: 800 })).body).toMatchObject({
      state: 'moved',
    });
    expect(await readEnrolled(parent)).toMatchObject([
      {
        ...{ classId: to.id, price: 116 },
        extras: [
          { on: [mon], isPaid: true },
          { on: [fri], isPaid: true },
        ],
      },
    ]);
  });

  it('takes only what is left there', async () => {
    await setExtras([lunch({ capacity: 1 })]);
    const seat = await buildOwner();
    const { parent, cartId } = seat;
    await mustChoose(parent, cartId, [on(MON, TUE)]);
    await pay(parent, cartId, 16);
    const days = week(1);
    const to = await build({ days, camp_start: days[0], camp_end: days[4] });
    const other = await buildEnrolledSeat(app, to);
    await mustChoose(other.student, other.cartId, [on(days[1])]);
    expect((await move(seat, { classId: to.id, price: 100, refund: 800 })).body).toMatchObject({
      state: 'moved',
    });
    const found = await read(to);
    expect(countExtra(found.seats, LUNCH, days[0])).toBe(1);
    expect(countExtra(found.seats, LUNCH, days[1])).toBe(1);
  });
});

// Rules: R648, R653.
describe('a seat that gets other days of its class', () => {
  async function buy(...lunches: ReturnType<typeof on>[]) {
    await setExtras([lunch()]);
    const campClass = await build({ byDay: { prices: [20], atLeast: 1 } });
    const student = await buildUser(app);
    const body = { classId: campClass.id, email: student.email, days: [MON, TUE] };
    const { cartId } = (await app.as(student).call('POST /addClass', { body })).body;
    await mustChoose(student, cartId, lunches);
    const paid = 40 + lunches.reduce((sum, { amount }) => sum + amount / 100, 0);
    return { campClass, student, cartId, paymentId: await pay(student, cartId, paid) };
  }
  const readSeat = async (campClass: ClassDocument) => (await read(campClass)).seats[0];

  it('has lunch on all of them, if it had it on all', async () => {
    const { campClass, ...seat } = await buy(on(MON, TUE));
    const answer = await move(seat, { days: [MON, TUE, WED] });
    expect(answer.body).toMatchObject({ state: 'pay', difference: 2_800 });
    await pay(seat.student, answer.body.cartId, 28);
    expect(await readSeat(campClass)).toMatchObject({ price: 84, extras: [{ days: 3 }] });
    expect((await readSeat(campClass))?.extras?.[0]).not.toHaveProperty('on');
  });

  it('loses lunch on a day that it gives back, and keeps the rest', async () => {
    const { campClass, ...seat } = await buy(on(MON));
    const answer = await move(seat, { days: [TUE, WED], refund: 800 });
    expect(answer.body).toMatchObject({ state: 'moved', refund: 800 });
    expect(await readSeat(campClass)).not.toHaveProperty('extras');
    const again = await buy(on(TUE));
    expect((await move(again, { days: [TUE, WED], refund: 0 })).body).toMatchObject({
      state: 'moved',
    });
    expect(await readSeat(again.campClass)).toMatchObject({ extras: [{ on: [TUE], days: 1 }] });
  });
});

it('a canceled seat gives its days of an extra back, by the policy', async () => {
  await setExtras([lunch({ isRefundable: false, capacity: 1 })]);
  const { parent, cartId, campClass } = await buildOwner();
  await mustChoose(parent, cartId, [on(MON)]);
  await pay(parent, cartId, 8);
  await mustChoose(parent, cartId, [on(MON), on(WED)]);
  const params = { cartId };
  const preview = (await app.as(parent).call('GET /cancellation/:cartId', { params })).body;
  expect(preview).toMatchObject({
    ...{ refund: 10_000, extrasKept: 800 },
    extras: [
      { label: 'Lunch, Mon', state: 'kept' },
      { label: 'Lunch, Wed', state: 'unpaid' },
    ],
  });
  await app.as(parent).call('POST /cancellation/:cartId', { params, body: { refund: 10_000 } });
  expect((await read(campClass)).seats).toEqual([]);
  const next = await buildEnrolledSeat(app, campClass);
  await mustChoose(next.student, next.cartId, [on(MON, WED)]);
});

// Rules: R445, R652.
it('the day list shows who has what on that day and until when; the roster says the days', async () => {
  const late = lunch({ label: 'Late care', until: '17:30', price: 800 });
  await setExtras([late]);
  const teacher = await buildUser(app, 'instructor');
  const [one, two] = [inDays(1), inDays(2)];
  const fields = { days: [one, two], camp_start: one, camp_end: two, instructorId: teacher._id };
  const { parent, cartId, campClass } = await buildOwner(fields);
  await mustChoose(parent, cartId, [on(two)]);
  await pay(parent, cartId, 8);
  const list = async (day: string) => {
    const params = { classId: campClass.id, day };
    const { body } = await app.as(teacher).call('GET /dayList/:classId/:day', { params });
    return body.people.map(({ extras }) => extras);
  };
  const carried = { label: 'Late care', option: null, until: '17:30' };
  expect(await list(one)).toEqual([undefined]);
  expect(await list(two)).toEqual([[carried]]);
  const query = { email: teacher.email };
  const roster = await app.as(teacher).call('GET /enrolledStudents', { query });
  expect(roster.body.students).toMatchObject([{ extras: [{ ...carried, on: [two] }] }]);
  const shown = await app.call('GET /classes/:id', { params: { id: campClass.id } });
  expect(shown.body.extras).toMatchObject([{ label: 'Late care', until: '17:30' }]);
  // It has the hours as they were when it was chosen.
  await setExtras([{ ...late, until: '18:00' }]);
  expect(await list(two)).toEqual([[carried]]);
});
