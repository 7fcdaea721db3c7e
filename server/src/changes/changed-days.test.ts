import { nameDay } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { countTakenOn, priceOfDays } from '@speakifyr/contract/sold-by-day.ts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import { findOldSeat } from '../seats/move-seat.ts';
import { countFreeOn, countPlaces } from '../seats/places.ts';
import { buildChild, buildClass, buildUser, recordPayment, useUser } from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { makeEntry } from '../testing/queues.ts';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';

/** A seat of a class that is sold by day gets other days. */

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);
const admin = useUser(app, 'admin');
const { cancel, move, payAtStripe, readClass, readMoves, readPayment, runAllJobs, sumBack } =
  createMoves(() => app);

const DAYS = [30, 31, 32, 33, 34].map(inDays);
const [MON, TUE, WED, THU, FRI] = DAYS as [string, string, string, string, string];

function buildByDay(days = DAYS, fields: Partial<ClassDocument> = {}) {
  return buildClass(app, { ...makeByDay(days), sit: 2, ...fields });
}

type ByDay = Awaited<ReturnType<typeof buildByDay>>;

/** A child's paid seat with these days; without them, with all. */
async function buy(campClass: ByDay, days?: string[]) {
  const student = await buildUser(app);
  const { id: childId } = await buildChild(app, student);
  const body = { classId: campClass.id, childId, email: student.email, ...(days && { days }) };
  const { body: joined } = await app.as(student).call('POST /addClass', { body });
  const { cartId } = joined;
  const price = days ? priceOfDays(campClass, days.length) : campClass.price;
  const paymentId = await payAtStripe({ student }, { cartId, difference: price * 100 });
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  return { student, cartId, paymentId, childId };
}

type Bought = Awaited<ReturnType<typeof buy>>;

async function change(seat: Bought, days: string[], fields = {}) {
  const { status, body } = await move(seat, { days, ...fields });
  return { status, ...body };
}

/** Changes the days, and pays if it costs something. @returns what has been paid, in cents; below 0 if it came back */
async function changeAndPay(seat: Bought, days: string[]) {
  const { state, cartId, difference, refund, ...rest } = await change(seat, days);
  expect({ state, rest }).toMatchObject({ rest: { status: 200 } });
  if (state === 'moved') return 0 - refund;
  const paid = await payAtStripe(seat, { cartId, difference });
  expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
  return difference;
}

const findPaid = async (campClass: ByDay, { cartId }: Bought) =>
  (await readClass(campClass)).seats.find(({ seatId }) => seatId.toHexString() === cartId);

/** On each day, what is taken and what is left are all places. */
async function expectCounted(campClass: ByDay, places = 2) {
  const found = await readClass(campClass);
  expect(countPlaces(found)).toBe(places);
  for (const day of found.days) {
    const taken = countTakenOn(found.seats, day);
    expect(taken).toBeLessThanOrEqual(places);
    expect(taken + countFreeOn(found, day)).toBe(places);
  }
  return found;
}

