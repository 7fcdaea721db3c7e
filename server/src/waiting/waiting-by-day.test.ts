import { nameDay } from '@speakifyr/contract/format.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { readMailTo } from '../testing/mails.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { joinList, readClass, readOffers } from '../testing/waiting.ts';

/** A waiting list is for the whole class, or for days of a class that is sold by day. */

const app = useTestApp();
const admin = useUser(app, 'admin');

const DAYS = [30, 31, 32, 33, 34].map(inDays) as [string, string, string, string, string];
const [MON, TUE, WED, THU, FRI] = DAYS;

/** A class with one place on each day. */
const buildByDay = (fields: Partial<ClassDocument> = {}) =>
  buildClass(app, { ...makeByDay(fields.days ?? DAYS), sit: 1, ...fields });
type ByDay = Awaited<ReturnType<typeof buildByDay>>;

/** Somebody holds some days. @returns how they give them back */
async function hold({ id }: ByDay, days?: string[]) {
  const user = await buildUser(app);
  const body = { classId: id, email: user.email, ...(days && { days }) };
  const answer = await app.as(user).call('POST /addClass', { body });
  expect(answer.status).toBe(200);
  const params = { cartId: answer.body.cartId };
  return () => app.as(user).call('DELETE /addClass/:cartId', { params, query: { classId: id } });
}

async function tryToWait(
  { id }: ByDay,
  { days, children = 0, together }: { days?: string[]; children?: number; together?: boolean },
) {
  const parent = await buildUser(app);
  const childIds: string[] = [];
  for (let count = 0; count < children; count += 1)
    childIds.push((await buildChild(app, parent)).id);
  const body = {
    ...(children > 0 && { childIds }),
    ...(days && { days }),
    ...(together !== undefined && { together }),
  };
  const { status, body: said } = await app
    .as(parent)
    .call('POST /waiting/:classId', { params: { classId: id }, body });
  if (status === 200) return 'joined';
  return `${said.code}: ${Object.values(said.fields ?? {})[0] ?? said.message}`;
}

async function wait(campClass: ByDay, days?: string[]) {
  const user = await buildUser(app);
  const waitId = await joinList(app, user, campClass, { ...(days && { days }) });
  return { ...user, waitId };
}

const readOwn = async (user: { email: string }) => (await app.as(user).call('GET /myWaiting')).body;

const readOfficeList = async ({ id }: ByDay) =>
  (await app.as(admin).call('GET /classWaiting/:classId', { params: { classId: id } })).body;

