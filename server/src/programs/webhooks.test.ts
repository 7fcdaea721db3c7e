import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { relayEvents } from '../events/relay.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildEnrolledSeat, buildTeacher, buildUser } from '../testing/factories.ts';
import { useHookReceiver } from '../testing/hook-receiver.ts';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDeliveries } from './add-deliveries.ts';
import { deliverHooks } from './deliver-hooks.ts';

const app = useTestApp();
const program = useHookReceiver();
const { buildMove, moveTo } = createMoves(() => app);
let director: UserDocument;
let webhook: { _id: string; secret: string };

beforeEach(async () => {
  const { webhooks, webhookDeliveries } = app.services.database.collections;
  await work();
  await Promise.all([webhooks.deleteMany({}), webhookDeliveries.deleteMany({})]);
  director = await buildUser(app, 'admin');
  webhook = (await make()).body;
  Object.assign(program, { received: [], answer: 204 });
});

const make = (url = program.url, name = 'Bookkeeping') =>
  app.as(director).call('POST /webhooks', { body: { name, url } });
const list = async () => (await app.as(director).call('GET /webhooks')).body;

/** What the server does by itself every few seconds. */
async function work(): Promise<void> {
  await addDeliveries(app.services);
  await deliverHooks(app.services);
}

/** What the program has received, of these types. */
async function receive(...types: string[]) {
  await work();
  return program.received
    .map((hook) => program.verify(hook, webhook.secret))
    .filter(({ type }) => types.includes(type))
    .map(({ type, data }) => ({ type, data }));
}

// Rules: R514, R516.
describe('a program hears', () => {
  it('of a payment and its seats, once, however often the events tell of it', async () => {
    const campClass = await buildClass(app, { price: 60 });
    const { cartId, paymentId } = await buildEnrolledSeat(app, campClass);
    const expected = [
      {
        type: 'payment.succeeded',
        data: {
          paymentId,
          amount: 6_000,
          currency: 'USD',
          method: 'card',
          classIds: [campClass.id],
        },
      },
      { type: 'enrollment.created', data: { cartId, classId: campClass.id } },
    ];
    expect(await receive('payment.succeeded', 'enrollment.created')).toEqual(
      expect.arrayContaining(expected),
    );
    await refundAtDashboard(paymentId);
    await readRefunds(paymentId, app.services);
    await runJobs(app.services);
    expect(await receive('payment.succeeded', 'enrollment.created')).toHaveLength(2);
    expect(await receive('payment.refunded', 'enrollment.ended')).toEqual(
      expect.arrayContaining([
        { type: 'payment.refunded', data: { paymentId, amount: 6_000, currency: 'USD' } },
        { type: 'enrollment.ended', data: { cartId, classId: campClass.id } },
      ]),
    );
  });

  it('of a seat of a free class, without a payment', async () => {
    const campClass = await buildClass(app, { price: 0 });
    const student = await buildUser(app);
    const body = { classId: campClass.id, email: student.email };
    const { cartId } = (await app.as(student).call('POST /addClass', { body })).body;
    expect(await receive('payment.succeeded', 'enrollment.created')).toEqual([
      { type: 'enrollment.created', data: { cartId, classId: campClass.id } },
    ]);
  });

  it('that the free seat of somebody who is removed has ended, also one that moved there from a class with a price', async () => {
    const campClass = await buildClass(app, { price: 0 });
    const student = await buildUser(app);
    const body = { classId: campClass.id, email: student.email };
    const { cartId } = (await app.as(student).call('POST /addClass', { body })).body;
    const moved = await buildMove(0);
    await moveTo(moved, moved.to);
    for (const { email } of [student, moved.student])
      await app.as(director).call('DELETE /removeuser', { query: { email } });
    await runJobs(app.services);
    expect(await receive('enrollment.ended')).toEqual(
      [
        { cartId, classId: campClass.id },
        { cartId: moved.cartId, classId: moved.to.id },
      ].map((data) => ({ type: 'enrollment.ended', data })),
    );
  });

  it('that a seat moved, with both classes', async () => {
    const seat = await buildMove(60);
    await moveTo(seat, seat.to);
    const data = { cartId: seat.cartId, classId: seat.to.id, fromClassId: seat.from.id };
    expect(await receive('enrollment.moved')).toEqual([{ type: 'enrollment.moved', data }]);
  });

  it('of classes that are added, changed and canceled with everybody in them', async () => {
    const teacher = await buildTeacher(app, `Teacher ${Date.now()}`);
    const facts = { name: 'Kites', course_tag: 'KTE', camp_start: inDays(9), camp_end: inDays(12) };
    const rest = { sit: 4, price: 60, assign_room: 3, details: '', image: '/pictures/a.webp' };
    const added = { ...facts, ...rest, instructor_email: teacher.email };
    const { insertedId: id } = (await app.as(director).call('POST /addCourse', { body: added }))
      .body;
    const { cartId } = await buildEnrolledSeat(app, { id, price: 60 });
    const change = { ...facts, ...rest, name: 'Big Kites', places: 5, inst_email: teacher.email };
    const { image: _image, details: _details, ...changed } = change;
    const changing = { params: { id }, body: { ...changed, revision: 0 } };
    expect((await app.as(director).call('PATCH /updateClass/:id', changing)).status).toBe(200);
    const cancel = { note: 'Rain', message: 'Sorry', confirm_affected: 1 };
    const canceling = { params: { id }, body: cancel };
    const answer = await app.as(director).call('POST /cancelClass/:id', canceling as never);
    expect(answer.status).toBe(200);
    await runJobs(app.services);
    const heard = await receive('class.created', 'class.changed', 'class.canceled');
    expect(heard.map(({ type }) => type).sort()).toEqual([
      ...['class.canceled', 'class.changed', 'class.created'],
    ]);
    expect(heard[0]?.data).toEqual({ classId: id, ...facts, name: 'Big Kites' });
    expect(await receive('enrollment.ended')).toEqual([
      { type: 'enrollment.ended', data: { cartId, classId: id } },
    ]);
  });
});