// Rules: R648.
describe('a parent changes the days of a seat', () => {
  it('to as many others: at once, at no cost, with the same entry code', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass, [MON, TUE]);
    const before = await findPaid(campClass, seat);
    expect(await change(seat, [THU, MON], { price: 100, refund: 0 })).toMatchObject({
      ...{ status: 200, state: 'moved', difference: 0, refund: 0 },
    });
    expect(await findPaid(campClass, seat)).toMatchObject({
      ...{ days: [MON, THU], price: 100 },
      entry_code: before?.state === 'enrolled' && before.entry_code,
    });
    expect(await expectCounted(campClass)).toMatchObject({ sit: 1 });
    expect((await change(seat, [THU, MON])).code).toBe('already_joined');
  });

  it('to fewer: the difference goes back by the refund policy', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass);
    expect(await changeAndPay(seat, [MON, WED, FRI])).toBe(-5_000);
    expect(await findPaid(campClass, seat)).toMatchObject({ days: [MON, WED, FRI], price: 150 });
    expect(await sumBack(seat.paymentId)).toBe(5_000);
    expect(await changeAndPay(seat, [WED])).toBe(-10_000);
    expect(await expectCounted(campClass)).toMatchObject({ sit: 1 });
    expect(await cancel(seat)).toBe(5_000);
  });

  it('to more: the days that are added are held, and nothing else, until the difference is paid', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass, [MON, TUE]);
    const held = await change(seat, [MON, WED, FRI], { price: 150 });
    expect(held).toMatchObject({ status: 200, state: 'pay', difference: 5_000 });
    expect((await expectCounted(campClass)).seats).toMatchObject([
      { state: 'enrolled', days: [MON, TUE], price: 100 },
      { state: 'held', days: [WED, FRI] },
    ]);
    const cart = await app.as(seat.student).call('GET /myclass', { query: seat.student });
    expect(cart.body).toMatchObject([
      { price: 50, days: [WED, FRI], camp_start: WED, addsDays: true },
    ]);
    // Until then, the seat is as it was, and nothing else happens to it.
    expect((await change(seat, [THU])).code).toBe('seat_moving');
    const paid = await payAtStripe(seat, held);
    expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
    expect((await expectCounted(campClass)).seats).toMatchObject([
      { state: 'enrolled', days: [MON, WED, FRI], price: 150 },
    ]);
    expect(await readMoves(seat)).toMatchObject([
      { state: 'done', from: { days: [MON, TUE] }, to: { days: [MON, WED, FRI], price: 150 } },
    ]);
    expect(await readPayment(paid)).toMatchObject({ status: 'enrolled', kept: 5_000 });
    // What the ledger says about the seat stays true when it is gone.
    for (const id of [seat.paymentId, paid])
      expect(await readPayment(id)).toMatchObject({ items: [{ days: [MON, WED, FRI] }] });
    expect((await readMailTo(app, seat.student, 'seat moved'))?.props).toMatchObject({
      ...{ hasOtherDays: true, from: null, money: { paid: { amount: 5_000 } } },
      to: { campClass: { days: [MON, WED, FRI] } },
    });
    expect(await cancel(seat)).toBe(15_000);
    expect(await expectCounted(campClass)).toMatchObject({ sit: 2, seats: [] });
  });

  it('to all, and nobody pays: the seat stays as it is, and the days are free again', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass, [MON, TUE]);
    expect(await change(seat, DAYS)).toMatchObject({ state: 'pay', difference: 10_000 });
    app.passMinutes(31);
    await runAllJobs();
    expect((await expectCounted(campClass)).seats).toMatchObject([{ days: [MON, TUE] }]);
    expect(await changeAndPay(seat, DAYS)).toBe(10_000);
    expect(await findPaid(campClass, seat)).not.toHaveProperty('days');
    expect(await expectCounted(campClass)).toMatchObject({ sit: 1 });
  });

  it('and reads before what it costs', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass, [MON, TUE]);
    const quote = async (days: string[]) => {
      const answer = await app.as(seat.student).call('GET /moveQuotes/:cartId', {
        params: seat,
        query: { days: days.join(',') as never },
      });
      expect(answer.status).toBe(200);
      return answer.body.find(({ classId }) => classId === campClass.id);
    };
    expect(await quote([WED])).toMatchObject({ pay: 0, refund: 5_000 });
    expect(await quote([WED, THU])).toMatchObject({ pay: 0, refund: 0 });
    expect(await quote([WED, THU, FRI])).toMatchObject({ pay: 5_000 });
    expect(await quote(DAYS)).toMatchObject({ pay: 10_000 });
    expect(await quote([inDays(40)])).toBeUndefined();
  });

  it('or hears why not', async () => {
    const campClass = await buildByDay(DAYS, {
      sit: 1,
      byDay: { prices: [50], atLeast: 2 },
    });
    const seat = await buy(campClass, [MON, TUE]);
    await buy(campClass, [THU, FRI]);
    const say = async (days: string[], fields = {}) => {
      const {
        code,
        message,
        fields: wrong = {},
      } = (await change(seat, days, fields)) as never as {
        code: string;
        message: string;
        fields?: Record<string, string>;
      };
      return [code, Object.values(wrong)[0] ?? message];
    };
    expect(await say([WED])).toEqual(['invalid_input', 'Please choose at least 2 days.']);
    expect(await say([MON, inDays(40)])).toEqual([
      'invalid_input',
      `The class does not meet on ${nameDay(inDays(40))}. Please choose again.`,
    ]);
    expect(await say([MON, THU])).toEqual(['class_full', `No place is left on ${nameDay(THU)}.`]);
    expect(await say(DAYS)).toMatchObject(['class_full', expect.stringContaining(nameDay(FRI))]);
    expect((await say([MON, WED], { price: 90 }))[0]).toBe('price_changed');
    expect((await say([MON, WED], { refund: 100 }))[0]).toBe('refund_changed');
    await expectCounted(campClass, 1);
    expect(await findPaid(campClass, seat)).toMatchObject({ days: [MON, TUE] });
  });

  it('and a day that has begun stays, whoever changes the seat', async () => {
    const days = [5, 6, 9, 10, 25].map(inDays);
    const [first, second, third, fourth, far] = days as [string, string, string, string, string];
    const campClass = await buildByDay(days, { byDay: { prices: [50], atLeast: 1 }, price: 250 });
    const seat = await buy(campClass, [first, second, third]);
    app.passMinutes(5 * 24 * 60);
    const stays = `${nameDay(first)} has begun, so it stays with this seat.`;
    for (const who of [seat, { ...seat, student: admin }])
      expect(await change(who, [second, third])).toMatchObject({
        ...{ code: 'too_late_to_move', message: stays },
      });
    // It would restart the refund policy.
    expect((await change(seat, [first, second, far])).message).toContain('too late to exchange');
    expect(await changeAndPay(seat, [first, second, fourth])).toBe(0);
    // Five days before, half of it comes back.
    expect(await changeAndPay(seat, [first, second])).toBe(-2_500);
    expect(await findPaid(campClass, seat)).toMatchObject({ days: [first, second], price: 100 });
    expect(await changeAndPay(seat, [first, second, far])).toBe(5_000);
    app.passMinutes(24 * 60 + 1);
    // It is 19 days away: of it, everything comes back.
    expect(await changeAndPay(seat, [first, second])).toBe(-5_000);
    expect((await change(seat, [first])).code).toBe('too_late_to_move');
    // A day that has passed is not sold.
    app.passMinutes(4 * 24 * 60);
    expect((await change(seat, [first, second, third])).code).toBe('class_started');
    expect((await change(seat, days)).code).toBe('class_started');
    expect((await change(seat, [first, second, fourth])).status).toBe(200);
  });
});

