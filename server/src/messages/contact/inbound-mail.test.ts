import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../../database/user-documents.ts';
import type { OutgoingMail } from '../../outside/smtp.ts';
import { buildUser, useUser } from '../../testing/factories.ts';
import { mergeAccounts } from '../../testing/merging.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { addDueMails } from '../add-due-mails.ts';
import { deliverMails } from '../deliver.ts';

const KEY = 'the-key-of-the-mail-provider';
const app = useTestApp(undefined, {
  INBOUND_MAIL_DOMAIN: 'reply.camp.example',
  INBOUND_MAIL_KEY: KEY,
  MESSAGES_PER_HOUR: '10',
});
const without = useTestApp();
const admin = useUser(app, 'admin');
let parent: UserDocument;
beforeEach(async () => {
  const { contactMessages, outbox } = app.services.database.collections;
  await contactMessages.deleteMany({});
  await outbox.deleteMany({});
  parent = await buildUser(app);
});

const idOf = ({ _id }: { _id: UserDocument['_id'] }) => _id.toHexString();
const write = (text = 'Is Mia coming?', about = parent, replyId: string = randomUUID()) =>
  app.as(admin).call('POST /families/:id/messages', {
    params: { id: idOf(about) },
    body: { text, replyId },
  });

async function send(): Promise<OutgoingMail[]> {
  await addDueMails(app.services);
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: (mail: OutgoingMail) => {
      sent.push(mail);
      return Promise.resolve({ result: 'sent' as const });
    },
    check: () => Promise.resolve(undefined),
  };
  await deliverMails({ ...app.services, mailer });
  return sent;
}

/** The school writes to a family. @returns where its answer goes */
async function readAddress(about = parent): Promise<string> {
  expect(await write('Is Mia coming?', about)).toMatchObject({ status: 200 });
  const mail = (await send()).find(({ to }) => to.address === about.email);
  return mail?.replyTo?.address ?? '';
}

type Mail = Record<string, string>;

/** As the provider posts it. */
function post(mail: Mail, { headers = {}, on = app }: { headers?: Mail; on?: typeof app } = {}) {
  const timestamp = String(Math.floor(app.services.now().getTime() / 1000));
  const token = randomUUID().repeat(2);
  const signature = createHmac('sha256', KEY)
    .update(timestamp + token)
    .digest('hex');
  const all = { 'Message-Id': `<${randomUUID()}@mail.example>`, ...headers };
  const form = {
    ...{ timestamp, token, signature, sender: parent.email, from: `Ruth <${parent.email}>` },
    ...{ 'message-headers': JSON.stringify(Object.entries(all)), ...mail },
  };
  return on.http.post('/api/inboundMail').type('form').send(form);
}

const readInbox = async () => (await app.as(admin).call('GET /contactMessages')).body;
const readThread = async (id = '') =>
  (await app.as(admin).call('GET /contactMessages/:id', { params: { id } })).body;

