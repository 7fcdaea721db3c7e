import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { MAIL_KINDS } from '@speakifyr/contract/mail-kinds.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClass, buildUser } from '../testing/factories.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { listMailsTo } from '../testing/mails.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { deliverMails } from './deliver.ts';
import { getMailModule } from './kinds/all.ts';
import { forgetOldMails, makeLines } from './outbox.ts';

let mailServer: MailServer;
let app: TestApp;
let admin: Awaited<ReturnType<typeof buildUser>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp(undefined, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@camp.example',
    PUBLIC_URL: 'https://camp.example',
  });
  admin = await buildUser(app, 'admin');
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});

const office = () => app.as(admin);
const PHONE = '+12025550188';

/** A family that called and has no email address, with a reserved seat in a class. */
async function reserve() {
  const id = new ObjectId().toHexString();
  const children = [{ name: 'Mia', birthDate: '2016-05-04' }];
  await office().call('POST /families', {
    body: { id, name: 'Ruth Garcia', phone: PHONE, children },
  });
  const family = await office().call('GET /families/:id', { params: { id } });
  const campClass = await buildClass(app, { price: 80, sit: 3 });
  const reserved = await office().call('POST /families/:id/seats', {
    params: { id },
    body: { classId: campClass.id, childId: family.body.children[0]!._id, until: inDays(5) },
  });
  return { id, classId: campClass.id, cartId: reserved.body.cartId! };
}

/** The same with a paid seat. */
async function open() {
  const { id, classId, cartId } = await reserve();
  const record = await office().call('POST /families/:id/payments', {
    params: { id },
    body: {
      requestId: crypto.randomUUID(),
      cartIds: [cartId],
      method: 'cash',
      amount: 8_000,
      day: inDays(0),
      reference: '',
    },
  });
  expect(record.status).toBe(200);
  return { id, classId };
}

const write = (classId: string) =>
  office().call('POST /messages', {
    body: { classIds: [classId], subject: 'Bring a hat', text: 'It will be sunny.' },
  });

/** All emails that are due are written, and sent if they can be. */
async function mail(id: string) {
  await listMailsTo(app, { email: standInAddress(id) });
  await deliverMails(app.services);
}

const listTopics = async (id: string) => {
  const { body } = await office().call('GET /calls');
  return body.find(({ accountId }) => accountId === id)?.about ?? [];
};
const countCalls = async () => (await office().call('GET /dayList')).body.calls;
const note = (mailIds: string[]) => office().call('POST /calls', { body: { mailIds } });

