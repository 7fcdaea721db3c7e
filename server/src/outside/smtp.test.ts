import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpSchool } from '../testing/school.ts';
import { type Fault, type MailServer, startMailServer } from '../testing/mail-server.ts';
import { createMailer, type Mailer, type OutgoingMail } from './smtp.ts';

const MAIL: OutgoingMail = {
  id: 'paid-pi_1',
  to: { name: 'Rosa Lind', address: 'rosa@example.org' },
  subject: 'Your seat',
  text: 'You are enrolled.',
  html: '<p>You are enrolled.</p>',
  attachments: [],
};

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.behave();
  server.mails.length = 0;
});

/** A mailer that waits for 0.3 seconds. */
function makeMailer(changes: { SMTP_URL?: string; NODE_ENV?: 'production' } = {}): Mailer {
  const patience = { connectMs: 300, answerMs: 300, limitMs: 900, betweenMs: 0 };
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'hello@camp.example', NODE_ENV: 'test' };
  const mailer = createMailer({ ...settings, ...changes } as never, patience);
  if (!mailer) throw new Error('There is no mailer');
  return mailer;
}

const send = (changes: Partial<OutgoingMail> = {}) => makeMailer().send({ ...MAIL, ...changes });

/** @returns the only email that arrived */
function readArrived() {
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  if (!mail) throw new Error('No email arrived');
  return mail;
}

// Rules: R85, R86, R90.
test('an email comes from the school, goes to one person, and is answered to the school', async () => {
  expect(await send()).toEqual({ result: 'sent' });
  const { recipients, from, email } = readArrived();
  expect({ recipients, from }).toEqual({
    recipients: ['rosa@example.org'],
    from: 'hello@camp.example',
  });
  expect(email).toMatchObject({
    from: { name: 'SPEAKIFYR', address: 'hello@camp.example' },
    to: [{ name: 'Rosa Lind', address: 'rosa@example.org' }],
    replyTo: [{ name: 'SPEAKIFYR', address: 'hello@speakifyr.test' }],
    subject: 'Your seat',
  });
  expect(email.text?.trim()).toBe('You are enrolled.');
  expect(email.html?.trim()).toBe('<p>You are enrolled.</p>');
});

test('an email names the school as it is called when it leaves, also to a mailer that was made before', async () => {
  const mailer = makeMailer();
  setUpSchool({ name: 'Pine Hill', email: 'office@pinehill.example' });
  await mailer.send(MAIL);
  setUpSchool();
  expect(readArrived().email).toMatchObject({
    from: { name: 'Pine Hill', address: 'hello@camp.example' },
    replyTo: [{ name: 'Pine Hill', address: 'office@pinehill.example' }],
  });
});