it('a message has ids, and no name, address or reason', async () => {
  const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
  await refundAtDashboard(paymentId);
  await readRefunds(paymentId, app.services);
  await runJobs(app.services);
  await work();
  const { webhookDeliveries } = app.services.database.collections;
  const texts = (await webhookDeliveries.find().toArray()).map(({ body }) => body);
  expect(texts.length).toBeGreaterThan(3);
  const fields = texts.flatMap((text) => Object.keys((JSON.parse(text) as { data: object }).data));
  expect([...new Set(fields)].sort()).toEqual([
    ...['amount', 'cartId', 'classId', 'classIds', 'currency', 'method', 'paymentId'],
  ]);
  for (const text of texts) {
    expect(text).not.toContain(student.email);
    expect(text).not.toContain(student.name);
    expect(text).not.toContain(student._id.toHexString());
  }
});

it('news go once both the mailer and the webhooks are done with them', async () => {
  const { paymentId } = await buildEnrolledSeat(app, await buildClass(app));
  const { events } = app.services.database.collections;
  const news = { type: 'payment ended' as const, 'data.paymentId': paymentId };
  await relayEvents(app.services);
  const before = (await app.as(director).call('GET /auditLog', { query: { size: 1 } })).headers;
  await addDueMails(app.services);
  expect(await events.countDocuments(news)).toBe(1);
  const between = (await app.as(director).call('GET /auditLog', { query: { size: 1 } })).headers;
  expect(between['x-total-count']).toBe(before['x-total-count']);
  await addDeliveries(app.services);
  expect(await events.countDocuments(news)).toBe(0);
  const other = await buildEnrolledSeat(app, await buildClass(app));
  const otherNews = { ...news, 'data.paymentId': other.paymentId };
  await addDeliveries(app.services);
  expect(await events.countDocuments(otherNews)).toBe(1);
  await addDueMails(app.services);
  expect(await events.countDocuments(otherNews)).toBe(0);
});

describe('a director', () => {
  it('makes a webhook whose secret nobody sees again, and removes it', async () => {
    expect(webhook.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await list()).toMatchObject([{ name: 'Bookkeeping', url: program.url, offSince: null }]);
    const { _id: id } = webhook;
    await app.as(director).call('POST /webhooks/:id/test', { params: { id } });
    const texts = JSON.stringify([await list(), await readAuditLog(app)]);
    expect(texts).not.toContain(webhook.secret);
    expect((await app.as(director).call('DELETE /webhooks/:id', { params: { id } })).status).toBe(
      200,
    );
    const { webhookDeliveries } = app.services.database.collections;
    expect([await list(), await webhookDeliveries.countDocuments()]).toEqual([[], 0]);
    const host = new URL(program.url).host;
    expect(await readAuditLog(app, { who: director.email })).toMatchObject([
      { action: 'make webhook', target: 'Bookkeeping', after: { host } },
      { action: 'remove webhook', target: 'Bookkeeping', before: { host } },
    ]);
  });

  it.each([
    ['http://program.example/hook', /https/],
    ['https://10.0.0.8/hook', /private/],
    ['https://[::ffff:10.0.0.8]/', /private/],
    ['https://169.254.169.254/latest/meta-data', /private/],
    ['https://0x0a000001/', /private/],
    ['https://me:word@program.example/', /password/],
    ['ftp://program.example/', /https/],
    ['program.example', /address/],
  ])('can’t give the address %s', async (url, problem) => {
    const { status, body } = await make(url);
    expect(status).toBe(400);
    expect(body.fields?.['body.url']).toMatch(problem);
  });

  it('makes ten at most', async () => {
    for (let made = 1; made < 10; made += 1) expect((await make()).status).toBe(200);
    expect((await make()).body.code).toBe('too_many_webhooks');
  });
});