// Rules: R555.
describe('a family without an email address', () => {
  it('is called about each kind of email, except what it was there for or what is too late', () => {
    const to = { ...admin, email: standInAddress(admin._id.toHexString()) };
    const skipped = MAIL_KINDS.filter(
      (kind) => makeLines(kind, [{ id: 'one', about: {}, to }], app.services).length === 0,
    );
    expect(skipped.filter((kind) => !getMailModule(kind).isForAdmins)).toEqual([
      'welcome',
      'seat reserved',
      'pay link',
      'paid',
      'families merged',
      'merge asked',
      'address ended',
      'form signed',
      'came or left',
      'waiting joined',
      'confirm address',
    ]);
  });

  it('is in the preview, on the list of calls, on Home, on its page and in its letter, with all that the email would say', async () => {
    const { id, classId } = await open();
    const before = await countCalls();
    const { body: reach } = await write(classId);
    expect(reach).toMatchObject({
      recipients: 1,
      toCall: 1,
      withoutMail: 0,
      people: [{ name: 'Ruth Garcia', phone: PHONE }],
    });
    await mail(id);
    expect(mailServer.mails).toEqual([]);
    const { body: calls } = await office().call('GET /calls');
    expect(calls.find(({ accountId }) => accountId === id)).toMatchObject({
      name: 'Ruth Garcia',
      phone: PHONE,
      about: [{ kind: 'school message', content: { subject: 'Bring a hat' } }],
    });
    expect(JSON.stringify(calls)).toContain('It will be sunny.');
    expect(await countCalls()).toBe(before + 1);
    const { body: family } = await office().call('GET /families/:id', { params: { id } });
    expect(family.calls).toEqual(await listTopics(id));
  });

  it('is on the list until somebody notes the call; the first one is noted', async () => {
    const { id, classId } = await open();
    await write(classId);
    await mail(id);
    const mailIds = (await listTopics(id)).map(({ _id }) => _id);
    const colleague = await buildUser(app, 'admin');
    expect((await note(mailIds)).status).toBe(200);
    expect((await app.as(colleague).call('POST /calls', { body: { mailIds } })).status).toBe(200);
    expect(await listTopics(id)).toEqual([]);
    app.passMinutes(60);
    await deliverMails(app.services);
    const { outbox } = app.services.database.collections;
    expect(await outbox.findOne({ _id: mailIds[0]! })).toMatchObject({
      state: 'called',
      called: { by: admin._id },
    });
  });

  it('is no longer called about what is not true anymore, and hears all that a canceled class means', async () => {
    const { id, classId } = await open();
    await write(classId);
    await mail(id);
    const cancel = { confirm_affected: 1, note: 'The boat leaks.', message: 'We are sorry.' };
    const params = { id: classId };
    expect((await office().call('POST /cancelClass/:id', { params, body: cancel })).status).toBe(
      200,
    );
    app.passMinutes(60);
    await mail(id);
    const topics = await listTopics(id);
    expect(topics.map(({ kind }) => kind)).toContain('class canceled');
    expect(JSON.stringify(topics)).toContain('We are sorry.');
    // Nobody can reply to a call, or open its attachment.
    expect(JSON.stringify(topics)).not.toMatch(/this email|attached file/);
  });

  it('whose seat was reserved is called, too: the class is canceled, and no money is to be sent for it', async () => {
    const { id, classId } = await reserve();
    const before = await countCalls();
    const canceled = await office().call('POST /cancelClass/:id', {
      params: { id: classId },
      body: { confirm_affected: 0, note: 'The boat leaks.', message: 'We are sorry.' },
    });
    expect(canceled.status).toBe(200);
    await mail(id);
    const topics = await listTopics(id);
    expect(topics.map(({ kind }) => kind)).toEqual(['class canceled']);
    const said = JSON.stringify(topics);
    expect(said).toContain('The reservation for Mia has ended, so please send no money for it.');
    expect(said).toContain('We are sorry.');
    expect(said).not.toMatch(/calendar|this email/);
    expect(await countCalls()).toBe(before + 1);
    const { body: family } = await office().call('GET /families/:id', { params: { id } });
    expect(family.calls).toEqual(topics);
  });

  it('is on the list of directors alone if the topic is theirs', async () => {
    const { id } = await open();
    const to = { _id: new ObjectId(id), name: 'Ruth Garcia', email: standInAddress(id) };
    const cause = { kind: 'answer in app' as const };
    const { _id } = await buildLine(app, to, { _id: `aid-${id}`, cause, state: 'to call' });
    const clerk = await buildUser(app, 'admin', 'office');
    const see = async (person: { email: string }) =>
      JSON.stringify((await app.as(person).call('GET /calls')).body).includes(_id);
    expect([await see(admin), await see(clerk)]).toEqual([true, false]);
    await app.as(clerk).call('POST /calls', { body: { mailIds: [_id] } });
    expect(await see(admin)).toBe(true);
    expect(
      JSON.stringify((await app.as(clerk).call('GET /families/:id', { params: { id } })).body),
    ).not.toContain(_id);
  });

  it('is called as the family that it is merged into, or gets the email if that one has an address', async () => {
    for (const hasAddress of [true, false]) {
      const { id, classId } = await open();
      await write(classId);
      await mail(id);
      const [call] = await listTopics(id);
      const into = hasAddress ? (await buildUser(app))._id.toHexString() : (await open()).id;
      const merged = await office().call('POST /families/:id/merge', {
        params: { id },
        body: { into, note: 'The same family.' },
      });
      expect(merged).toMatchObject({ status: 200, body: { isMerged: true } });
      expect(await listTopics(id)).toEqual([]);
      app.passMinutes(31);
      await deliverMails(app.services);
      const { outbox } = app.services.database.collections;
      const line = await outbox.findOne({ _id: call?._id ?? '' });
      expect(line).toMatchObject({
        userId: new ObjectId(into),
        state: hasAddress ? 'sent' : 'to call',
      });
      const left = (await listTopics(into)).map(({ _id }) => _id);
      expect(left.includes(call?._id ?? '')).toBe(!hasAddress);
    }
  });

  it('gets the email after all if it gives an address before it was called', async () => {
    const { id, classId } = await open();
    await write(classId);
    await mail(id);
    expect(await listTopics(id)).toHaveLength(1);
    const email = 'ruth@camp.example';
    const changed = await office().call('PATCH /families/:id', {
      params: { id },
      body: { email, note: 'Now she has one.' },
    });
    expect(changed.status).toBe(200);
    app.passMinutes(60);
    await deliverMails(app.services);
    expect(await listTopics(id)).toEqual([]);
    expect(mailServer.mails.map(({ recipients }) => recipients)).toContainEqual([email]);
  });

  it('is called until somebody has done it, and knows then what to say', async () => {
    const { id, classId } = await open();
    await write(classId);
    await mail(id);
    app.passMinutes((KEEP_MAIL_DAYS + 1) * 24 * 60);
    await forgetOldMails(app.services);
    expect(await listTopics(id)).toHaveLength(1);
    app.passMinutes(31);
    await deliverMails(app.services);
    const [topic] = await listTopics(id);
    expect(JSON.stringify(topic)).toContain('sunny');
    await note([topic!._id]);
    await forgetOldMails(app.services);
    expect(await listTopics(id)).toEqual([]);
    const { outbox } = app.services.database.collections;
    const line = await outbox.findOne({ _id: topic!._id });
    expect(JSON.stringify(line)).not.toContain('sunny');
  });
});
