import type { MailWords } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../../database/user-documents.ts';
import { getSchool, readSchool } from '../../school/school.service.ts';
import { readAuditLog } from '../../testing/audit-log.ts';
import { buildClass, buildPaidSeat, buildUser, recordPayment } from '../../testing/factories.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { setUpSchool } from '../../testing/school.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addDueMails } from '../add-due-mails.ts';
import { deliverMails } from '../deliver.ts';
import { TESTS_PER_HOUR } from './sample-mail.ts';

let mailServer: MailServer;
let app: TestApp;
let director: UserDocument;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp(undefined, {
    ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'hello@camp.example' },
    ...{ PUBLIC_URL: 'https://camp.example', RATE_LIMIT_PER_MINUTE: '1000' },
  });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});
beforeEach(async () => {
  director = await buildUser(app, 'admin');
  mailServer.mails.length = 0;
  mailServer.behave();
});
afterEach(() => setUpSchool());

const NONE: MailWords = { words: {}, signature: '', replyTo: '' };
const WORDS = {
  ...NONE,
  words: { paid: { before: 'Welcome to the lake!', after: 'Bring a friend.' } },
  ...{ signature: 'Maya and the team', replyTo: 'maya@camp.example' },
};

async function save(mail: MailWords) {
  const body = { ...(await getSchool(app.services)), mail };
  const answer = await app.as(director).call('PUT /school', { body });
  expect(answer.status).toBe(200);
}

const ask = (mail: unknown, { send = false, kind = 'paid', as = director } = {}) =>
  app.as(as).call('POST /sampleMail', { body: { kind, mail, send } as never });

/** A parent pays for a seat, and the mailer does its round. @returns what arrived */
async function enroll() {
  const { student, paymentId } = await buildPaidSeat(app, await buildClass(app));
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  await addDueMails(app.services);
  return student;
}
const arrived = ({ email }: { email: string }) =>
  mailServer.mails.filter(({ recipients }) => recipients.includes(email));

// Rules: R622, R623.
it('a parent’s email has the words that a director saved, their signature and their reply address', async () => {
  await save(WORDS);
  const student = await enroll();
  await deliverMails(app.services);
  const [mail] = arrived(student);
  expect(mail?.email.text).toMatch(/^Hi .*,\n\nWelcome to the lake!\n\n/);
  expect(mail?.email.text).toContain('Bring a friend.\n\nMaya and the team\n\n-- \n');
  expect(mail?.email.html).toContain('Welcome to the lake!');
  expect(mail?.email.replyTo).toEqual([{ name: SCHOOL.name, address: 'maya@camp.example' }]);
});

it.each([
  ['sends what the first one wrote, if that may have arrived', 'cuts after the content', 'Welcome'],
  ['writes it anew, if nobody has the first', 'is busy', 'Other words.'],
] as const)(
  'an email that waits is written when it is sent, and a second try %s',
  async (_what, fault, words) => {
    await save(NONE);
    const student = await enroll();
    await save(WORDS);
    mailServer.behave(fault);
    await deliverMails(app.services);
    await save({ ...WORDS, words: { paid: { before: 'Other words.', after: '' } } });
    mailServer.behave();
    app.passMinutes(10);
    await deliverMails(app.services);
    expect(arrived(student)).toHaveLength(fault === 'is busy' ? 1 : 2);
    expect(arrived(student).at(-1)?.email.text).toContain(words);
  },
);

it('words for a kind that takes none are not kept', async () => {
  const words = { 'confirm address': WORDS.words.paid, __proto__: WORDS.words.paid };
  await save({ ...NONE, words: { ...WORDS.words, ...words } });
  expect((await getSchool(app.services)).mail.words).toEqual(WORDS.words);
});

it.each([
  ['words of 1 MB', { ...NONE, words: { paid: { before: 'x'.repeat(1_000_000), after: '' } } }],
  [
    'words that are too long',
    { ...NONE, words: { paid: { before: 'x'.repeat(1_001), after: '' } } },
  ],
  ['a fact that there is not', { ...NONE, words: { paid: { before: '{{fax}}', after: '' } } }],
  ['a signature of 1 MB', { ...NONE, signature: 'x'.repeat(1_000_000) }],
  ['another header', { ...NONE, replyTo: 'a@camp.example\r\nBcc: all@evil.example' }],
  ['another header after a space', { ...NONE, replyTo: 'a@camp.example\n' }],
  ['two reply addresses', { ...NONE, replyTo: 'a@camp.example, b@evil.example' }],
  ['no address', { ...NONE, replyTo: 'office' }],
])('%s: refused, and nothing is saved or sent', async (_what, mail) => {
  const before = await getSchool(app.services);
  const body = { ...before, mail } as never;
  expect([400, 413]).toContain((await app.as(director).call('PUT /school', { body })).status);
  expect([400, 413]).toContain((await ask(mail, { send: true })).status);
  expect(await getSchool(app.services)).toEqual(before);
  await deliverMails(app.services);
  expect(arrived(director)).toEqual([]);
});