// Rules: R648.
describe('a seat moves', () => {
  it('into some days of another class, and back to a whole one', async () => {
    const plain = await buildClass(app, { price: 80, sit: 2 });
    const campClass = await buildByDay();
    const seat = await buy(plain as never);
    expect(await change(seat, [TUE, THU], { classId: campClass.id, price: 80 })).toMatchObject({
      code: 'price_changed',
    });
    const held = await change(seat, [TUE, THU], { classId: campClass.id, price: 100 });
    expect(held).toMatchObject({ state: 'pay', difference: 2_000 });
    const paid = await payAtStripe(seat, held);
    expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
    expect((await expectCounted(campClass)).seats).toMatchObject([
      { state: 'enrolled', days: [TUE, THU], price: 100 },
    ]);
    expect(await readClass(plain)).toMatchObject({ sit: 2, seats: [] });
    expect((await move(seat, { classId: plain.id, price: 80 })).body).toMatchObject({
      ...{ state: 'moved', refund: 2_000 },
    });
    const { seats } = await readClass(plain);
    expect(seats[0]).not.toHaveProperty('days');
    for (const id of [seat.paymentId, paid])
      expect((await readPayment(id))?.items[0]).not.toHaveProperty('days');
    expect(await expectCounted(campClass)).toMatchObject({ sit: 2, seats: [] });
  });

  it('into the whole of a class that is sold by day, if no days are named', async () => {
    const [from, to] = [await buildByDay(), await buildByDay()];
    const seat = await buy(from, [MON, TUE]);
    const held = (await move(seat, { classId: to.id, price: 200 })).body;
    expect(held).toMatchObject({ state: 'pay', difference: 10_000 });
    const paid = await payAtStripe(seat, held);
    expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
    const { seats } = await expectCounted(to);
    expect(seats).toMatchObject([{ state: 'enrolled', price: 200 }]);
    expect(seats[0]).not.toHaveProperty('days');
  });
});