// Rules: R570.
describe('an answer to an email of the school', () => {
  it('of somebody who was removed since is in their conversation, too: they hear of their money', async () => {
    const recipient = await readAddress();
    await app.as(admin).call('DELETE /removeuser', { query: { email: parent.email } });
    await post({ recipient, 'stripped-text': 'Where is my refund?' });
    const answered = (await readInbox()).find(({ message }) => message.includes('refund'));
    expect(answered?.message).toBe('Where is my refund?');
    expect((await readThread(answered?._id)).accountId).toBe(idOf(parent));
  });

  it('arrives in the conversation with the family, open, and the admins hear of it', async () => {
    const recipient = await readAddress();
    expect(recipient).toMatch(/^reply-u[0-9a-f]{24}-[0-9a-f]{20}@reply\.camp\.example$/);
    expect(await post({ recipient, 'stripped-text': 'Yes, at nine.' })).toMatchObject({
      status: 200,
    });
    const [message] = await readInbox();
    expect(message).toMatchObject({ email: parent.email, message: 'Yes, at nine.', isDone: false });
    const thread = await readThread(message?._id);
    expect(thread).toMatchObject({ accountId: idOf(parent), answersArrive: true });
    const words = thread.messages.flatMap((one) => [
      one.message,
      ...one.replies.map(({ text }) => text),
    ]);
    expect(words.filter(Boolean)).toEqual(['Is Mia coming?', 'Yes, at nine.']);
    const mails = await send();
    expect(mails.map(({ to }) => to.address)).toContain(admin.email);
    // No copy: a program might answer it.
    expect(mails.map(({ to }) => to.address)).not.toContain(parent.email);
    // A colleague answers the family itself, as for the contact form.
    expect(mails[0]?.replyTo?.address).toBe(parent.email);
  });

  it('arrives once, though it is delivered twice, with the same or a new signature', async () => {
    const recipient = await readAddress();
    const mail = { recipient, 'stripped-text': 'Yes' };
    const headers = { 'Message-Id': '<one@mail.example>' };
    const timestamp = String(Math.floor(app.services.now().getTime() / 1000));
    const token = 'a'.repeat(50);
    const signature = createHmac('sha256', KEY)
      .update(timestamp + token)
      .digest('hex');
    const same = { ...mail, timestamp, token, signature };
    const answers = await Promise.all([post(same, { headers }), post(same, { headers })]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await post({ ...same, 'stripped-text': 'Other words' })).status).toBe(406);
    expect(await post(mail, { headers })).toMatchObject({
      status: 200,
      body: { received: 'known' },
    });
    expect((await readInbox()).filter(({ message }) => message)).toMatchObject([
      { message: 'Yes' },
    ]);
  });

  it('is refused without the provider’s signature, with an old one, or to an address that we did not make', async () => {
    const recipient = await readAddress();
    const old = String(Math.floor(app.services.now().getTime() / 1000) - 10 * 3_600);
    const token = 'b'.repeat(50);
    const sign = (text: string, key = KEY) => createHmac('sha256', key).update(text).digest('hex');
    for (const proof of [
      { signature: '' },
      { signature: 'zz' },
      { signature: sign('something else') },
      { timestamp: old, token, signature: sign(old + token) },
      { token, signature: sign(old + token, 'another key of somebody') },
    ] as Mail[])
      expect((await post({ recipient, ...proof })).status, JSON.stringify(proof)).toBe(401);
    const [, digits = ''] = /-([0-9a-f]{20})@/.exec(recipient) ?? [];
    for (const other of [
      recipient.replace(digits, '0'.repeat(20)),
      recipient.replace(idOf(parent), idOf(admin)),
      recipient.replace('reply.camp', 'reply.other'),
      'hello@reply.camp.example',
    ])
      expect((await post({ recipient: other })).status, other).toBe(406);
    expect((await readInbox()).filter(({ message }) => message)).toEqual([]);
  });

  it('from another address, or one that the provider found to be forged, is not shown as the family’s', async () => {
    const recipient = await readAddress();
    const forged = { 'X-Mailgun-Spf': 'Fail', 'X-Mailgun-Dkim-Check-Result': 'Fail' };
    // Both checks pass, for the forger's own domain.
    const theirOwn = {
      'X-Mailgun-Spf': 'Pass',
      'X-Mailgun-Dkim-Check-Result': 'Pass',
      'DKIM-Signature': 'v=1; a=rsa-sha256; d=forger.example; s=x',
    };
    await post({ recipient, from: 'Ruth <other@mail.example>', 'stripped-text': 'From afar' });
    await post({ recipient, 'stripped-text': 'Forged' }, { headers: forged });
    const sender = 'me@forger.example';
    await post({ recipient, sender, 'stripped-text': 'Forged well' }, { headers: theirOwn });
    // A tag that nobody knows looks like the family's domain; and one of two signatures is the forger's.
    const domain = parent.email.replace(/^.*@/, '');
    for (const signature of [
      `v=1; x-n=d=${domain}; a=rsa-sha256; d=forger.example; s=x`,
      `v=1; d=${domain}; s=x\nv=1; d=forger.example; s=x`,
    ]) {
      const headers = { ...theirOwn, 'DKIM-Signature': signature };
      await post({ recipient, sender, 'stripped-text': 'Forged best' }, { headers });
    }
    for (const message of (await readInbox()).filter((one) => one.message)) {
      expect(message.message).toContain('from another address');
      expect((await readThread(message._id)).accountId).toBeNull();
    }
    expect(await readInbox()).toHaveLength(6);

    // A list of their provider changed the text, so the signature is broken; the sender is who it says.
    const honest = { 'X-Mailgun-Spf': 'Pass', 'X-Mailgun-Dkim-Check-Result': 'Fail' };
    await post({ recipient, 'stripped-text': 'Honest' }, { headers: honest });
    const theirs = (await readInbox()).find(({ message }) => message.endsWith('Honest'));
    expect((await readThread(theirs?._id)).accountId).toBe(idOf(parent));
  });

  it('of a stranger stays in the stranger’s conversation, and only from their address', async () => {
    const email = 'stranger@mail.example';
    await app.call('POST /contact', {
      body: { name: 'Sam', email, message: 'Do you have kites?' },
    });
    const [first] = await readInbox();
    await app.as(admin).call('POST /contactMessages/:id/replies', {
      params: { id: first?._id ?? '' },
      body: { text: 'We do.', replyId: randomUUID() },
    });
    const recipient = (await send()).find(({ to }) => to.address === email)?.replyTo?.address ?? '';
    expect(recipient).toMatch(/^reply-m/);
    await post({ recipient, from: email, sender: email, 'stripped-text': 'Great!' });
    const thread = await readThread(first?._id);
    expect(thread.messages.map(({ message }) => message)).toEqual(['Do you have kites?', 'Great!']);
    await post({ recipient, 'stripped-text': 'I am somebody else' });
    expect((await readThread(first?._id)).messages).toHaveLength(2);
  });

  it('by a program is no answer: absence notes, bounces and lists change nothing', async () => {
    const recipient = await readAddress();
    const before = await readInbox();
    for (const headers of [
      { 'Auto-Submitted': 'auto-replied' },
      { 'X-Autoreply': 'yes' },
      { Precedence: 'bulk' },
      { 'Content-Type': 'multipart/report; report-type=delivery-status' },
      { 'Return-Path': '<>' },
      { 'X-Failed-Recipients': parent.email },
      { 'List-Id': '<camp.lists.example>' },
    ] as Mail[]) {
      const answer = await post({ recipient, 'stripped-text': 'I am away' }, { headers });
      expect(answer.body, JSON.stringify(headers)).toEqual({ received: 'ignored' });
    }
    const bounce = { recipient, sender: 'MAILER-DAEMON@mail.example', 'body-plain': 'Undelivered' };
    expect((await post(bounce)).body).toEqual({ received: 'ignored' });
    expect(await readInbox()).toEqual(before);
    expect((await send()).length).toBe(0);
  });

  it('loses what it quotes and its files, says so, and is never a tag', async () => {
    const recipient = await readAddress();
    const attachments = JSON.stringify([{ name: 'form.pdf', size: 20 * 1024 * 1024, url: 'x' }]);
    const quoted = 'Thank you!\r\n\r\nOn Mon, the school wrote:\r\n> Is Mia coming?\r\n';
    const html = '<style>p{}</style><p>Yes &amp; <b>no</b><script>alert(1)</script></p><p>Bye</p>';
    await post({ recipient, 'body-plain': quoted });
    await post({ recipient, 'stripped-text': 'See the form', attachments });
    await post({ recipient, 'body-html': html });
    await post({ recipient, 'attachment-count': '2' });
    await post({ recipient, 'stripped-text': 'x'.repeat(9_000) });
    const words = (await readInbox()).map(({ message }) => message).filter(Boolean);
    expect(words).toContain('Thank you!');
    expect(words.find((one) => one.includes('form.pdf (20 MB)'))).toMatch(
      /^See the form\n\n\(One file was/,
    );
    expect(words).toContain('Yes & no\nBye');
    expect(words.some((one) => one.startsWith('(2 files were attached'))).toBe(true);
    expect(Math.max(...words.map(({ length }) => length))).toBe(4_000);
  });

  it('is read letter by letter, however a stranger arranges them', async () => {
    const recipient = await readAddress();
    const many = 100_000;
    const long: Record<string, string>[] = [
      { 'body-html': `<img>${' '.repeat(many)}<img>Bye` },
      { 'body-html': `${'<style'.repeat(many / 6)}>x</style>Bye` },
      { 'body-html': `${'<'.repeat(many)} Bye` },
      { 'body-plain': 'wrote:\n'.repeat(many / 7) },
    ];
    // Once they took minutes, in which nobody else was served: longer than a test may take.
    for (const fields of long) {
      const answer = await post({ recipient, 'stripped-text': '', 'body-plain': ' ', ...fields });
      expect(answer.status).toBe(200);
    }
  });

  it('that is too large, not a form, or one of very many gets a clear answer, and nothing breaks', async () => {
    const recipient = await readAddress();
    const large = await post({ recipient, 'body-plain': 'x'.repeat(3 * 1024 * 1024) });
    expect(large).toMatchObject({ status: 406, body: { received: 'too large' } });
    const multipart = await app.http
      .post('/api/inboundMail')
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .send('--x--');
    expect(multipart.status).toBe(406);
    const wrong = {
      recipient,
      'message-headers': '{"no":',
      attachments: '7',
      'stripped-text': 'Hi',
    };
    expect((await post(wrong)).status).toBe(200);
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1)
      statuses.push((await post({ recipient, 'stripped-text': `No. ${sent}` })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('follows the family to the account that it is merged into', async () => {
    const recipient = await readAddress();
    const into = await buildUser(app);
    expect(await mergeAccounts(app, admin, { from: parent, into })).toMatchObject({ status: 200 });
    await post({ recipient, from: into.email, sender: into.email, 'stripped-text': 'Still me' });
    const message = (await readInbox()).find((one) => one.message === 'Still me');
    expect((await readThread(message?._id)).accountId).toBe(idOf(into));
    // Nobody logs in with the old address anymore.
    await post({ recipient, 'stripped-text': 'The old address' });
    const old = (await readInbox()).find((one) => one.message.includes('The old address'));
    expect((await readThread(old?._id)).accountId).toBeNull();
  });

  it('goes to the school’s own address where none is connected, and the call is not there', async () => {
    expect((await post({ recipient: 'x' }, { on: without })).status).toBe(404);
  });
});

describe('a message to one family', () => {
  it('is sent once, though the browser repeats it; another text with the same id is refused', async () => {
    const replyId = randomUUID();
    expect(await write('Hello', parent, replyId)).toMatchObject({ status: 200 });
    expect(await write('Hello', parent, replyId)).toMatchObject({ status: 200 });
    expect(await write('Other', parent, replyId)).toMatchObject({ body: { code: 'request_used' } });
    const mails = await send();
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [parent.email, 'A message from the school'],
    ]);
    expect(mails[0]?.text).toContain('Hello');
    expect(mails[0]?.text).not.toContain('You wrote to us');
    expect(await readInbox()).toMatchObject([{ message: '', isDone: true, replies: 1 }]);
  });
});