// Rules: R649.
describe('a waiting list is for the whole class or for chosen days', () => {
  it('and says which days, at what they cost', async () => {
    const campClass = await buildByDay();
    await hold(campClass);
    const [two, whole] = [await wait(campClass, [WED, MON]), await wait(campClass)];
    expect(await readOwn(two)).toMatchObject([
      { camp_start: MON, camp_end: WED, days: [MON, WED], price: 100, position: 1, total: 2 },
    ]);
    expect(await readOwn(whole)).toMatchObject([
      { camp_start: MON, camp_end: FRI, price: 200, position: 2 },
    ]);
    const { entries } = await readOfficeList(campClass);
    expect(entries.map(({ days }) => days)).toEqual([[MON, WED], undefined]);
    expect(await readMailTo(app, two, 'waiting joined')).toMatchObject({
      props: { campClass: { camp_start: MON, camp_end: WED, days: [MON, WED] } },
    });
  });

  it('whose days are all of them waits for the class, and a free day is nothing to wait for', async () => {
    const campClass = await buildByDay({ sit: 2 });
    await hold(campClass, [MON, TUE]);
    await hold(campClass, [MON]);
    const say = (wish: Parameters<typeof tryToWait>[1]) => tryToWait(campClass, wish);
    expect(await say({ days: [WED] })).toBe(
      `seats_free: Nobody has to wait for these days: ${nameDay(WED)}.`,
    );
    expect(await say({ days: [TUE], children: 2, together: false })).toBe(
      `seats_free: On these days there is one free seat: ${nameDay(TUE)}. Join with one of you now, then the others can wait.`,
    );
    expect(await say({ days: [TUE], children: 2 })).toBe('joined');
    expect(await say({ days: [MON, WED] })).toBe('joined');
    expect(await say({ days: DAYS.toReversed() })).toBe('joined');
    const { waiting } = await readClass(app, campClass);
    expect(waiting?.map(({ days }) => days)).toEqual([[TUE], [MON, WED], undefined]);
  });

  it('or hears why not', async () => {
    const [gone, today, ...later] = [-1, 0, 1, 8, 9].map(inDays);
    const campClass = await buildByDay({
      days: [gone!, today!, ...later.slice(0, 2)] as string[],
      byDay: { prices: [50], atLeast: 1 },
    });
    const say = (days?: string[]) => tryToWait(campClass, { ...(days && { days }) });
    await hold(campClass, [later[0]!, later[1]!]);
    expect(await say([gone!, later[1]!])).toMatch(/^class_started/);
    expect(await say()).toMatch(/^class_started/);
    expect(await say([later[0]!, later[1]!])).toMatch(/^class_full: The first of these days is/);
    expect(await say([later[2]!])).toMatch(/^invalid_input: The class does not meet/);
    expect(await say([later[1]!])).toBe('joined');
    const plain = await buildByDay({ byDay: null, sit: 0 });
    expect(await tryToWait(plain, { days: [MON] })).toBe(
      'invalid_input: This class is only sold as a whole.',
    );
    const soon = await buildByDay({ byDay: { prices: [50], atLeast: 2, from: inDays(3) } });
    await hold(soon);
    expect(await tryToWait(soon, { days: [MON, TUE] })).toMatch(/^invalid_input: Single days can/);
    expect(await tryToWait(soon, {})).toBe('joined');
  });

  it('of which the office sells a single day, also before families can choose', async () => {
    const campClass = await buildByDay({ byDay: { prices: [50], atLeast: 2, from: inDays(3) } });
    await hold(campClass);
    const parent = await buildUser(app);
    const { id } = await buildChild(app, parent);
    const answer = await app.as(admin).call('POST /families/:id/waiting', {
      params: { id: parent._id.toHexString() },
      body: { classId: campClass.id, childIds: [id], days: [THU] },
    });
    expect(answer.body).toMatchObject({ position: 1 });
    expect((await readClass(app, campClass)).waiting).toMatchObject([{ days: [THU] }]);
    const [line] = await readAuditLog(app, { action: 'put on waiting list' });
    expect(line).toMatchObject({ after: { days: [THU] } });
  });
});

// Rules: R649.
describe('an entry for days', () => {
  it('ends once its first day has begun, with an email; those for later days go on', async () => {
    const days = [-1, 0, 1, 8, 9].map(inDays);
    const campClass = await buildByDay({ days });
    const [begun, later] = [await buildUser(app), await buildUser(app)];
    const whole = await buildUser(app);
    const makeWaiting = ({ _id: userId }: { _id: ObjectId }, wanted?: string[]) => ({
      waitId: new ObjectId(),
      ...{ userId, people: [{}], together: true, priority: 0, lapses: 0, joinedAt: new Date() },
      ...(wanted && { days: wanted }),
    });
    await hold(campClass, [days[2]!, days[3]!]);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      {
        $set: {
          waiting: [
            makeWaiting(begun, [days[0]!, days[3]!]),
            makeWaiting(later, [days[3]!]),
            makeWaiting(whole),
          ],
        },
      },
    );
    await runJobs(app.services);
    const { waiting } = await readClass(app, campClass);
    expect(waiting?.map(({ userId }) => userId)).toEqual([later._id]);
    const read = (who: { email: string }) => readMailTo(app, who, 'waiting closed');
    expect(await read(begun)).toMatchObject({ props: { why: 'begun' } });
    expect(await read(whole)).toMatchObject({ props: { why: 'started' } });
  });

  it('keeps its days in the class, and the class sold by day', async () => {
    const campClass = await buildByDay();
    await hold(campClass, [WED]);
    const one = await wait(campClass, [WED]);
    const change = async (fields: object) => {
      const { sit, price, assign_room, course_tag, name, byDay, revision } = await readClass(
        app,
        campClass,
      );
      const body = { sit, price, assign_room, course_tag, name, byDay, revision, ...fields };
      const params = { id: campClass.id };
      const answer = await app.as(admin).call('PATCH /updateClass/:id', { params, body } as never);
      return Object.values((answer.body as { fields?: object }).fields ?? {})[0] ?? answer.status;
    };
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: [], sit: 0 } },
    );
    const days = DAYS.filter((day) => day !== WED);
    expect(await change({ days, camp_start: MON, camp_end: FRI })).toBe(
      `Somebody waits for ${nameDay(WED)}: this day stays while they are on the waiting list`,
    );
    const STAYS =
      'Somebody waits for single days of this class: it is sold by day while they are on the waiting list';
    expect(await change({ byDay: null })).toBe(STAYS);
    // Nor while it is offered to them: if they don't take it, they wait again.
    expect(await change({ places: 1 })).toBe(200);
    expect(await readOffers(app, campClass)).toEqual([one.email]);
    expect(await change({ byDay: null })).toBe(STAYS);
    await app.as(one).call('POST /waiting/:waitId/decline', { params: one });
    expect(await change({ byDay: null })).toBe(200);
  });
});

