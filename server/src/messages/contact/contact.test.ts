import { beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '../../jobs/jobs.ts';
import { buildUser, proveSignIn, useUser } from '../../testing/factories.ts';
import { startTestApp, useTestApp } from '../../testing/test-app.ts';
import { inDays } from '../../testing/today.ts';
import { KEEP_MESSAGES_DAYS } from './contact.service.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
beforeEach(() => app.services.database.collections.contactMessages.deleteMany({}));

const QUESTION = { name: 'Rosa', email: 'Rosa@Example.test', message: 'Is there a bus?' };

const write = (body: object = {}) => app.call('POST /contact', { body: { ...QUESTION, ...body } });
const readInbox = (query: object = {}) => app.as(admin).call('GET /contactMessages', { query });

// Rules: R75.
describe('the contact form', () => {
  it('brings what a visitor writes into the admins’ inbox, newest first', async () => {
    expect((await write()).status).toBe(200);
    await write({ message: 'And a second one' });

    const { body } = await readInbox();
    expect(body).toMatchObject([
      { message: 'And a second one' },
      { ...QUESTION, email: 'rosa@example.test', isDone: false, doneBy: null },
    ]);
    expect((await readInbox({ search: 'BUS' })).body).toMatchObject(
      [QUESTION.message].map((message) => ({ message })),
    );
  });

  it.each([
    ['name', ' '],
    ['email', 'rosa'],
    ['message', ''],
    ['message', 'x'.repeat(4_001)],
  ])('refuses a wrong %s', async (field, value) => {
    const { status, body } = await write({ [field]: value });
    expect(status).toBe(400);
    expect(body).toHaveProperty(['fields', `body.${field}`]);
    expect((await readInbox()).body).toEqual([]);
  });

  it('silently drops a message with the field that only programs fill in', async () => {
    const { status, body } = await write({ website: 'https://spam.example' });
    expect([status, body]).toEqual([200, { status: true }]);
    expect((await readInbox()).body).toEqual([]);
  });

  it('takes MESSAGES_PER_HOUR good messages from one address, and says when there is room again', async () => {
    const strict = await startTestApp(() => ({}), { MESSAGES_PER_HOUR: '2' });
    try {
      const send = () => strict.call('POST /contact', { body: QUESTION });
      const statuses = [await send(), await send(), await send()].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 429]);
      const { headers } = await send();
      expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    } finally {
      await strict.close();
    }
  });
});

describe('the inbox', () => {
  it('an admin marks a message as done, and as open again', async () => {
    await write();
    const [message] = (await readInbox()).body;
    const mark = (isDone: boolean, id = message?._id ?? '') =>
      app.as(admin).call('PATCH /contactMessages/:id', { params: { id }, body: { isDone } });

    expect((await mark(true)).status).toBe(200);
    expect((await readInbox({ done: false })).body).toEqual([]);
    expect((await readInbox({ done: true })).body).toMatchObject([{ doneBy: admin.email }]);
    await mark(false);
    expect((await readInbox({ done: false })).body).toMatchObject([{ doneBy: null }]);
    expect((await mark(true, '0'.repeat(24))).status).toBe(404);
  });

  it(`a job deletes messages after ${KEEP_MESSAGES_DAYS} days`, async () => {
    const { contactMessages } = app.services.database.collections;
    await write({ message: 'old' });
    await contactMessages.updateMany(
      {},
      { $set: { at: new Date(inDays(-KEEP_MESSAGES_DAYS - 1)) } },
    );
    await write({ message: 'young' });
    await runJobs(app.services);
    // The inbox would not show it in any case.
    expect(await contactMessages.find({}).toArray()).toMatchObject([{ message: 'young' }]);
  });
});

describe('the messages of a person', () => {
  it('are in their download, and go with their account', async () => {
    const student = await buildUser(app);
    await write({ email: student.email });
    await write();
    const body = { email: student.email, idToken: await proveSignIn(student) };

    const own = await app.as(student).call('POST /myData', { body });
    expect(own.body.messages).toMatchObject([{ message: QUESTION.message }]);
    expect((await app.as(student).call('DELETE /myAccount', { body })).status).toBe(200);
    expect((await readInbox()).body).toMatchObject([{ email: 'rosa@example.test' }]);
  });

  it('are not for somebody who has only signed up with their address', async () => {
    const student = await buildUser(app);
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: student._id }, { $set: { isVerified: false } });
    await write({ email: student.email });
    const body = { email: student.email, idToken: await proveSignIn(student) };

    const own = await app.as(student).call('POST /myData', { body });
    expect(own.body.messages).toEqual([]);
    expect((await app.as(student).call('DELETE /myAccount', { body })).status).toBe(200);
    expect((await readInbox()).body).toHaveLength(1);
  });
});
