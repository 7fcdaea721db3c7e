import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../../database/user-documents.ts';
import { deliverMails } from '../deliver.ts';
import { runJobs } from '../../jobs/jobs.ts';
import { buildUser, proveSignIn, useUser } from '../../testing/factories.ts';
import { findTraces } from '../../testing/find-traces.ts';
import { listMailsTo, readMailTo } from '../../testing/mails.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { KEEP_MESSAGES_DAYS } from './contact.service.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
beforeEach(async () => {
  const { contactMessages, outbox } = app.services.database.collections;
  await contactMessages.deleteMany({});
  await outbox.deleteMany({});
});

const VISITOR = { name: 'Rosa', email: 'rosa@example.test' };

/** Writes with the contact form. @returns the message's id */
async function write(message: string, writer: UserDocument | undefined): Promise<string> {
  const { name, email } = writer ?? VISITOR;
  const caller = writer ? app.as(writer) : app;
  await caller.call('POST /contact', { body: { name, email, message } });
  return find(message);
}

async function find(message: string): Promise<string> {
  const { body } = await app.as(admin).call('GET /contactMessages');
  return body.find((one) => one.message === message)?._id ?? '';
}
const reply = (id: string, text: string, replyId = randomUUID(), seen?: string[]) =>
  app.as(admin).call('POST /contactMessages/:id/replies', {
    ...{ params: { id }, body: { text, replyId, ...(seen && { seen }) } },
  });
const readThread = async (id: string) =>
  (await app.as(admin).call('GET /contactMessages/:id', { params: { id } })).body;

// Rules: R311.
describe('a reply to a message', () => {
  it('is emailed to its sender once, and the thread says who replied, when, and what became of it', async () => {
    const id = await write('Is there a bus?', undefined);
    const replyId = randomUUID();
    await Promise.all([reply(id, 'Yes, at 8.', replyId), reply(id, 'Yes, at 8.', replyId)]);
    await reply(id, 'It leaves at the gate.');
    await listMailsTo(app, VISITOR);

    const thread = await readThread(id);
    expect(thread).toMatchObject({ ...VISITOR, accountId: null });
    expect(thread.messages).toMatchObject([
      {
        ...{ _id: id, message: 'Is there a bus?', isDone: true, doneBy: admin.email },
        replies: [
          { text: 'Yes, at 8.', by: admin.email, mail: { state: 'queued' } },
          { text: 'It leaves at the gate.' },
        ],
      },
    ]);
    const [listed] = (await app.as(admin).call('GET /contactMessages')).body;
    expect(listed).toMatchObject({ isDone: true, replies: 2 });
    const { events } = app.services.database.collections;
    await events.updateMany({ type: 'reply to message' }, { $set: { mailDue: true } });
    expect(await listMailsTo(app, VISITOR)).toHaveLength(2);
  });

  it('is in the audit log without its text and without the sender', async () => {
    const id = await write('Is there a bus?', undefined);
    await reply(id, 'Yes, at 8.');
    const query = { action: 'reply to message' as const, size: 1 };
    const log = JSON.stringify((await app.as(admin).call('GET /auditLog', { query })).body);
    expect(log).toContain(id);
    expect(log).not.toMatch(/at 8|rosa@/);
  });

  it('does not send a stranger’s words to an address that nobody has confirmed', async () => {
    const id = await write('Buy pills at https://spam.example', undefined);
    await reply(id, 'We do not know you.');
    const read = await readMailTo(app, VISITOR, 'contact reply');
    expect(read?.props).toMatchObject({ reply: 'We do not know you.', message: null });
  });

  it('that has HTML and line breaks in a name arrives as text, with one header of each kind', async () => {
    const { mailer } = app.services;
    const name = 'Rosa\u2028Bcc: all@example.test';
    await app.call('POST /contact', { body: { ...VISITOR, name, message: '<b>x</b>' } });
    const [message] = (await app.as(admin).call('GET /contactMessages')).body;
    await reply(message?._id ?? '', '<script>alert(1)</script>\r\nBcc: all@example.test');
    await listMailsTo(app, VISITOR);
    const sent: { html: string; subject: string; to: unknown }[] = [];
    await deliverMails({
      ...app.services,
      mailer: {
        ...mailer,
        send: (mail: { html: string; subject: string; to: unknown }) => {
          sent.push(mail);
          return Promise.resolve({ result: 'sent' as const });
        },
      } as NonNullable<typeof mailer>,
    });
    const mail = sent.find(({ to }) => JSON.stringify(to).includes(VISITOR.email));
    expect(mail?.subject).toBe('Our reply to your message');
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).not.toContain('<script>');
  });

  it('must be of 1 to 4,000 characters, to a message that is there', async () => {
    const id = await write('Hello', undefined);
    expect((await reply(id, 'x'.repeat(4_001))).body.code).toBe('invalid_input');
    expect((await reply(id, ' ')).body.code).toBe('invalid_input');
    expect((await reply('0'.repeat(24), 'Hi')).body.code).toBe('not_found');
  });
});