test('the same email has the same Message-ID, and another one has another', async () => {
  for (const id of ['paid-pi_1', 'paid-pi_1', 'paid-pi_2']) await send({ id });
  const [first, again, other] = server.mails.map(({ email }) => email.messageId);
  expect(first).toMatch(/^<[0-9a-f]{32}@camp\.example>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a calendar file is both a file and another form of the text, with its method', async () => {
  const type = 'text/calendar; charset=utf-8; method=REQUEST';
  await send({ attachments: [{ name: 'sailing.ics', type, content: 'BEGIN:VCALENDAR' }] });
  const { source } = readArrived();
  expect(source).toMatch(/Content-Type: multipart\/mixed/);
  expect(source).toMatch(/Content-Type: multipart\/alternative/);
  expect(source.match(/text\/calendar; charset=utf-8;\s+method=REQUEST/g)).toHaveLength(2);
  expect(source).toMatch(/Content-Disposition: attachment; filename=sailing\.ics/);
});

test('several calendar files are only files, because mail programs would lose all but the last', async () => {
  const type = 'text/calendar; charset=utf-8; method=REQUEST';
  const files = ['1-sailing.ics', '2-sailing.ics'];
  await send({ attachments: files.map((name) => ({ name, type, content: 'BEGIN:VCALENDAR' })) });
  const { source } = readArrived();
  expect(source.match(/text\/calendar; charset=utf-8;\s+method=REQUEST/g)).toHaveLength(2);
  for (const name of files)
    expect(source).toContain(`Content-Disposition: attachment; filename=${name}`);
});

describe('what the mail server does with an email', () => {
  test.each<[Fault, object]>([
    ['greets with 421', { result: 'unreachable', reason: '421 4.3.2 Closed for today' }],
    ['refuses the login', { result: 'unreachable', reason: '535 5.7.8 Wrong user or password' }],
    [
      'cuts before the content',
      { result: 'unreachable', reason: 'Connection closed unexpectedly' },
    ],
    ['hangs before the content', { result: 'unreachable', reason: 'Timeout' }],
    [
      'refuses the sender',
      { result: 'unreachable', reason: '550 5.7.60 You may not send as this address' },
    ],
    ['is busy', { result: 'refused', isForGood: false, reason: '450 4.2.1 Come back later' }],
    [
      'knows no such person',
      { result: 'refused', isForGood: true, reason: '550 5.1.1 No rosa@example.org here' },
    ],
    [
      'is busy after the content',
      { result: 'refused', isForGood: false, reason: '451 4.3.0 Try again' },
    ],
    [
      'says no after the content',
      { result: 'refused', isForGood: true, reason: '554 5.7.1 Looks like spam' },
    ],
    ['cuts in the middle', { result: 'unknown' }],
    ['cuts after the content', { result: 'unknown' }],
    ['hangs after the content', { result: 'unknown' }],
  ])('the mail server %s', async (fault, expected) => {
    server.behave(fault);
    expect(await send()).toMatchObject(expected);
    server.behave();
    expect(await send()).toEqual({ result: 'sent' });
  });

  test('the mail server refuses connections, or its name is not known', async () => {
    await server.stop();
    expect(await send()).toMatchObject({ result: 'unreachable' });
    await server.start();
    const mailer = makeMailer({ SMTP_URL: 'smtp://mail.invalid' });
    expect(await mailer.send(MAIL)).toMatchObject({ result: 'unreachable' });
  });

  test('a school’s server that stops gives up, unless the mail server has begun to read', async () => {
    const stopping = new AbortController();
    server.behave('hangs before the content');
    const before = server.countConnections();
    const sending = makeMailer().send(MAIL, stopping.signal);
    await expect.poll(() => server.countConnections()).toBe(before + 1);
    stopping.abort();
    expect(await sending).toEqual({
      result: 'unreachable',
      reason: 'The school’s server was stopping',
    });

    server.behave();
    expect(await makeMailer().send(MAIL, AbortSignal.abort())).toMatchObject({
      result: 'unreachable',
    });
  });

  test('without encryption, production gives no password and no email to another machine', async () => {
    const { port } = new URL(server.url);
    // Not one of this machine's names, but it resolves to it.
    const SMTP_URL = `smtp://school:pass-word@0.0.0.0:${port}`;
    expect(await makeMailer({ SMTP_URL }).send(MAIL)).toEqual({ result: 'sent' });
    const mailer = makeMailer({ SMTP_URL, NODE_ENV: 'production' });
    expect(await mailer.send(MAIL)).toMatchObject({ result: 'unreachable' });
    expect(server.mails).toHaveLength(1);
  });

  test('the doctor’s check logs in and sends nothing', async () => {
    expect(await makeMailer().check()).toBeUndefined();
    server.behave('refuses the login');
    expect(await makeMailer().check()).toBe('535 5.7.8 Wrong user or password');
    expect(server.mails).toEqual([]);
  });
});

describe('names, subjects and addresses', () => {
  const NAMES = [
    'Rosa\r\nBcc: thief@evil.example',
    'Rosa\nSubject: You won',
    'Lind, Rosa',
    '"Rosa" <thief@evil.example>',
    'thief@evil.example, Rosa',
    'Rosa (thief@evil.example)',
    '<script>alert(1)</script>',
    '👩‍👧 Рosa Łind',
    'روزا',
    'Rosa \u202Emoc.elgoog',
    "Rosa O'Brien; Jr.",
    'R'.repeat(200),
    '=?utf-8?Q?thief=40evil.example?=',
    '',
  ];
  test.each(NAMES)('the name %j reaches one person and adds no header', async (name) => {
    expect(await send({ to: { ...MAIL.to, name }, replyTo: { ...MAIL.to, name } })).toEqual({
      result: 'sent',
    });
    const { recipients, email } = readArrived();
    expect(recipients).toEqual(['rosa@example.org']);
    expect(email.to).toHaveLength(1);
    expect(email.to?.[0]).toMatchObject({ address: 'rosa@example.org' });
    expect(email.replyTo).toHaveLength(1);
    expect({ subject: email.subject, bcc: email.bcc, cc: email.cc }).toEqual({
      subject: 'Your seat',
      bcc: undefined,
      cc: undefined,
    });
    expect(email.to?.[0]?.name).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
  });

  test.each(NAMES.filter(Boolean))('the subject %j is one header', async (subject) => {
    expect(await send({ subject })).toEqual({ result: 'sent' });
    const { recipients, email } = readArrived();
    expect(recipients).toEqual(['rosa@example.org']);
    expect(email.bcc).toBeUndefined();
    expect(email.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(email.subject).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
  });

  test.each([
    'rosa+camp@example.org',
    'r.o.s.a@example.org',
    "o'brien_-~!#$%&*=?^`{|}/@example.org",
    `${'r'.repeat(64)}@${'a'.repeat(60)}.example.org`,
  ])('%s is one address', async (address) => {
    expect(await send({ to: { name: 'Rosa', address } })).toEqual({ result: 'sent' });
    const { recipients, email } = readArrived();
    expect(recipients).toEqual([address]);
    expect(email.to).toEqual([{ name: 'Rosa', address }]);
  });
});
