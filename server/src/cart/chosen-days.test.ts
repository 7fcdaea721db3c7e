import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { countTakenOn } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { countFreeOn, countPlaces } from '../seats/places.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** A class that is sold by day: a family takes the days it needs. decisions/0129 */

const app = useTestApp();
const admin = useUser(app, 'admin');

const DAYS = [30, 31, 32, 33, 34].map(inDays);
const [MON, TUE, WED, THU, FRI] = DAYS as [string, string, string, string, string];

const buildByDay = (fields: Partial<ClassDocument> = {}) =>
  buildClass(app, {
    ...makeByDay(DAYS),
    sit: 2,
    byDay: { prices: [50], atLeast: 2 },
    ...fields,
  });

const read = async (id: string) => {
  const found = await app.services.database.collections.classes.findOne({ _id: new ObjectId(id) });
  return found!;
};
const readPublic = async (id: string) =>
  (await app.call('GET /classes/:id', { params: { id } })).body;

async function join(classId: string, days: string[] | undefined, price?: number) {
  const parent = await buildUser(app);
  const { id: childId } = await buildChild(app, parent);
  const body = {
    ...{ classId, childId, email: parent.email },
    ...(days && { days }),
    ...(price !== undefined && { price }),
  };
  const answer = await app.as(parent).call('POST /addClass', { body });
  return { parent, childId, answer, cartId: answer.body.cartId };
}

async function pay({ parent, cartId }: Awaited<ReturnType<typeof join>>, price: number) {
  const paymentId = await startPaymentOf(app, parent, { cartId, price });
  expect(await confirmPayment(paymentId)).toBe('succeeded');
  await recordPayment(app, parent, paymentId);
  return paymentId;
}