// Rules: R648.
it('the office changes days without charging, or asks the family to pay', async () => {
  const campClass = await buildByDay(DAYS, { byDay: { prices: [50], atLeast: 2 } });
  const seat = await buy(campClass, [MON, TUE]);
  const office = { ...seat, student: admin };
  // Also a single day.
  expect(await change(office, [MON])).toMatchObject({ state: 'moved', refund: 5_000 });
  expect(await change(office, [MON, TUE, WED])).toMatchObject({ state: 'moved', difference: 0 });
  expect(await findPaid(campClass, seat)).toMatchObject({ days: [MON, TUE, WED], price: 50 });
  const asked = await change(office, [MON, TUE, WED, THU], { charge: true });
  expect(asked).toMatchObject({ state: 'pay' });
  await expectCounted(campClass);
  const paid = await payAtStripe(seat, asked);
  expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
  expect(await findPaid(campClass, seat)).toMatchObject({ days: [MON, TUE, WED, THU], price: 200 });
});

// Rules: R648.
describe('the office asks the family to pay for other days', () => {
  const DAY = 24 * 60;

  it('until the first one that is taken away: a day that has begun stays', async () => {
    const days = [2, 3, 4, 5].map((ahead) => addDays(readToday(app.services), ahead));
    const [first, , third, fourth] = days as [string, string, string, string];
    const campClass = await buildByDay(days, { byDay: { prices: [50], atLeast: 1 } });
    const seat = await buy(campClass, [first]);
    const office = { ...seat, student: admin };
    const asked = await change(office, [third, fourth], { charge: true });
    expect(asked).toMatchObject({ state: 'pay', difference: 5_000 });
    const held = (await readClass(campClass)).seats.find(({ state }) => state === 'held');
    expect(held).toMatchObject({ heldUntil: findDayStart(first, SCHOOL.timeZone) });
    // The bank was slow: the money comes once the child has been there.
    const paid = await payAtStripe(seat, asked);
    app.passMinutes(2 * DAY);
    await recordPayment(app, seat.student, paid);
    await runAllJobs();
    expect((await expectCounted(campClass)).seats).toMatchObject([{ days: [first], price: 50 }]);
    expect(await sumBack(paid)).toBe(5_000);
    expect(await sumBack(seat.paymentId)).toBe(0);
  });

  it('while the class is sold by day: nobody is asked for the price of all of it', async () => {
    const campClass = await buildByDay();
    const seat = await buy(campClass, [MON]);
    const asked = await change({ ...seat, student: admin }, [MON, TUE], { charge: true });
    expect(asked).toMatchObject({ state: 'pay', difference: 5_000 });
    const endSale = async () => {
      const { sit, price, assign_room, course_tag, name, revision } = await readClass(campClass);
      const body = { sit, price, assign_room, course_tag, name, revision, byDay: null };
      const params = { id: campClass.id };
      return app.as(admin).call('PATCH /updateClass/:id', { params, body: body as never });
    };
    expect((await endSale()).body).toMatchObject({
      fields: { 'body.byDay': expect.stringContaining('about to pay for single days') },
    });
    const cart = await app.as(seat.student).call('GET /myclass', { query: seat.student });
    expect(cart.body).toMatchObject([{ price: 50 }]);
    const paid = await payAtStripe(seat, asked);
    expect((await recordPayment(app, seat.student, paid)).status).toBe(200);
    expect((await endSale()).status).toBe(200);
  });
});