// Rules: R649.
describe('a freed day', () => {
  it('goes to the first all of whose days are free; who is passed over keeps the place', async () => {
    const campClass = await buildByDay();
    const freeMonday = await hold(campClass, [MON, TUE]);
    const freeRest = await hold(campClass, [WED, THU, FRI]);
    const [whole, monday, late] = [
      await wait(campClass),
      await wait(campClass, [MON]),
      await wait(campClass, [MON, TUE]),
    ];
    await freeMonday();
    expect(await readOffers(app, campClass)).toEqual([monday.email]);
    const { body } = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    // Nobody waits for Tuesday alone, so everybody can have it.
    expect(body).toMatchObject({ sit: 0, waiting: 2, byDay: { left: [0, 1, 0, 0, 0] } });
    expect(await readOwn(whole)).toMatchObject([{ position: 1, state: 'waiting' }]);
    expect(await readOwn(late)).toMatchObject([{ position: 2, state: 'waiting' }]);
    expect(await readOwn(monday)).toMatchObject([
      { state: 'offered', camp_start: MON, camp_end: MON, price: 50 },
    ]);
    await freeRest();
    expect(await readOffers(app, campClass)).toEqual([monday.email]);
    await app.as(monday).call('POST /waiting/:waitId/decline', { params: monday });
    expect(await readOffers(app, campClass)).toEqual([whole.email]);
  });

  it('is offered by email at its price, held for its days, and paid', async () => {
    const campClass = await buildByDay({ name: 'Kites' });
    const free = await hold(campClass, [MON, WED]);
    const one = await wait(campClass, [WED]);
    await free();
    expect(await readMailTo(app, one, 'seat offered')).toMatchObject({
      props: { campClass: { camp_start: WED, camp_end: WED }, prices: [50] },
    });
    const cart = await app.as(one).call('GET /myclass', { query: one });
    expect(cart.body).toMatchObject([{ price: 50, camp_start: WED, camp_end: WED }]);
    const { _id: cartId = '' } = cart.body[0] ?? {};
    const paymentId = await startPaymentOf(app, one, { cartId, price: 50 });
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    await recordPayment(app, one, paymentId);
    expect((await readClass(app, campClass)).seats).toMatchObject([
      { state: 'enrolled', days: [WED], price: 50 },
    ]);
  });

  it('that an admin adds with a place, or offers now, goes to those days', async () => {
    const campClass = await buildByDay();
    await hold(campClass);
    const [first, second] = [await wait(campClass, [MON, TUE]), await wait(campClass, [TUE])];
    const offerNow = () =>
      app.as(admin).call('POST /classWaiting/:classId/:waitId/offer', {
        params: { classId: campClass.id, waitId: second.waitId },
      });
    expect((await offerNow()).body.code).toBe('class_full');
    const found = await readClass(app, campClass);
    const { sit, price, assign_room, course_tag, name, revision } = found;
    const saved = await app.as(admin).call('PATCH /updateClass/:id', {
      params: { id: campClass.id },
      body: { sit, price, assign_room, course_tag, name, revision, places: 2 } as never,
    });
    expect(saved.status).toBe(200);
    expect(await readOffers(app, campClass)).toEqual([first.email]);
    const { seats, ...after } = await readClass(app, campClass);
    expect(after).toMatchObject({ sit: 0, waiting: [{ days: [TUE] }] });
    expect(seats.map(({ days }) => days)).toEqual([undefined, [MON, TUE]]);
    await app.as(first).call('POST /waiting/:waitId/decline', { params: first });
    expect(await readOffers(app, campClass)).toEqual([second.email]);
  });

  it('that is offered first to who an admin says, before their turn', async () => {
    const campClass = await buildByDay();
    const free = await hold(campClass, [MON, TUE]);
    const held = await hold(campClass, [WED, THU, FRI]);
    const [whole, monday] = [await wait(campClass), await wait(campClass, [MON, WED])];
    await free();
    expect(await readOffers(app, campClass)).toEqual([]);
    await held();
    expect(await readOffers(app, campClass)).toEqual([whole.email]);
    await app.as(admin).call('PATCH /classWaiting/:classId/:waitId', {
      params: { classId: campClass.id, waitId: monday.waitId },
      body: { priority: 5 },
    });
    await app.as(whole).call('POST /waiting/:waitId/decline', { params: whole });
    expect(await readOffers(app, campClass)).toEqual([monday.email]);
  });

  it('of a class that has begun is offered with the time before that day', async () => {
    const days = [-1, 0, 9].map(inDays);
    const campClass = await buildByDay({ days });
    const free = await hold(campClass, [days[2]!]);
    const one = await wait(campClass, [days[2]!]);
    await free();
    expect(await readOffers(app, campClass)).toEqual([one.email]);
    const told = await readMailTo(app, one, 'seat offered');
    const { until } = told?.props as { until: Date };
    await app.services.database.collections.outbox.updateMany(
      { 'cause.kind': 'seat offered', state: 'queued' },
      { $set: { state: 'sent', sentAt: app.services.now() } },
    );
    await runJobs(app.services);
    const [offer] = await readOwn(one);
    const hours = (end: Date | string) => (+new Date(end) - +app.services.now()) / 3_600_000;
    expect(hours(offer!.until!)).toBeGreaterThan(12);
    expect(hours(until)).toBeGreaterThan(12);
    await app.as(one).call('POST /waiting/:waitId/decline', { params: one });
  });

  it('goes on to the next when its offer runs out, and its entry waits for the same days', async () => {
    const campClass = await buildByDay();
    const free = await hold(campClass, [TUE]);
    const [first, second] = [await wait(campClass, [TUE]), await wait(campClass, [TUE])];
    await free();
    await addDueMails(app.services);
    await app.services.database.collections.outbox.updateMany(
      { 'cause.kind': 'seat offered', state: 'queued' },
      { $set: { state: 'sent', sentAt: app.services.now() } },
    );
    await runJobs(app.services);
    app.passMinutes(40 * 60);
    await runJobs(app.services);
    expect(await readOffers(app, campClass)).toEqual([second.email]);
    expect(await readOwn(first)).toMatchObject([{ state: 'paused', camp_start: TUE, price: 50 }]);
    expect((await readClass(app, campClass)).waiting).toMatchObject([
      { days: [TUE], isPaused: true },
    ]);
  });

  it('is given to nobody who holds another class on it', async () => {
    const [campClass, other] = [await buildByDay(), await buildByDay({ sit: 3 })];
    const free = await hold(campClass, [MON, TUE]);
    const parent = await buildUser(app);
    await joinList(app, parent, campClass, { days: [MON] });
    const body = { classId: other.id, email: parent.email, days: [TUE, WED] };
    const held = await app.as(parent).call('POST /addClass', { body });
    expect(held.status).toBe(200);
    const [clashing, next] = [await buildUser(app), await wait(campClass, [TUE])];
    await joinList(app, clashing, campClass, { days: [MON, TUE] });
    await free();
    // Tuesday of the other class is not Monday of this one.
    expect(await readOffers(app, campClass)).toEqual([parent.email, next.email]);
  });
});