// Rules: R647.
describe('a family takes some days', () => {
  it('at their price, and the others stay for the next one', async () => {
    const { id } = await buildByDay();
    expect(await readPublic(id)).toMatchObject({ sit: 2, byDay: { left: [2, 2, 2, 2, 2] } });
    const joined = await join(id, [WED, MON], 100);
    expect(joined.answer.status).toBe(200);
    const cart = await app.as(joined.parent).call('GET /myclass', { query: joined.parent });
    expect(cart.body).toMatchObject([
      { price: 100, camp_start: MON, camp_end: WED, days: [MON, WED] },
    ]);
    expect(await readPublic(id)).toMatchObject({ sit: 1, byDay: { left: [1, 2, 1, 2, 2] } });
    await pay(joined, 100);
    expect(await read(id)).toMatchObject({
      sit: 1,
      seats: [{ state: 'enrolled', days: [MON, WED], price: 100 }],
    });
    // Two more days fit in beside them, and a whole seat takes the second place.
    expect((await join(id, [TUE, THU])).answer.status).toBe(200);
    expect(await readPublic(id)).toMatchObject({ sit: 1, byDay: { left: [1, 1, 1, 1, 2] } });
    expect((await join(id, undefined, 200)).answer.status).toBe(200);
    expect(await readPublic(id)).toMatchObject({ sit: 0, byDay: { left: [0, 0, 0, 0, 1] } });
    const full = await join(id, [THU, FRI]);
    expect(full.answer.body).toMatchObject({
      code: 'class_full',
      message: `No place is left on ${nameDay(THU)}.`,
    });
  });

  it('and all of them are the whole class', async () => {
    const { id } = await buildByDay();
    expect((await join(id, DAYS.toReversed(), 200)).answer.status).toBe(200);
    const { seats } = await read(id);
    expect(seats[0]).not.toHaveProperty('days');
  });

  it.each([
    [[50], 3, 150],
    [[50], 4, 200],
    [[60, 110, 150], 2, 110],
    [[60, 110, 150], 4, 200],
    [[60, 110, 120], 4, 160],
  ])(
    'prices %j: %i days cost %i, never more than the whole class',
    async (prices, count, price) => {
      const { id } = await buildByDay({ byDay: { prices, atLeast: 1 } });
      const wrong = await join(id, DAYS.slice(0, count), price + 1);
      expect(wrong.answer.body.code).toBe('price_changed');
      expect((await join(id, DAYS.slice(0, count), price)).answer.status).toBe(200);
    },
  );

  it('or hears why not', async () => {
    const { id } = await buildByDay({ byDay: { prices: [50], atLeast: 2, from: inDays(3) } });
    const say = async (classId: string, days: string[]) => {
      const { answer } = await join(classId, days);
      return [answer.body.code, Object.values(answer.body.fields ?? {})[0]];
    };
    expect(await say(id, [MON, TUE])).toEqual([
      'invalid_input',
      `Single days can be chosen from ${nameDay(inDays(3))} on. Until then, all days.`,
    ]);
    const open = await buildByDay();
    expect(await say(open.id, [MON])).toEqual(['invalid_input', 'Please choose at least 2 days.']);
    expect(await say(open.id, [MON, MON])).toEqual(['invalid_input', 'A day is there twice']);
    expect(await say(open.id, [])).toEqual(['invalid_input', 'Choose at least one day']);
    expect(await say(open.id, [MON, inDays(35)])).toEqual([
      'invalid_input',
      `The class does not meet on ${nameDay(inDays(35))}. Please choose again.`,
    ]);
    const plain = await buildClass(app, { days: DAYS, camp_start: MON, camp_end: FRI });
    expect(await say(plain.id, [MON, TUE])).toEqual([
      'invalid_input',
      'This class is only sold as a whole.',
    ]);
    const [now, ...later] = [-1, 1, 2, 3].map(inDays) as [string, string, string, string];
    const running = await buildByDay({
      days: [now, ...later],
      camp_start: now,
      camp_end: later[2],
    });
    expect(await say(running.id, [now, later[0]!])).toEqual(['class_started', undefined]);
    expect((await join(running.id, undefined)).answer.body.code).toBe('class_started');
    expect((await join(running.id, later.slice(0, 2))).answer.status).toBe(200);
  });

  it('and papers, the calendar and the day list go by them', async () => {
    const today = inDays(0);
    const days = [today, ...[1, 2, 3, 4].map(inDays)];
    const { id } = await buildByDay({ days, camp_start: today, camp_end: inDays(4) });
    const chosen = [inDays(1), inDays(3)];
    const joined = await join(id, chosen, 100);
    const paymentId = await pay(joined, 100);
    const { parent, childId } = joined;
    const { body: receipt } = await app.as(parent).call('GET /receipts/:paymentId', {
      params: { paymentId },
    });
    const [first, last] = chosen;
    const theirs = { camp_start: first, camp_end: last, days: chosen };
    expect(receipt.items).toMatchObject([theirs]);
    const { body: courses } = await app
      .as(parent)
      .call('GET /myEnrolledClass', { query: { email: parent.email } });
    expect(courses).toMatchObject([theirs]);
    for (const day of days) {
      const list = await app
        .as(admin)
        .call('GET /dayList/:classId/:day', { params: { classId: id, day } });
      const expected = chosen.includes(day) ? [childId] : [];
      expect(list.body.people.map(({ personId }) => personId)).toEqual(expected);
    }
    const attendance = await app.as(parent).call('GET /myAttendance');
    expect(attendance.body.map((one) => one.days.map(({ day }) => day))).toEqual([chosen]);
    // The day has begun, and the search finds what can still be taken.
    expect(await readPublic(id)).toMatchObject({ byDay: { left: [2, 1, 2, 1, 2] } });
  });

  it('and find a class of which only single days are left', async () => {
    const name = 'Only Tuesdays';
    const { id } = await buildByDay({ name, sit: 1 });
    const isFound = async () => {
      const { body } = await app.call('GET /classes', { query: { free: 'true', search: name } });
      return body.some(({ _id }) => _id === id);
    };
    await join(id, [MON, WED]);
    expect(await readPublic(id)).toMatchObject({ sit: 0, byDay: { left: [0, 1, 0, 1, 1] } });
    expect(await isFound()).toBe(true);
    await join(id, [TUE, THU]);
    // One day is less than a family takes at least.
    expect(await isFound()).toBe(false);
  });

  it('and pays too late for one of them: the money goes back, and no seat has a part of the days', async () => {
    const { id } = await buildByDay({ sit: 1 });
    const late = await join(id, [MON, WED], 100);
    const paymentId = await startPaymentOf(app, late.parent, { cartId: late.cartId, price: 100 });
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    // Its hold is gone, as if the server had been down for long.
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: new ObjectId(id) }, { $set: { seats: [], sit: 1 } });
    expect((await join(id, [WED, THU])).answer.status).toBe(200);
    await recordPayment(app, late.parent, paymentId);
    const { seats } = await read(id);
    expect(seats).toMatchObject([{ state: 'held', days: [WED, THU] }]);
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 10_000 }]);
  });

  it('while many want the same: no day is oversold, and nobody gets a part of their days', async () => {
    const { id } = await buildByDay({ sit: 3, byDay: { prices: [50], atLeast: 1 } });
    const wishes = Array.from({ length: 24 }, (_none, place) =>
      place % 5 === 0 ? undefined : DAYS.filter((_day, at) => (place + at) % 3 !== 0),
    );
    const answers = await Promise.all(wishes.map((days) => join(id, days)));
    const { seats, ...found } = await read(id);
    const got = answers.filter(({ answer }) => answer.status === 200);
    expect(seats).toHaveLength(got.length);
    expect(countPlaces({ ...found, seats })).toBe(3);
    for (const day of listClassDays(found)) {
      expect(countTakenOn(seats, day)).toBeLessThanOrEqual(3);
      expect(countTakenOn(seats, day) + countFreeOn({ ...found, seats }, day)).toBe(3);
    }
    for (const seat of seats.filter(({ days }) => days)) expect(wishes).toContainEqual(seat.days);
    // Somebody stood at the last place of a day.
    expect(answers.some(({ answer }) => answer.body.code === 'class_full')).toBe(true);
  });
});