// Rules: R648.
describe('at the same time', () => {
  it('two want the last Tuesday: one of them', async () => {
    const campClass = await buildByDay(DAYS, { sit: 1 });
    const seats = [await buy(campClass, [MON]), await buy(campClass, [WED])] as const;
    const answers = await Promise.all([
      change(seats[0], [TUE]),
      change(seats[1], [WED, TUE]),
      change(seats[0], [TUE, MON]),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await runAllJobs();
    await expectCounted(campClass, 1);
  });

  it('a change and a refund in the dashboard: no seat is left', async () => {
    for (let round = 0; round < 4; round += 1) {
      const campClass = await buildByDay();
      const seat = await buy(campClass, [MON, TUE]);
      await refundAtDashboard(seat.paymentId);
      await Promise.all([
        change(seat, round % 2 === 0 ? [WED, THU] : [WED]),
        readRefunds(seat.paymentId, app.services),
      ]);
      await runAllJobs();
      expect(await expectCounted(campClass)).toMatchObject({ sit: 2, seats: [] });
    }
  });

  it('a payment of added days and a cancellation: the seat is paid or gone, and the money is right', async () => {
    for (let round = 0; round < 4; round += 1) {
      const campClass = await buildByDay();
      const seat = await buy(campClass, [MON, TUE]);
      const difference = await payAtStripe(seat, await change(seat, [MON, TUE, WED]));
      const params = { cartId: seat.cartId };
      await Promise.all([
        settlePayment(difference, app.services),
        settlePayment(difference, app.services),
        app.as(admin).call('POST /cancellation/:cartId', { params, body: { refund: 10_000 } }),
      ]);
      await runAllJobs();
      const { seats } = await expectCounted(campClass);
      const [left] = seats;
      expect(left).toMatchObject({ state: 'enrolled', days: [MON, TUE, WED], price: 150 });
      expect(await readPayment(difference)).toMatchObject({ status: 'enrolled', kept: 5_000 });
    }
  });

  it('days are paid for after somebody else took them: the money goes back, and the seat stays', async () => {
    const campClass = await buildByDay(DAYS, { sit: 1 });
    const seat = await buy(campClass, [MON]);
    const difference = await payAtStripe(seat, await change(seat, [MON, TUE]));
    // The hold is lost, as if the server had been down for long.
    const { classes } = app.services.database.collections;
    const found = await readClass(campClass);
    await classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: found.seats.filter(({ state }) => state === 'enrolled') } },
    );
    await buy(campClass, [TUE]);
    await settlePayment(difference, app.services);
    await runAllJobs();
    expect(await findPaid(campClass, seat)).toMatchObject({ days: [MON], price: 50 });
    expect(await sumBack(difference)).toBe(5_000);
    await expectCounted(campClass, 1);
  });
});

// Rules: R648.
it('freed days go to those who wait for them, and nobody passes them', async () => {
  const campClass = await buildByDay(DAYS, { sit: 1 });
  const seat = await buy(campClass, [MON, TUE]);
  const other = await buy(campClass, [WED]);
  const waiting = await buildUser(app);
  const { id } = await buildChild(app, waiting);
  const people = [{ childId: new ObjectId(id) }];
  const entry = makeEntry({ userId: waiting._id, people, days: [TUE] });
  const { classes } = app.services.database.collections;
  await classes.updateOne({ _id: campClass._id }, { $set: { waiting: [entry] } });
  expect((await change(other, [TUE, WED])).code).toBe('class_full');
  expect(await change(seat, [MON, FRI])).toMatchObject({ state: 'moved' });
  const { seats } = await expectCounted(campClass, 1);
  expect(seats).toContainEqual(expect.objectContaining({ state: 'held', days: [TUE] }));
  expect((await change(other, [TUE])).code).toBe('class_full');
});

it('a day for which siblings wait who need two places is not added before them, except by the office', async () => {
  const campClass = await buildByDay(DAYS, { sit: 1 });
  const seat = await buy(campClass, [WED]);
  const people = [{ childId: new ObjectId() }, { childId: new ObjectId() }];
  const entry = makeEntry({ people, days: [TUE], together: true });
  const { classes } = app.services.database.collections;
  await classes.updateOne({ _id: campClass._id }, { $set: { waiting: [entry] } });
  expect((await change(seat, [TUE, WED])).code).toBe('class_full');
  expect((await change(seat, [TUE])).code).toBe('class_full');
  // Nobody waits for Thursday.
  expect(await change(seat, [THU])).toMatchObject({ state: 'moved' });
  expect(await change({ ...seat, student: admin }, [TUE])).toMatchObject({ state: 'moved' });
  await expectCounted(campClass, 1);
});

