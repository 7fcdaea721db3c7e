import { ObjectId } from 'mongodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { buildUser } from '../testing/factories.ts';
import { buildLine, makeWritten } from '../testing/outbox-line.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeOptOutLinks } from './my-mail.ts';

const DAY_MS = 24 * 60 * 60_000;

const app = useTestApp();
let admin: UserDocument;
let rosa: UserDocument;
beforeAll(async () => {
  admin = await buildUser(app, 'admin');
  rosa = { ...(await buildUser(app)), name: 'Rosa (Mary) O’Neill' };
});
beforeEach(() => app.services.database.collections.outbox.deleteMany({}));

const read = async (query: object = {}) =>
  (await app.as(admin).call('GET /outbox', { query })).body.map(({ _id }) => _id);
const open = (id: string) => app.as(admin).call('GET /outbox/:id', { params: { id } });
const retry = (id: string) => app.as(admin).call('POST /outbox/:id/retry', { params: { id } });
const reload = (_id: string) => app.services.database.collections.outbox.findOne({ _id });
const daysAgo = (days: number) => new Date(app.services.now().getTime() - days * DAY_MS);

// Rules: R81.
describe('the outbox', () => {
  it('lists emails newest first, without their content', async () => {
    const old = await buildLine(app, rosa, { createdAt: daysAgo(2) });
    const young = await buildLine(app, rosa);
    const { body } = await app.as(admin).call('GET /outbox');
    expect(body.map(({ _id }) => _id)).toEqual([young._id, old._id]);
    expect(body[0]).toEqual({
      _id: young._id,
      kind: 'paid',
      to: { name: rosa.name, address: rosa.email },
      subject: 'You are enrolled',
      state: 'sent',
      isEssential: true,
      attempts: 1,
      lastError: null,
      createdAt: young.createdAt.toISOString(),
      nextAt: null,
      sentAt: young.createdAt.toISOString(),
    });
  });

  it('is filtered by state and kind, and finds a recipient’s name, an address and a subject', async () => {
    const failed = await buildLine(app, rosa, { state: 'failed' });
    const welcome = await buildLine(app, admin, {
      cause: { kind: 'welcome' },
      subject: 'Welcome to the school (at last)',
    });
    expect(await read({ state: 'failed' })).toEqual([failed._id]);
    expect(await read({ kind: 'welcome' })).toEqual([welcome._id]);
    expect(await read({ kind: 'welcome', state: 'failed' })).toEqual([]);
    expect(await read({ search: 'o’neill' })).toEqual([failed._id]);
    expect(await read({ search: rosa.email.toUpperCase() })).toEqual([failed._id]);
    expect(await read({ search: 'welcome' })).toEqual([welcome._id]);
  });

  it('takes every character of a search as itself', async () => {
    const line = await buildLine(app, rosa);
    expect(await read({ search: 'Rosa (Mary)' })).toEqual([line._id]);
    for (const search of ['.*', 'R.sa', '(M|X)', '[a-z]', '^R', '\\', '$', '(a+)+$'])
      expect(await read({ search }), search).toEqual([]);
  });

  it('counts all matches, even if it shows only one of them', async () => {
    for (let made = 0; made < 3; made += 1) await buildLine(app, rosa, { state: 'failed' });
    await buildLine(app, rosa);
    const query = { state: 'failed' as const, size: 1 };
    const { body, headers } = await app.as(admin).call('GET /outbox', { query });
    expect([body.length, headers['x-total-count']]).toEqual([1, '3']);
  });

  it('never shows all of it at once, and finds no emails that are older than a year', async () => {
    const lines = await buildLine(app, rosa);
    const { outbox } = app.services.database.collections;
    await outbox.insertMany(
      Array.from({ length: 120 }, (_none, index) => ({ ...lines, _id: `copy-${index}` })),
    );
    await buildLine(app, rosa, { createdAt: daysAgo(366) });
    const { body, headers } = await app.as(admin).call('GET /outbox');
    expect([body.length, headers['x-total-count']]).toEqual([100, '122']);
    expect(await read({ page: 2 })).toHaveLength(22);
    expect(await read({ search: 'Rosa', page: 2 })).toHaveLength(21);
  });

  it('refuses a state, a kind and an order that do not exist', async () => {
    for (const query of [{ state: 'lost' }, { kind: 'advert' }, { sort: 'text' }, { size: 101 }])
      expect(
        (await app.as(admin).call('GET /outbox', { query: query as never })).status,
        JSON.stringify(query),
      ).toBe(400);
  });
});