// Rules: R650.
describe('the office', () => {
  let family: { id: string; childId: string };
  beforeAll(async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    family = { id: parent._id.toHexString(), childId: child.id };
  });

  it('sells a single day, also before days are sold', async () => {
    const { id } = await buildByDay({ byDay: { prices: [50], atLeast: 2, from: inDays(3) } });
    const quote = await app.as(admin).call('GET /families/:id/seatPrice', {
      params: { id: family.id },
      query: { classId: id, childId: family.childId, days: '1' as never },
    });
    expect(quote.body).toMatchObject({ price: 50 });
    const body = { classId: id, childId: family.childId, until: inDays(5), days: [THU] };
    const answer = await app
      .as(admin)
      .call('POST /families/:id/seats', { params: { id: family.id }, body });
    expect(answer.status).toBe(200);
    expect(await read(id)).toMatchObject({
      sit: 1,
      seats: [{ days: [THU], reserved: { price: 50 } }],
    });
  });
});

// Rules: R647.
describe('an admin', () => {
  it('keeps a day that somebody has chosen, and says what a class by day costs', async () => {
    const { id } = await buildByDay();
    await join(id, [MON, WED]);
    const change = async (fields: object) => {
      const { sit, price, assign_room, course_tag, name, byDay, revision } = await read(id);
      const body = { sit, price, assign_room, course_tag, name, byDay, revision, ...fields };
      const answer = await app
        .as(admin)
        .call('PATCH /updateClass/:id', { params: { id }, body: body as never });
      return Object.values(answer.body.fields ?? {})[0] ?? answer.status;
    };
    const without = (day: string) => {
      const days = DAYS.filter((one) => one !== day);
      return { days, camp_start: days[0], camp_end: days.at(-1) };
    };
    expect(await change(without(WED))).toBe(
      `Somebody has chosen ${nameDay(WED)}: this day stays until their seat is changed or canceled`,
    );
    expect(await change(without(TUE))).toBe(200);
    expect(await change({ byDay: { prices: [60, 50], atLeast: 1 } })).toBe(
      'More days can’t cost less than fewer',
    );
    expect(await change({ byDay: { prices: [250], atLeast: 1 } })).toBe(
      'Some days can’t cost more than the whole class',
    );
    expect(await change({ byDay: { prices: [50], atLeast: 9 } })).toBe('The class has only 4 days');
    expect(await change({ byDay: null })).toBe(200);
    // What somebody has stays, and their days are still counted.
    expect(await read(id)).toMatchObject({ sit: 1, seats: [{ days: [MON, WED] }] });
  });
});
