import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Delivery, Mailer, OutgoingMail } from '../outside/smtp.ts';
import { createMailer } from '../outside/smtp.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { oneOrAll, slowIt } from '../testing/slow-tests.ts';
import { buildUser } from '../testing/factories.ts';
import { findMail } from '../testing/mails.ts';
import { buildFullClass, joinList } from '../testing/waiting.ts';
import { startSecondServer, startTestApp, type TestApp } from '../testing/test-app.ts';
import { deliverMails } from './deliver.ts';
import type { NewMail } from './mail-module.ts';
import { addMails } from './outbox.ts';
import { sayMoment } from './parts/say.ts';
import { readProps } from './write-mail.ts';

let mailServer: MailServer;
let app: TestApp;
let second: TestApp;
const settings = () => ({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'hello@camp.example',
  PUBLIC_URL: 'https://camp.example',
});
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp(undefined, settings());
  second = await startSecondServer(app, settings());
});
afterAll(async () => {
  await second.close();
  await app.close();
  await mailServer.stop();
});
beforeEach(async () => {
  await outbox().deleteMany({});
  mailServer.mails.length = 0;
  mailServer.behave();
});

const outbox = () => app.services.database.collections.outbox;

/** Puts an email into the outbox. It is always true, so it is sent unless the test prevents it. */
async function queueMail(changes: Partial<NewMail> = {}): Promise<string> {
  const mail: NewMail = {
    _id: 'deleted-1',
    cause: { kind: 'account deleted' },
    to: { name: 'Rosa', address: 'rosa@example.org' },
    isEssential: true,
    notAfter: new Date(app.services.now().getTime() + 30 * 24 * 60 * 60_000),
    ...changes,
  };
  await addMails([mail], app.services);
  return mail._id;
}

async function readLine(_id = 'deleted-1'): Promise<OutboxDocument> {
  const line = await outbox().findOne({ _id });
  if (!line) throw new Error(`No line ${_id}`);
  return line;
}

/** Time passes for both servers. */
function passMinutes(minutes: number): void {
  app.passMinutes(minutes);
  second.passMinutes(minutes);
}

/** The test's server with another way to send. */
const withMailer = (send: Mailer['send'], { services }: TestApp = app) => ({
  ...services,
  mailer: { send, check: () => Promise.resolve(undefined) },
});

// Rules: R85, R86, R87, R88, R97, R718.
test('an email is sent once, and its line says when', async () => {
  await queueMail();
  expect(await deliverMails(app.services)).toBe('done');
  await queueMail();
  await deliverMails(app.services);
  passMinutes(24 * 60);
  await deliverMails(app.services);
  expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([['rosa@example.org']]);
  const line = await readLine();
  expect(line).toMatchObject({ state: 'sent', attempts: 1, sentAt: expect.any(Date) as Date });
  expect(line.subject).toBe(mailServer.mails[0]?.email.subject);
  expect(line).not.toHaveProperty('nextAt');
});

test('a person’s answer to an email of the contact form goes to its sender', async () => {
  await queueMail({ replyTo: { name: 'A parent', address: 'parent@example.org' } });
  await deliverMails(app.services);
  expect(mailServer.mails[0]?.email.replyTo).toEqual([
    { name: 'A parent', address: 'parent@example.org' },
  ]);
});

describe('when the mail server says no', () => {
  test('for now, the email is tried again after 1, 5, 30, 120 and 720 minutes, and then it has failed', async () => {
    mailServer.behave('is busy');
    await queueMail();
    await deliverMails(app.services);
    for (const [index, minutes] of [1, 5, 30, 120, 720].entries()) {
      expect(await readLine()).toMatchObject({
        state: 'queued',
        attempts: index + 1,
        lastError: '450 4.2.1 Come back later',
      });
      const connections = mailServer.countConnections();
      passMinutes(minutes - 0.5);
      await deliverMails(app.services);
      expect(mailServer.countConnections()).toBe(connections);
      passMinutes(0.5);
      await deliverMails(app.services);
      expect(mailServer.countConnections()).toBe(connections + 1);
    }
    const line = await readLine();
    expect(line).toMatchObject({ state: 'failed', attempts: 6 });
    expect(line).not.toHaveProperty('nextAt');
  });

  test('for now, an email that is not essential is tried again, too', async () => {
    mailServer.behave('is busy after the content');
    await queueMail({ isEssential: false });
    await deliverMails(app.services);
    mailServer.behave();
    passMinutes(1);
    await deliverMails(app.services);
    expect(await readLine()).toMatchObject({ state: 'sent', attempts: 2 });
    expect(await readLine()).not.toHaveProperty('lastError');
  });

  test.each(['knows no such person', 'says no after the content'] as const)(
    'for good (it %s), the email has failed, with the server’s sentence',
    async (fault) => {
      mailServer.behave(fault);
      await queueMail();
      await deliverMails(app.services);
      expect(await readLine()).toMatchObject({
        state: 'failed',
        attempts: 1,
        lastError: expect.stringMatching(/^55\d 5\.\d\.1 /) as string,
      });
    },
  );
});

