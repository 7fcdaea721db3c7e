import { describe, expect, it } from 'vitest';
import { addDueMails } from '../messages/add-due-mails.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildChild,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { buildFullClass, joinList, readClass, readOffers } from '../testing/waiting.ts';

const app = useTestApp();

/** What a person does with an entry. @returns `ok`, or the code of the refusal */
async function act(
  person: { email: string },
  waitId: string,
  call:
    | 'DELETE /waiting/:waitId'
    | 'POST /waiting/:waitId/decline'
    | 'POST /waiting/:waitId/stillWanted',
) {
  const { status, body } = await app.as(person).call(call, { params: { waitId } });
  return status === 200 ? 'ok' : body.code;
}

async function readOwn(person: { email: string }) {
  const { body } = await app.as(person).call('GET /myWaiting');
  return body.map(({ state, position }) => `${state} ${position}`);
}

/** The emails about offers are out, or have failed for good. */
async function endMails(state: 'sent' | 'failed' = 'sent') {
  await addDueMails(app.services);
  await app.services.database.collections.outbox.updateMany(
    { 'cause.kind': 'seat offered', state: 'queued' },
    { $set: { state, ...(state === 'sent' && { sentAt: app.services.now() }) } },
  );
  await runJobs(app.services);
}

// Rules: R151, R152, R153.
describe('an offer', () => {
  it('goes to the first, costs what it cost on its day, and is paid like any held seat', async () => {
    const campClass = await buildFullClass(app, { price: 40 });
    const [first, second] = [await buildUser(app), await buildUser(app)];
    await joinList(app, first, campClass);
    await joinList(app, second, campClass);
    await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([first.email]);
    expect(await readOwn(second)).toEqual(['waiting 1']);

    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 70 } },
    );
    const { body } = await app.as(first).call('GET /myWaiting');
    expect(body).toMatchObject([{ state: 'offered', price: 40, until: null, position: null }]);
    const cartId = body[0]?.cartIds[0] ?? '';
    const paymentId = await startPaymentOf(app, first, { cartId, price: 40 });
    await confirmPayment(paymentId);
    expect((await recordPayment(app, first, paymentId)).status).toBe(200);
    expect(await readOwn(first)).toEqual([]);
    expect((await readClass(app, campClass)).demand).toEqual({ asked: 2, offered: 1, enrolled: 1 });
  });

  it('that is declined goes to the next, and nobody else can decline it', async () => {
    const campClass = await buildFullClass(app);
    const [first, second] = [await buildUser(app), await buildUser(app)];
    const waitId = await joinList(app, first, campClass);
    await joinList(app, second, campClass);
    await campClass.free();
    expect(await act(second, waitId, 'POST /waiting/:waitId/decline')).toBe('not_found');
    expect(await readOffers(app, campClass)).toEqual([first.email]);
    // A payment that was begun is ended first.
    const { body } = await app.as(first).call('GET /myWaiting');
    await startPaymentOf(app, first, {
      cartId: body[0]?.cartIds[0] ?? '',
      price: campClass.price,
    });
    expect(await act(first, waitId, 'POST /waiting/:waitId/decline')).toBe('ok');
    expect(await readOffers(app, campClass)).toEqual([second.email]);
    expect(await readOwn(first)).toEqual([]);
    expect(await act(first, waitId, 'POST /waiting/:waitId/decline')).toBe('not_found');
  });

  it('can’t be declined after it was paid', async () => {
    const campClass = await buildFullClass(app, { price: 40 });
    const first = await buildUser(app);
    const waitId = await joinList(app, first, campClass);
    await campClass.free();
    const { body } = await app.as(first).call('GET /myWaiting');
    const cartId = body[0]?.cartIds[0] ?? '';
    await confirmPayment(await startPaymentOf(app, first, { cartId, price: 40 }));
    // Nobody has told the server about the payment yet.
    expect(await act(first, waitId, 'POST /waiting/:waitId/decline')).toBe('already_joined');
    expect((await readClass(app, campClass)).seats).toMatchObject([{ state: 'enrolled' }]);
  });

  it('begins when its email is out, and ends by day', async () => {
    const campClass = await buildFullClass(app, { camp_start: inDays(60), camp_end: inDays(64) });
    const first = await buildUser(app);
    await joinList(app, first, campClass);
    await campClass.free();
    app.passMinutes(3 * 24 * 60);
    await runJobs(app.services);
    expect(await readOwn(first)).toEqual(['offered null']);

    await endMails();
    const { body } = await app.as(first).call('GET /myWaiting');
    const until = new Date(body[0]?.until ?? 0);
    const hours = (until.getTime() - app.services.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(37);
    const hour = Number(until.toLocaleString('en-GB', { hour: '2-digit', timeZone: 'Asia/Dhaka' }));
    expect(hour).toBeGreaterThanOrEqual(8);
    expect(hour).toBeLessThanOrEqual(20);
  });

  it('begins too if its email could not be sent', async () => {
    const campClass = await buildFullClass(app);
    const first = await buildUser(app);
    await joinList(app, first, campClass);
    await campClass.free();
    await addDueMails(app.services);
    await runJobs(app.services);
    expect((await app.as(first).call('GET /myWaiting')).body[0]?.until).toBeNull();
    await endMails('failed');
    expect((await app.as(first).call('GET /myWaiting')).body[0]?.until).not.toBeNull();
  });

  it('that ran out goes to the next; who lost it keeps the place, once they say so', async () => {
    const campClass = await buildFullClass(app, { camp_start: inDays(90), camp_end: inDays(94) });
    const [first, second] = [await buildUser(app), await buildUser(app)];
    const waitId = await joinList(app, first, campClass);
    await joinList(app, second, campClass);
    await campClass.free();
    await endMails();
    app.passMinutes(40 * 60);
    await runJobs(app.services);
    expect(await readOffers(app, campClass)).toEqual([second.email]);
    expect(await readOwn(first)).toEqual(['paused null']);
    const third = await buildUser(app);
    await joinList(app, third, campClass);
    expect(await readOwn(third)).toEqual(['waiting 1']);

    expect(await act(third, waitId, 'POST /waiting/:waitId/stillWanted')).toBe('not_found');
    expect(await act(first, waitId, 'POST /waiting/:waitId/stillWanted')).toBe('ok');
    expect(await readOwn(first)).toEqual(['waiting 1']);
    expect(await readOwn(third)).toEqual(['waiting 2']);
  });
});