it('a seat that has other days by now is not the one that a move was for', async () => {
  const campClass = await buildByDay();
  const seat = await buy(campClass, [MON, TUE]);
  const found = await readClass(campClass);
  const [{ entry_code: entryCode, childId, seatId }] = found.seats as [EnrolledSeat];
  const from = { classId: campClass._id, entryCode, childId: childId! };
  expect(findOldSeat(found, { seatId, from: { ...from, days: [MON, TUE] } })).toBeDefined();
  for (const days of [undefined, [MON, WED]])
    expect(
      findOldSeat(found, { seatId, from: { ...from, ...(days && { days }) } }),
    ).toBeUndefined();
  expect(seat.cartId).toBe(seatId.toHexString());
});

// Rules: R648.
it('whatever the way to the same days, they cost the same, and no place is lost or sold twice', async () => {
  const someDays = fc.subarray([0, 1, 2, 3, 4], { minLength: 1 });
  const prices = fc.constantFrom<number[]>([50], [60, 110, 150], [70, 90, 100, 180], [45, 80]);
  await fc.assert(
    fc.asyncProperty(
      prices,
      fc.array(fc.tuple(fc.nat(1), someDays), { minLength: 1, maxLength: 4 }),
      async (list, changes) => {
        const campClass = await buildByDay(DAYS, { byDay: { prices: list, atLeast: 1 } });
        const seats = [await buy(campClass, [MON, TUE]), await buy(campClass)];
        const costs = [priceOfDays(campClass, 2) * 100, 20_000];
        for (const [which, places] of changes) {
          const [seat, days] = [seats[which]!, places.map((at) => DAYS[at]!)];
          const { days: before = DAYS } = (await findPaid(campClass, seat))!;
          if (before.join() === days.join()) continue;
          costs[which]! += await changeAndPay(seat, days);
          const price = days.length === 5 ? 200 : priceOfDays(campClass, days.length);
          expect(costs[which]).toBe(price * 100);
          expect(await findPaid(campClass, seat)).toMatchObject({ price });
          await expectCounted(campClass);
        }
      },
    ),
    { numRuns: 4 },
  );
}, 60_000);

slowDescribe('cut off after any write', () => {
  it('days are changed and the difference is back, or nothing has happened', async () => {
    for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
      const campClass = await buildByDay();
      const seat = await buy(campClass, [MON, TUE]);
      world.writesLeft = writes;
      await change(seat, [FRI]).catch(() => undefined);
      isCutOff = world.writesLeft < 0;
      world.writesLeft = Infinity;
      await runAllJobs();
      await runAllJobs();
      const [last] = await readMoves(seat);
      const isDone = last?.state === 'done';
      expect(last?.openSeatId, `after ${writes} writes`).toBeUndefined();
      expect((await expectCounted(campClass)).seats, `after ${writes} writes`).toMatchObject([
        isDone ? { days: [FRI], price: 50 } : { days: [MON, TUE], price: 100 },
      ]);
      expect(await sumBack(seat.paymentId)).toBe(isDone ? 5_000 : 0);
    }
  }, 120_000);

  it('days whose difference is paid are there in the end', async () => {
    for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
      const campClass = await buildByDay();
      const seat = await buy(campClass, [MON, TUE]);
      const difference = await payAtStripe(seat, await change(seat, [MON, THU, FRI]));
      world.writesLeft = writes;
      await settlePayment(difference, app.services).catch(() => undefined);
      isCutOff = world.writesLeft < 0;
      world.writesLeft = Infinity;
      await runAllJobs();
      await runAllJobs();
      expect((await expectCounted(campClass)).seats, `after ${writes} writes`).toMatchObject([
        { state: 'enrolled', days: [MON, THU, FRI], price: 150 },
      ]);
      expect(await readMoves(seat)).toMatchObject([{ state: 'done' }]);
      expect(await readPayment(difference)).toMatchObject({ status: 'enrolled', kept: 5_000 });
    }
  }, 120_000);
});