describe('when the mail server takes nothing', () => {
  test.each(oneOrAll(['greets with 421', 'refuses the login', 'cuts before the content'] as const))(
    'because it %s, for six hours, no try counts, and everything arrives within a minute of its return',
    async (fault) => {
      for (const id of ['deleted-1', 'deleted-2', 'deleted-3']) await queueMail({ _id: id });
      mailServer.behave(fault);
      for (let hour = 0; hour < 6; hour += 1) {
        expect(await deliverMails(app.services)).toBe('unreachable');
        passMinutes(60);
      }
      expect(await outbox().distinct('attempts')).toEqual([0]);
      expect(await outbox().distinct('state')).toEqual(['queued']);
      mailServer.behave();
      passMinutes(1);
      expect(await deliverMails(app.services)).toBe('done');
      expect(await outbox().distinct('state')).toEqual(['sent']);
      expect(mailServer.mails).toHaveLength(3);
    },
  );

  test('the round stops, so a long queue does not knock at a closed door', async () => {
    for (let number = 0; number < 20; number += 1) await queueMail({ _id: `deleted-${number}` });
    await mailServer.stop();
    expect(await deliverMails(app.services)).toBe('unreachable');
    await mailServer.start();
    const [tried, left] = await Promise.all([
      outbox().countDocuments({ lastError: { $exists: true } }),
      outbox().countDocuments({ nextAt: { $lte: app.services.now() } }),
    ]);
    expect(tried).toBeLessThanOrEqual(2);
    expect(left).toBe(20 - tried);
  });

  test('the email that arrives after an outage has the deadline of then, not one that has passed', async () => {
    const student = await buildUser(app);
    const campClass = await buildFullClass(app);
    await joinList(app, student, campClass);
    await campClass.free();
    const { _id } = await findMail(app, student, 'seat offered');
    await outbox().deleteMany({ _id: { $ne: _id } });
    const outage = () =>
      Promise.resolve({ result: 'unreachable', reason: 'No mail server' } as const);
    await deliverMails(withMailer(outage));
    // My Messages shows it meanwhile.
    const { written: first } = await readLine(_id);
    expect(first?.text).toContain('Take it by');
    passMinutes(48 * 60);
    await deliverMails(app.services);
    const sent = await readLine(_id);
    const read = await readProps(sent, app.services);
    const { until } = read?.props as { until: Date };
    expect(until.getTime()).toBeGreaterThan(app.services.now().getTime());
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]?.email.text).toContain(`by ${sayMoment(until, SCHOOL.timeZone)}`);
    expect(first?.text).not.toContain(sayMoment(until, SCHOOL.timeZone));
  });

  test('words that may have arrived before it stay the same after it', async () => {
    mailServer.behave('cuts after the content');
    await queueMail();
    await deliverMails(app.services);
    const { written } = await readLine();
    await outbox().updateOne({}, { $set: { 'to.name': 'Ruth' } });
    const outage = () =>
      Promise.resolve({ result: 'unreachable', reason: 'No mail server' } as const);
    passMinutes(1);
    await deliverMails(withMailer(outage));
    mailServer.behave();
    passMinutes(1);
    await deliverMails(app.services);
    expect(await readLine()).toMatchObject({ state: 'sent', written });
  });

  test('an email whose time passes while it waits is stale, and never sent', async () => {
    await queueMail({ notAfter: new Date(app.services.now().getTime() + 60 * 60_000) });
    mailServer.behave('greets with 421');
    await deliverMails(app.services);
    mailServer.behave();
    passMinutes(61);
    await deliverMails(app.services);
    expect(await readLine()).toMatchObject({ state: 'stale' });
    expect(mailServer.mails).toEqual([]);
  });
});