describe('what somebody writes with their confirmed address', () => {
  it('is one thread, and a reply answers all of it that the admin saw', async () => {
    const parent = await buildUser(app);
    const first = await write('Is there a bus?', parent);
    const second = await write('And back?', parent);
    // Anybody can give this address.
    const { name, email } = parent;
    await app.call('POST /contact', { body: { name, email, message: 'I am not me' } });
    const strange = await find('I am not me');
    await reply(second, 'Both ways.', randomUUID(), [first, second, strange]);
    const thread = await readThread(first);
    expect(thread.accountId).toBe(parent._id.toHexString());
    expect(thread.messages).toMatchObject([
      { message: 'Is there a bus?', isDone: true, replies: [] },
      { message: 'And back?', isDone: true, replies: [{ text: 'Both ways.' }] },
    ]);
    expect(await readThread(strange)).toMatchObject({
      ...{ accountId: null, messages: [{ message: 'I am not me', isDone: false }] },
    });
    const read = await readMailTo(app, parent, 'contact reply');
    expect(read?.props).toMatchObject({ reply: 'Both ways.', message: 'And back?' });
  });

  it('stays open if it arrived while an admin wrote the reply, also if the browser sends that again', async () => {
    const parent = await buildUser(app);
    const first = await write('Is there a bus?', parent);
    await write('Mia is ill', parent);
    const replyId = randomUUID();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await reply(first, 'Yes.', replyId, [first])).status).toBe(200);
    expect((await readThread(first)).messages).toMatchObject([
      { message: 'Is there a bus?', isDone: true, replies: [{ text: 'Yes.' }] },
      { message: 'Mia is ill', isDone: false, doneBy: null },
    ]);
    // An older page does not say what it showed.
    await reply(await write('And back?', parent), 'Yes, too.');
    const open = await app.as(admin).call('GET /contactMessages', { query: { done: 'false' } });
    expect(open.body.map(({ message }) => message)).toEqual(['Mia is ill']);
  });

  it('is in their download with the replies, and all of it goes with their account', async () => {
    const parent = await buildUser(app);
    await reply(await write('Is there a bus?', parent), 'Only on Zebradays.');
    await listMailsTo(app, parent);
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    const own = await app.as(parent).call('POST /myData', { body });
    expect(own.body.messages).toMatchObject([{ replies: [{ text: 'Only on Zebradays.' }] }]);
    expect((await app.as(parent).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await findTraces(app, 'Zebradays')).toEqual([]);
  });
});

it('replies go with their message after its time', async () => {
  const id = await write('Is there a bus?', undefined);
  await reply(id, 'Only on Zebradays.');
  await listMailsTo(app, VISITOR);
  app.passMinutes((KEEP_MESSAGES_DAYS + 1) * 24 * 60);
  await runJobs(app.services);
  expect(await findTraces(app, 'Zebradays')).toEqual([]);
  expect(await findTraces(app, VISITOR.email)).toEqual([]);
});