// Rules: R624.
describe('an email with words that are not saved yet', () => {
  it('is shown as it will be, about an invented family, and is saved and sent nowhere', async () => {
    await save(NONE);
    const { status, body } = await ask(WORDS);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subject: 'Mia Kaplan is enrolled: Sailing on the Lake' });
    for (const said of ['Welcome to the lake!', 'Bring a friend.', 'Maya and the team'])
      expect(body.html).toContain(said);
    expect(body).toMatchObject({ replyTo: 'maya@camp.example' });
    expect((await ask(NONE)).body.replyTo).toBe(SCHOOL.email);
    expect(body).not.toHaveProperty('mailId');
    expect((await getSchool(app.services)).mail).toMatchObject({ signature: '' });
    await deliverMails(app.services);
    expect(mailServer.mails).toEqual([]);
  });

  it('names the school’s tax, as the email of a parent does', async () => {
    expect((await ask(NONE)).body.html).not.toContain('VAT');
    setUpSchool({ tax: { name: 'VAT', percent: 19 } });
    // 189.50 / 1.19 = 159.24
    expect((await ask(NONE)).body.html).toContain('Includes 19% VAT: $30.26 USD');
  });

  it('goes as a test to the director alone, marked and without a calendar file; its line says what became of it', async () => {
    const { body } = await ask(WORDS, { send: true });
    const read = async () =>
      (await app.as(director).call('GET /outbox/:id', { params: { id: body.mailId ?? '' } })).body;
    expect(await read()).toMatchObject({ state: 'queued', kind: 'test mail' });
    mailServer.behave('is busy');
    await deliverMails(app.services);
    expect(await read()).toMatchObject({ state: 'queued', attempts: 1 });
    mailServer.behave();
    app.passMinutes(1);
    await deliverMails(app.services);
    expect(await read()).toMatchObject({ state: 'sent' });
    expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([[director.email]]);
    const { email } = mailServer.mails[0]!;
    expect(email.subject).toBe('Test: Mia Kaplan is enrolled: Sailing on the Lake');
    expect(email.text).toMatch(/^Hi .*,\n\nThis is a test .*\n\nWelcome to the lake!/);
    expect(email.replyTo?.[0]?.address).toBe('maya@camp.example');
    expect(email.attachments ?? []).toEqual([]);
    expect(await readAuditLog(app, { action: 'test email' })).toMatchObject([
      { who: director.email, target: 'paid' },
    ]);
  });

  it('is not sent to an address that nobody confirmed, nor to somebody who is no director anymore', async () => {
    const { users } = app.services.database.collections;
    await ask(WORDS, { send: true });
    await users.updateOne({ _id: director._id }, { $set: { bundle: 'office' } });
    await deliverMails(app.services);
    await users.updateOne(
      { _id: director._id },
      { $unset: { bundle: '' }, $set: { isVerified: false } },
    );
    const refused = await ask(WORDS, { send: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'verify_email_first' } });
    await deliverMails(app.services);
    expect(arrived(director)).toEqual([]);
  });

  it(`is sent ${TESTS_PER_HOUR} times an hour, to each director`, async () => {
    for (let sent = 0; sent < TESTS_PER_HOUR; sent += 1)
      expect((await ask(NONE, { send: true })).status).toBe(200);
    expect((await ask(NONE, { send: true })).status).toBe(429);
    expect((await ask(NONE)).status).toBe(200);
    const other = await buildUser(app, 'admin');
    expect((await ask(NONE, { send: true, as: other })).status).toBe(200);
    app.passMinutes(61);
    expect((await ask(NONE, { send: true })).status).toBe(200);
  });

  it('if two directors save at once, the second one is told', async () => {
    const seen = await getSchool(app.services);
    await save(WORDS);
    const body = { ...seen, mail: { ...NONE, signature: 'Ben' } };
    const second = await app.as(director).call('PUT /school', { body });
    expect(second).toMatchObject({ status: 409, body: { code: 'school_changed' } });
    await readSchool(app.services);
    expect(SCHOOL.mail.signature).toBe('Maya and the team');
  });
});