describe('when the connection is lost after the content, nobody knows whether the email arrived', () => {
  test.each(['cuts after the content', 'cuts in the middle'] as const)(
    'an essential email is sent again if it %s: the same words and the same Message-ID',
    async (fault) => {
      mailServer.behave(fault);
      await queueMail();
      await deliverMails(app.services);
      expect(await readLine()).toMatchObject({ state: 'queued', attempts: 1 });
      const { written } = await readLine();
      // The email's content comes from the first try, whatever has changed since.
      await outbox().updateOne({}, { $set: { 'to.name': 'Ruth' } });
      mailServer.behave();
      passMinutes(1);
      await deliverMails(app.services);
      expect(await readLine()).toMatchObject({ state: 'sent', attempts: 2, written });
      expect(mailServer.mails.at(-1)?.email.html).toContain('Rosa');
      const ids = mailServer.mails.map(({ email }) => email.messageId);
      expect(new Set(ids).size).toBe(1);
      expect(new Set(mailServer.mails.map(({ email }) => email.html)).size).toBe(1);
    },
  );

  test.each(['cuts after the content', 'cuts in the middle'] as const)(
    'another email is not sent again if it %s',
    async (fault) => {
      mailServer.behave(fault);
      await queueMail({ isEssential: false });
      await deliverMails(app.services);
      mailServer.behave();
      passMinutes(24 * 60);
      await deliverMails(app.services);
      expect(mailServer.mails.length).toBeLessThanOrEqual(1);
      expect(await readLine()).toMatchObject({
        state: 'failed',
        lastError: expect.stringContaining('It may have arrived.') as string,
      });
    },
  );
});

