import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { useHookReceiver } from '../testing/hook-receiver.ts';
import { useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { addDeliveries } from './add-deliveries.ts';
import { deliverHooks, MAX_HOOK_TRIES } from './deliver-hooks.ts';
import { startDelivering } from './start-delivering.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const app = useTestApp();
const second = useSecondServer(app);
const program = useHookReceiver();
let director: UserDocument;
let id: string;
let secret: string;

const collections = () => app.services.database.collections;

beforeEach(async () => {
  await addDeliveries(app.services);
  await Promise.all([
    collections().webhooks.deleteMany({}),
    collections().webhookDeliveries.deleteMany({}),
  ]);
  director = await buildUser(app, 'admin');
  ({ _id: id, secret } = (await make()).body);
  Object.assign(program, { received: [], answer: 204 });
});

const make = (url = program.url) =>
  app.as(director).call('POST /webhooks', { body: { name: 'Bookkeeping', url } });
const sendTest = async () => {
  const { status } = await app.as(director).call('POST /webhooks/:id/test', { params: { id } });
  expect(status).toBe(200);
};
const deliver = () => deliverHooks(app.services);
const readAll = async (of = id) =>
  (await app.as(director).call('GET /webhooks/:id/deliveries', { params: { id: of } })).body;
const readWebhook = async () => (await app.as(director).call('GET /webhooks')).body[0];

// Rules: R514, R515.
it('a program that uses public libraries only hears of a seat, trusts it, and reads who sits there', async () => {
  const body = { name: 'Badges', kind: 'rosters' as const, until: inDays(9) };
  const { key } = (await app.as(director).call('POST /apiKeys', { body })).body;
  const { cartId, student } = await buildEnrolledSeat(app, await buildClass(app));
  await addDeliveries(app.services);
  await deliver();

  const messages = program.received.map((hook) => program.verify(hook, secret));
  const created = messages.find(({ type }) => type === 'enrollment.created');
  const { classId } = created?.data as { classId: string };
  const answer = await fetch(`${app.url}/api/classRoster/${classId}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(await answer.json()).toMatchObject([{ cartId, email: student.email }]);
  const [first] = program.received;
  expect(() => program.verify(first!, `whsec_${'A'.repeat(43)}=`)).toThrow();
  expect(() => program.verify({ ...first!, body: `${first!.body} ` }, secret)).toThrow();
});

describe('a delivery that fails', () => {
  it('is tried again with longer and longer waits, for two days, and then given up', async () => {
    program.answer = 500;
    await sendTest();
    const waits: number[] = [];
    for (let tries = 1; tries < MAX_HOOK_TRIES; tries += 1) {
      await deliver();
      expect(program.received).toHaveLength(tries);
      const [line] = await readAll();
      expect(line).toMatchObject({ state: 'waiting', attempts: tries, status: 500 });
      const wait = Math.round(
        (Date.parse(line?.nextAt ?? '') - Date.parse(line!.triedAt!)) / 60_000,
      );
      waits.push(wait);
      app.passMinutes(wait - 1);
      await deliver();
      expect(program.received).toHaveLength(tries);
      app.passMinutes(2);
    }
    await deliver();
    expect(await readAll()).toMatchObject([
      { state: 'failed', attempts: MAX_HOOK_TRIES, nextAt: null, problem: 'It answered 500.' },
    ]);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(1.9 * DAY_MINUTES);
    app.passMinutes(3 * DAY_MINUTES);
    await deliver();
    expect(program.received).toHaveLength(MAX_HOOK_TRIES);
    // The program recognizes all of them as one message.
    expect(new Set(program.received.map((hook) => `${hook.id} ${hook.body}`)).size).toBe(1);
  });

  it('arrives at a later try, and the webhook counts as working again', async () => {
    program.answer = 503;
    await sendTest();
    await deliver();
    expect((await readWebhook())?.failingSince).not.toBeNull();
    program.answer = 200;
    app.passMinutes(2);
    await deliver();
    expect(await readAll()).toMatchObject([
      { state: 'delivered', attempts: 2, status: 200, problem: '' },
    ]);
    expect((await readWebhook())?.failingSince).toBeNull();
  });

  it('does not hold up other webhooks, and a redirect is not followed', async () => {
    const other = (await make()).body._id;
    await collections().webhooks.updateOne(
      { _id: new ObjectId(other) },
      { $set: { url: 'http://127.0.0.1:1/nobody' } },
    );
    program.answer = 302;
    await app.as(director).call('POST /webhooks/:id/test', { params: { id: other } });
    await sendTest();
    await deliver();
    expect(program.received.map(({ path }) => path)).toEqual(['/hook']);
    const [moved] = await readAll();
    expect(moved).toMatchObject({ state: 'waiting', status: 302 });
    expect(moved?.problem).toMatch(/redirect/);
    expect(await readAll(other)).toMatchObject([{ state: 'waiting', status: null }]);
  });

  it('switches its webhook off after three days, and a test that arrives switches it on', async () => {
    program.answer = 500;
    await sendTest();
    await deliver();
    app.passMinutes(3 * DAY_MINUTES + 1);
    await sendTest();
    await deliver();
    expect((await readWebhook())?.offSince).not.toBeNull();
    const states = (await readAll()).map(({ state }) => state);
    expect(states).toEqual(['failed', 'failed']);
    expect(await readAuditLog(app, { action: 'switch off webhook' })).toMatchObject([
      { who: 'system', target: 'Bookkeeping' },
    ]);
    await buildEnrolledSeat(app, await buildClass(app));
    await addDeliveries(app.services);
    expect(await readAll()).toHaveLength(2);

    program.answer = 204;
    await sendTest();
    await deliver();
    expect(await readWebhook()).toMatchObject({ offSince: null, failingSince: null });
    await buildEnrolledSeat(app, await buildClass(app));
    await addDeliveries(app.services);
    expect((await readAll()).length).toBeGreaterThan(3);
  });
});

it('a director sends a delivery again: the same message, once more', async () => {
  await sendTest();
  await deliver();
  const [line] = await readAll();
  const params = { id, deliveryId: line!._id };
  const again = 'POST /webhooks/:id/deliveries/:deliveryId';
  expect((await app.as(director).call(again, { params })).status).toBe(200);
  await deliver();
  const [first, other] = program.received;
  expect(program.received).toHaveLength(2);
  expect([other?.id, other?.body]).toEqual([first?.id, first?.body]);
  expect(first?.id).toBe(line!._id);
  const stranger = { ...params, id: new ObjectId().toHexString() };
  expect((await app.as(director).call(again, { params: stranger })).status).toBe(404);
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a server that dies after %i writes between event and delivery loses nothing',
  async (writes) => {
    const { cartId } = await buildEnrolledSeat(app, await buildClass(app));
    await addDeliveries(killAfter(app.services, writes)).catch(() => undefined);
    await addDeliveries(app.services);
    await deliver();
    const created = program.received.filter(({ body }) => body.includes('enrollment.created'));
    expect(created.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toMatchObject([
      { cartId },
    ]);
  },
);

it('a server that dies while it sends has it sent again, as the same message', async () => {
  await sendTest();
  // It has claimed the try, and nobody hears what became of it.
  await deliverHooks({
    ...app.services,
    webhookSender: {
      ...app.services.webhookSender,
      send: () => Promise.reject(new Error('killed')),
    },
  }).catch(() => undefined);
  await deliverHooks(second.services);
  expect(program.received).toEqual([]);
  app.passMinutes(2);
  await deliver();
  expect(await readAll()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

it('two servers at once send each message once', async () => {
  const { services } = second;
  await buildEnrolledSeat(app, await buildClass(app));
  for (let i = 0; i < 8; i += 1) await sendTest();
  await Promise.all([addDeliveries(app.services), addDeliveries(services)]);
  // The second server's clock is not moved, and nothing is due later than the first one's.
  const now = app.services.now;
  await Promise.all([deliver(), deliverHooks({ ...services, now }), deliver()]);
  const ids = program.received.map((hook) => hook.id);
  expect(ids.length).toBeGreaterThan(9);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a server delivers by itself, and stops', async () => {
  await sendTest();
  const stop = startDelivering(app.services);
  try {
    await expect.poll(() => program.received.length).toBe(1);
  } finally {
    await stop();
  }
});
