import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import ICAL from 'ical.js';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { deliverMails } from './deliver.ts';
import { addDueMails } from './add-due-mails.ts';

let mailServer: MailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp(undefined, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@camp.example',
    PUBLIC_URL: 'https://camp.example',
  });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.mails.length = 0;
});

/** @returns the emails that reached a person just now */
async function receive({ email }: { email: string }) {
  await addDueMails(app.services);
  await deliverMails(app.services);
  return mailServer.mails.filter(({ recipients }) => recipients.includes(email));
}

test('a student who pays gets one receipt, with an entry for their calendar and no way to turn it off', async () => {
  const campClass = await buildClass(app);
  const { student, paymentId } = await buildEnrolledSeat(app, campClass);
  const [receipt, ...others] = await receive(student);
  expect(others).toEqual([]);
  const { email } = receipt ?? expect.fail('No receipt');
  expect(email.subject).toContain(campClass.name);
  expect(email.text).toContain('https://camp.example/');
  expect(email.headers.some(({ key }) => key.startsWith('list-'))).toBe(false);

  const files = email.attachments.filter(({ mimeType }) => mimeType === 'text/calendar');
  const [file] = files.filter(({ disposition }) => disposition === 'attachment');
  expect(file?.filename).toMatch(/\.ics$/);
  const content = file?.content ?? '';
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  expect(event.uid).toBe(paymentId);
});

test('a message to a class has the mail program’s button, and a student who uses it gets no more news', async () => {
  const campClass = await buildClass(app);
  const { student } = await buildEnrolledSeat(app, campClass);
  const admin = await buildUser(app, 'admin');
  await receive(student);
  mailServer.mails.length = 0;
  const write = (subject: string) =>
    app.as(admin).call('POST /messages', {
      body: { classIds: [campClass.id], subject, text: 'See you.' },
    });

  await write('The bus');
  const [mail] = await receive(student);
  const header = (name: string) => mail?.email.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, address = ''] = /^<(https:\/\/camp\.example\/api\/mailOptOut\?token=.+)>$/.exec(
    header('list-unsubscribe') ?? '',
  ) ?? ['', ''];
  const { pathname, search, searchParams } = new URL(address);
  expect(mail?.email.text).toContain('https://camp.example/emails/turn-off?token=');
  expect(mail?.email.text).toContain(searchParams.get('token'));
  await app.http.post(`${pathname}${search}`).expect(200);

  mailServer.mails.length = 0;
  await write('The weather');
  expect(await receive(student)).toEqual([]);
  const { body } = await app.as(student).call('GET /myMessages');
  expect(body[0]?.content.subject).toContain('The weather');
});