describe('an email', () => {
  it('is shown with its content', async () => {
    const { _id, written } = await buildLine(app, rosa);
    expect((await open(_id)).body).toMatchObject({
      _id,
      content: written?.content,
      text: written?.text,
      attachments: written?.attachments,
    });
  });

  it('gives an admin no link that turns emails off for its recipient', async () => {
    const links = makeOptOutLinks(rosa._id, 'reminder', app.services);
    const link = `https://camp.example${links?.page}`;
    const written = { ...makeWritten('Soon'), text: `Tomorrow!\n\nTurn off: ${link}\nBye` };
    const { _id } = await buildLine(app, rosa, { written });
    const { text } = (await open(_id)).body;
    expect(text).toBe('Tomorrow!\n\nTurn off: https://camp.example/emails/turn-off?token=…\nBye');
  });

  it('has no content before it is written', async () => {
    const { _id } = await buildLine(app, rosa, { state: 'queued', sentAt: undefined });
    await app.services.database.collections.outbox.updateOne(
      { _id },
      { $unset: { written: '', subject: '' } },
    );
    expect((await open(_id)).body).toMatchObject({
      subject: '',
      content: null,
      text: null,
      attachments: [],
    });
  });

  it('that does not exist is not found, and a text that is no id is refused', async () => {
    for (const call of [open, retry]) {
      expect((await call('paid-pi_nobody')).body.code).toBe('not_found');
      for (const id of ['a.b', '$where', '{"$ne":1}', 'x'.repeat(201), 'a\u0000'])
        expect((await call(id)).body.code, id).toBe('invalid_input');
    }
  });
});

describe('Retry', () => {
  it('puts a failed email back into the queue with the same text, and rings the bell', async () => {
    const line = await buildLine(app, rosa, {
      state: 'failed',
      attempts: 6,
      lastError: 'Mailbox full',
      sentAt: undefined,
    });
    let rings = 0;
    app.services.mailBell.on('ring', () => void (rings += 1));
    expect((await retry(line._id)).status).toBe(200);
    app.services.mailBell.removeAllListeners();

    const again = await reload(line._id);
    expect(again).toMatchObject({
      state: 'queued',
      attempts: 0,
      written: line.written,
      notAfter: line.notAfter,
    });
    expect(again).not.toHaveProperty('lastError');
    expect(again?.nextAt?.getTime()).toBeLessThanOrEqual(app.services.now().getTime());
    expect(rings).toBe(1);
  });

  it('sends one again that was sent', async () => {
    const line = await buildLine(app, rosa, { state: 'sent', attempts: 1 });
    expect((await retry(line._id)).status).toBe(200);
    const again = await reload(line._id);
    expect(again).toMatchObject({ state: 'queued', attempts: 0, written: line.written });
  });

  it('refuses a sent reminder of a class that has begun', async () => {
    const seat = { classId: new ObjectId(), seatId: new ObjectId() };
    const line = await buildLine(app, rosa, {
      cause: { kind: 'reminder', ...seat, days: 1, campStart: '2027-07-05' },
      state: 'sent',
      notAfter: daysAgo(1),
    });
    expect((await retry(line._id)).body.code).toBe('mail_out_of_date');
    expect(await reload(line._id)).toEqual(line);
  });

  it.each(['queued', 'sending', 'stale'] as const)('refuses one that is %s', async (state) => {
    const { _id } = await buildLine(app, rosa, { state });
    const before = await reload(_id);
    expect((await retry(_id)).body.code).toBe('mail_not_done');
    expect(await reload(_id)).toEqual(before);
  });

  it('by two admins at once tries it once', async () => {
    const { _id } = await buildLine(app, rosa, { state: 'failed' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('gives an email whose time has passed one more day', async () => {
    const { _id } = await buildLine(app, rosa, { state: 'failed', notAfter: daysAgo(1) });
    await retry(_id);
    const notAfter = (await reload(_id))?.notAfter.getTime() ?? 0;
    const now = app.services.now().getTime();
    expect(notAfter - now).toBeGreaterThan(0.9 * DAY_MS);
    expect(notAfter - now).toBeLessThanOrEqual(DAY_MS);
  });

  it('gives a late reminder no more time, because it would say tomorrow when it means today', async () => {
    const seat = { classId: new ObjectId(), seatId: new ObjectId() };
    const line = await buildLine(app, rosa, {
      cause: { kind: 'reminder', ...seat, days: 1, campStart: '2027-07-05' },
      state: 'failed',
      notAfter: daysAgo(1),
    });
    await retry(line._id);
    expect(await reload(line._id)).toMatchObject({ state: 'queued', notAfter: line.notAfter });
  });
});

describe('Dismiss', () => {
  const dismiss = (id: string) =>
    app.as(admin).call('POST /outbox/:id/dismiss', { params: { id } });

  it('takes a failed email out of the failed ones, and its recipient still reads it', async () => {
    const { _id } = await buildLine(app, rosa, { state: 'failed', lastError: 'No such mailbox' });
    expect((await dismiss(_id)).status).toBe(200);
    expect(await reload(_id)).toMatchObject({ state: 'stale', lastError: 'No such mailbox' });
    const { body } = await app.as(rosa).call('GET /myMessages');
    expect(body.map((message) => message._id)).toContain(_id);
    expect((await retry(_id)).body.code).toBe('mail_not_done');
  });

  it('refuses one that has not failed', async () => {
    const { _id } = await buildLine(app, rosa, { state: 'queued' });
    expect((await dismiss(_id)).body.code).toBe('mail_not_failed');
    expect((await dismiss('paid-pi_unknown')).body.code).toBe('not_found');
    expect((await reload(_id))?.state).toBe('queued');
  });
});