describe('a place on the list', () => {
  it('is left by its owner only, and seats kept for it go to the next', async () => {
    const campClass = await buildFullClass(app, {}, 2);
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const childIds = [await buildChild(app, parent), await buildChild(app, parent)].map(
      ({ id }) => id,
    );
    const waitId = await joinList(app, parent, campClass, { childIds });
    await joinList(app, other, campClass);
    await campClass.free();
    expect(await readOwn(parent)).toEqual(['kept 1']);
    expect(await readOffers(app, campClass)).toEqual([]);

    expect(await act(other, waitId, 'DELETE /waiting/:waitId')).toBe('not_found');
    expect(await readOwn(parent)).toEqual(['kept 1']);
    expect(await act(parent, waitId, 'DELETE /waiting/:waitId')).toBe('ok');
    expect(await readOwn(parent)).toEqual([]);
    expect(await readOffers(app, campClass)).toEqual([other.email]);
    expect(await act(parent, waitId, 'DELETE /waiting/:waitId')).toBe('not_found');
  });

  it('has a seat kept for a day only; then it goes to those behind', async () => {
    const campClass = await buildFullClass(app, {}, 2);
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const childIds = [await buildChild(app, parent), await buildChild(app, parent)].map(
      ({ id }) => id,
    );
    await joinList(app, parent, campClass, { childIds });
    await joinList(app, other, campClass);
    await campClass.free();
    await runJobs(app.services);
    expect(await readOffers(app, campClass)).toEqual([]);
    const { classes } = app.services.database.collections;
    const { seats } = await readClass(app, campClass);
    // Otherwise it would run out too.
    const heldUntil = new Date(app.services.now().getTime() + 3 * 86_400_000);
    await classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: seats.map((seat) => ({ ...seat, heldUntil })) } },
    );
    app.passMinutes(25 * 60);
    await runJobs(app.services);
    expect(await readOffers(app, campClass)).toEqual([other.email]);
    expect(await readOwn(parent)).toEqual(['waiting 1']);
  });
});