describe('when a server stops while it has an email', () => {
  /** The first server hands an email over and stops without a word. @returns lets the mail server answer, too late */
  async function stopWhileSending(): Promise<(delivery: Delivery) => Promise<unknown>> {
    let answer: ((delivery: Delivery) => void) | undefined;
    const begun = new Promise<void>((handedOver) => {
      const send = () =>
        new Promise<Delivery>((resolve) => {
          answer = resolve;
          handedOver();
        });
      round = deliverMails(withMailer(send));
    });
    await begun;
    return (delivery) => {
      answer?.(delivery);
      return round;
    };
  }
  let round: Promise<unknown> = Promise.resolve();

  test('no other server takes the email for two minutes; then an essential one is sent again', async () => {
    await queueMail();
    const answerLate = await stopWhileSending();
    passMinutes(1.9);
    await deliverMails(second.services);
    expect(mailServer.mails).toEqual([]);
    passMinutes(0.2);
    await deliverMails(second.services);
    expect(mailServer.mails).toHaveLength(1);
    // The first server wakes up with outdated news.
    await answerLate({ result: 'refused', isForGood: true, reason: '550 No' });
    expect(await readLine()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('a late answer changes nothing while another server is at the email', async () => {
    await queueMail();
    const answerLate = await stopWhileSending();
    passMinutes(2.1);
    let lineMeanwhile: OutboxDocument | undefined;
    await deliverMails(
      withMailer(async () => {
        await answerLate({ result: 'unreachable', reason: 'Too late' });
        lineMeanwhile = await readLine();
        return { result: 'sent' };
      }, second),
    );
    expect(lineMeanwhile).toMatchObject({ state: 'sending', attempts: 2 });
    expect(await readLine()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('an email that is not essential is never sent again', async () => {
    await queueMail({ isEssential: false });
    const answerLate = await stopWhileSending();
    passMinutes(2.1);
    await deliverMails(second.services);
    expect(mailServer.mails).toEqual([]);
    const failed = {
      state: 'failed',
      lastError: 'The server stopped while sending it. It may have arrived.',
    };
    expect(await readLine()).toMatchObject(failed);
    await answerLate({ result: 'sent' });
    expect(await readLine()).toMatchObject(failed);
  });

  test('an email that it had not handed over yet is sent, essential or not', async () => {
    await queueMail({ isEssential: false });
    const at = app.services.now();
    await outbox().updateOne(
      {},
      { $set: { attempts: 1, nextAt: new Date(at.getTime() + 60_000) } },
    );
    passMinutes(1);
    await deliverMails(second.services);
    expect(await readLine()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('an email that stops every server has failed after six tries', async () => {
    await queueMail();
    await outbox().updateOne({}, { $set: { attempts: 6, state: 'sending' } });
    await deliverMails(app.services);
    expect(await readLine()).toMatchObject({
      state: 'failed',
      lastError: 'The server stopped while sending it.',
    });
    expect(mailServer.mails).toEqual([]);
  });
});

slowIt(
  'two servers send a queue of 60 emails, each of them once, at most five a second each',
  async () => {
    for (let number = 0; number < 60; number += 1)
      await queueMail({
        _id: `deleted-${number}`,
        to: { name: 'Rosa', address: `rosa${number}@example.org` },
      });
    const begin = performance.now();
    const sendAll = async ({ services }: TestApp) => {
      const mailer = createMailer(services.environment);
      while ((await deliverMails({ ...services, mailer })) === 'more');
    };
    await Promise.all([sendAll(app), sendAll(second)]);
    expect(performance.now() - begin).toBeGreaterThan(5_000);
    const recipients = mailServer.mails.flatMap((mail) => mail.recipients);
    expect(recipients).toHaveLength(60);
    expect(new Set(recipients).size).toBe(60);
    expect(await outbox().distinct('state')).toEqual(['sent']);
  },
  60_000,
);

test('an email that was sent before stays a sent one if it is out of date when it is to be sent again', async () => {
  const sentAt = new Date(app.services.now().getTime() - 60_000);
  await queueMail({ cause: { kind: 'refunded', paymentId: 'pi_gone' } });
  await outbox().updateOne({ _id: 'deleted-1' }, { $set: { sentAt } });
  await deliverMails(app.services);
  expect(mailServer.mails).toEqual([]);
  expect(await readLine()).toMatchObject({
    state: 'sent',
    sentAt,
    lastError: expect.stringContaining('out of date') as string,
  });
});

test('an email whose cause is gone is stale, before its first try and before a later one', async () => {
  // There is no such payment.
  const cause = { kind: 'refunded', paymentId: 'pi_gone' } as const;
  await queueMail({ _id: 'refunded-1', cause });
  await queueMail();
  mailServer.behave('is busy');
  await deliverMails(app.services);
  await outbox().updateOne({ _id: 'deleted-1' }, { $set: { cause } });
  mailServer.behave();
  passMinutes(1);
  await deliverMails(app.services);
  expect(await readLine('refunded-1')).toMatchObject({ state: 'stale', attempts: 1 });
  expect(await readLine('deleted-1')).toMatchObject({ state: 'stale', attempts: 2 });
  expect(mailServer.mails).toEqual([]);
});

test('an email that waits for an account that has been deleted is deleted too', async () => {
  await queueMail({ _id: 'welcome-1', cause: { kind: 'welcome' }, userId: new ObjectId() });
  await queueMail();
  await deliverMails(app.services);
  expect(await outbox().distinct('_id')).toEqual(['deleted-1']);
});

test('an email that cannot be made has failed, says why, and the next one is sent', async () => {
  await queueMail();
  const sent: OutgoingMail[] = [];
  const send = (mail: OutgoingMail) => {
    if (mail.id === 'deleted-1') throw new Error('No such email');
    sent.push(mail);
    return Promise.resolve<Delivery>({ result: 'sent' });
  };
  await queueMail({ _id: 'deleted-2' });
  await deliverMails(withMailer(send));
  passMinutes(24 * 60);
  await deliverMails(withMailer(send));
  expect(await readLine()).toMatchObject({ state: 'failed', lastError: 'Error: No such email' });
  expect(sent.map(({ id }) => id)).toEqual(['deleted-2']);
});

test('without a mail server, emails wait', async () => {
  await queueMail();
  expect(await deliverMails({ ...app.services, mailer: null })).toBe('done');
  expect(await readLine()).toMatchObject({ state: 'queued', attempts: 0 });
});
