import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addMessage } from '../seats/class-seats.ts';
import { auditEvent } from '../events/audit-event.ts';
import { relayEvents } from '../events/relay.ts';
import { runJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeUserId } from '../testing/documents.ts';
import { buildClass, buildUser, holdSeatOf, proveSignIn, useUser } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { makeContext } from './content.ts';
import type { PropsOf } from './kinds/all.ts';
import { readProps, writeMail } from './write-mail.ts';
import { findTraces } from '../testing/find-traces.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';

type Message = Input<Contract['POST /messages']>['body'];

const app = useTestApp();
const admin = useUser(app, 'admin');
let ivo: UserDocument;
let rosa: UserDocument;
let max: UserDocument;
let campClass: ClassDocument & { id: string };
beforeEach(async () => {
  ivo = await buildUser(app, 'instructor');
  rosa = await buildUser(app);
  max = await buildUser(app);
  campClass = await buildTaughtClass(ivo, [rosa, max]);
});

const enrolled = ({ _id }: Pick<UserDocument, '_id'>): Seat => ({
  seatId: new ObjectId(),
  userId: _id,
  joinedAt: new Date(),
  state: 'enrolled',
  entry_code: `KTS-${randomUUID().slice(0, 4)}`,
  paymentId: `pi_${randomUUID()}`,
  price: 10,
  enrolledAt: new Date(),
});

const buildTaughtClass = (
  { _id: instructorId }: UserDocument,
  students: UserDocument[],
  fields: Partial<ClassDocument> = {},
) => buildClass(app, { instructorId, seats: students.map(enrolled), ...fields });

const write = (
  sender: { email: string; uid?: string },
  changes: Partial<Message> = {},
  server = app,
) =>
  server.as(sender).call('POST /messages', {
    body: {
      classIds: [campClass.id],
      subject: 'The bus',
      text: 'It leaves\nat nine.',
      ...changes,
    },
  });

const preview = (sender: { email: string }, classId = campClass.id) =>
  app.as(sender).call('POST /messages/preview', {
    body: { classIds: [classId], subject: 'The bus', text: 'It leaves\nat nine.' },
  });

const listEvents = () => readAuditLog(app, { action: 'message to class' });
const listSent = async () =>
  (await listEvents()).filter(({ who }) => who === ivo.email || who === admin.email);

// Rules: R84, R310.
describe('a message to a class', () => {
  beforeEach(async () => {
    await relayEvents(app.services);
    await app.services.database.collections.events.deleteMany({});
  });

  it('from its instructor is recorded, with who wrote what to how many', async () => {
    const { status, body } = await write(ivo);
    expect(status).toBe(200);
    expect(body).toMatchObject({ recipients: 2, withoutMail: 0, content: { subject: 'The bus' } });
    expect(JSON.stringify(body.content)).toContain('It leaves\\nat nine.');

    const log = await app
      .as(admin)
      .call('GET /auditLog', { query: { action: 'message to class' } });
    expect(log.body).toEqual([
      {
        _id: expect.any(String) as string,
        who: ivo.email,
        action: 'message to class',
        target: campClass.name,
        before: null,
        after: {
          subject: 'The bus',
          text: 'It leaves\nat nine.',
          from: ivo.name,
          recipients: 2,
          group: 'enrolled',
          classId: [{ _id: campClass.id, name: campClass.name }],
        },
        at: expect.any(String) as string,
      },
    ]);
  });

  it('is in the server’s log without its text', async () => {
    const lines: string[] = [];
    const logging = await startSecondServer(app, { LOG_LEVEL: 'info' }, ({ environment }) => ({
      log: createLog(environment, { write: (line) => void lines.push(line) }),
    }));
    expect((await write(ivo, { text: 'Rosa is ill.' }, logging)).status).toBe(200);
    await relayEvents(logging.services);
    await logging.close();
    expect(lines.join()).toContain('"type":"message to class"');
    expect(lines.join()).not.toContain('Rosa is ill.');
    expect(JSON.stringify(await listSent())).toContain('Rosa is ill.');
  });

  it('becomes one email for each of them, in the words of the preview', async () => {
    const messageId = randomUUID();
    await Promise.all([write(ivo, { messageId }), write(ivo, { messageId })]);
    const { content } = (await preview(ivo)).body;
    for (const person of [rosa, max]) {
      const lines = await listMailsTo(app, person);
      expect(lines.map(({ cause }) => cause.kind)).toEqual(['school message']);
      const read = await readMailTo(app, person, 'school message');
      const props = read?.props as PropsOf<'school message'>;
      const to = { name: person.name, address: person.email };
      const written = writeMail('school message', props, makeContext(to, app.services));
      expect(written.content.parts).toEqual(content.parts);
    }
    expect(await listMailsTo(app, ivo)).toEqual([]);
  });

  it('changes nothing else: an open form of the class can still be saved', async () => {
    const { classes } = app.services.database.collections;
    const before = await classes.findOne({ _id: campClass._id });
    await write(admin);
    await relayEvents(app.services);
    const { events, ...after } = (await classes.findOne({ _id: campClass._id })) ?? {};
    expect(after).toEqual({ ...before, version: 1 });
    expect(events).toEqual([]);
  });

  it('reaches everyone enrolled, but nobody who only holds a seat or has deleted their account', async () => {
    const open = await buildClass(app, {
      seats: [rosa, { _id: makeUserId('deleted-1@deleted.invalid'), name: 'Deleted student' }].map(
        enrolled,
      ),
    });
    await holdSeatOf(app, max, open);
    expect((await write(admin, { classIds: [open.id] })).body.recipients).toBe(1);
  });

  it('counts those who turned news off', async () => {
    await app.as(max).call('PATCH /myMail', { body: { news: false } });
    expect((await preview(ivo)).body).toMatchObject({ recipients: 2, withoutMail: 1 });
  });

  it('is sent once, however often it is repeated with the same id', async () => {
    const messageId = randomUUID();
    for (let times = 0; times < 3; times += 1)
      expect((await write(ivo, { messageId })).status).toBe(200);
    await Promise.all([write(ivo, { messageId }), write(ivo, { messageId })]);
    expect(await listSent()).toHaveLength(1);
    // With the same id, another sender's message or another text is a different message.
    await write(admin, { messageId });
    await write(ivo, { messageId, text: 'It leaves at ten.' });
    expect(await listSent()).toHaveLength(3);
  });

  it('is not lost if the server stops just after it was taken', async () => {
    const { database } = app.services;
    const events = new Proxy(database.collections.events, {
      get: (target, name) =>
        name === 'bulkWrite'
          ? () => Promise.reject(new Error('the database is away'))
          : (Reflect.get(target, name) as unknown),
    });
    const cut = await startSecondServer(app, {}, () => ({
      database: {
        ...database,
        close: async () => {},
        collections: { ...database.collections, events },
      },
    }));
    try {
      expect((await write(ivo, {}, cut)).status).toBe(200);
    } finally {
      await cut.close();
    }
    const kept = await database.collections.classes.findOne({ _id: campClass._id });
    expect(kept?.events).toMatchObject([{ type: 'message to class', by: ivo._id }]);
    expect(await listSent()).toHaveLength(1);
  });
});

describe('who may write', () => {
  it('an admin to any class with students, even an archived one', async () => {
    const archived = await buildClass(app, { status: 'archived', seats: [enrolled(rosa)] });
    for (const classId of [campClass.id, archived.id])
      expect((await write(admin, { classIds: [classId] })).body.recipients).toBeGreaterThan(0);
  });

  it('no student, not even one of this class', async () => {
    for (const call of [write, preview]) expect((await call(rosa)).body.code).toBe('not_allowed');
  });

  it('no other instructor, and none learns which classes exist', async () => {
    const other = await buildUser(app, 'instructor');
    const draft = await buildClass(app, { status: 'draft' });
    for (const classId of [campClass.id, draft.id, new ObjectId().toHexString()]) {
      expect((await write(other, { classIds: [classId] })).body.code).toBe('not_allowed');
      expect((await preview(other, classId)).body.code).toBe('not_allowed');
    }
  });

  it('not the instructor whose class was unassigned, nor one who was removed', async () => {
    const params = { id: ivo._id.toHexString() };
    await app.as(admin).call('PATCH /unassignCourse/:id', { params });
    expect((await write(ivo)).body.code).toBe('not_allowed');

    const gone = await buildUser(app, 'instructor');
    const theirs = await buildTaughtClass(gone, [rosa]);
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: gone._id }, { $set: { status: 'removed' } });
    expect((await write(gone, { classIds: [theirs.id] })).body.code).toBe('account_removed');
  });

  it('not an instructor whose class is unassigned while they write', async () => {
    const { collections } = app.services.database;
    const after = { subject: '', text: '', from: '', group: 'enrolled' as const, classId: [] };
    const event = auditEvent({
      at: app.services.now(),
      by: ivo._id,
      type: 'message to class',
      target: '',
      before: null,
      after,
    });
    await collections.classes.updateOne({ _id: campClass._id }, { $set: { instructorId: null } });
    expect(await addMessage(campClass._id, ivo._id, event, app.services)).toBe(false);
    expect(await collections.classes.findOne({ _id: campClass._id })).not.toHaveProperty('events');
  });

  it('not another sign-in with the instructor’s address', async () => {
    expect((await write({ ...ivo, uid: 'another-account' })).body.code).toBe('session_expired');
  });
});

describe('a message that reaches nobody', () => {
  it('is refused for a class that is not there, and for a draft', async () => {
    const draft = await buildClass(app, { status: 'draft' });
    for (const classId of [draft.id, new ObjectId().toHexString()])
      expect((await write(admin, { classIds: [classId] })).body.code).toBe('not_found');
  });

  it('is refused for a class without students', async () => {
    const empty = await buildClass(app);
    await holdSeatOf(app, rosa, empty);
    expect((await write(admin, { classIds: [empty.id] })).body.code).toBe('nobody_enrolled');
    expect((await preview(admin, empty.id)).body.code).toBe('nobody_enrolled');
  });

  it.each([
    ['subject', ' '],
    ['subject', 'x'.repeat(61)],
    ['subject', 'The bus\r\nBcc: everybody@example.test'],
    ['text', '\n'],
    ['text', 'x'.repeat(4_001)],
    ['classIds', []],
    ['group', 'everybody'],
    ['messageId', '../1'],
  ])('is refused with a wrong %s', async (field, value) => {
    const { body } = await write(admin, { [field]: value });
    expect(body).toMatchObject({
      code: 'invalid_input',
      fields: { [`body.${field}`]: expect.any(String) },
    });
  });
});

describe('a preview', () => {
  it('says the same as sending, and leaves no trace', async () => {
    const { events, classes, outbox } = app.services.database.collections;
    const readAll = async () => [
      await events.find().toArray(),
      await outbox.find().toArray(),
      await classes.findOne({ _id: campClass._id }),
    ];
    const before = await readAll();
    const previewed = await preview(ivo);
    expect(await readAll()).toEqual(before);
    expect(previewed.body).toEqual((await write(ivo)).body);
  });

  it('does not use up what one may send in an hour', async () => {
    const strict = await startSecondServer(app, { MESSAGES_PER_HOUR: '2' });
    try {
      const look = () =>
        strict.as(ivo).call('POST /messages/preview', {
          body: { classIds: [campClass.id], subject: 'The bus', text: 'It leaves at nine.' },
        });
      for (let times = 0; times < 5; times += 1) expect((await look()).status).toBe(200);
      const sent = [
        await write(ivo, {}, strict),
        await write(ivo, {}, strict),
        await write(ivo, {}, strict),
      ];
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(Number(sent[2]?.headers['retry-after'])).toBeGreaterThan(60);
      // Each sender has an hour of their own.
      expect((await write(admin, {}, strict)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

it('the name of a former instructor goes from the audit log with their account', async () => {
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: ivo._id }, { $set: { name: 'Ivo Underwood' } });
  await write(ivo);
  const params = { id: ivo._id.toHexString() };
  await app.as(admin).call('PATCH /unassignCourse/:id', { params });
  await app.as(admin).call('DELETE /removeInstructor/:id', { params });
  const body = { email: ivo.email, idToken: await proveSignIn(ivo) };
  expect((await app.as(ivo).call('DELETE /myAccount', { body })).status).toBe(200);

  expect(await findTraces(app, 'Ivo Underwood')).toEqual([]);
  expect((await listEvents()).map(({ after }) => after?.['from'])).toContain('Deleted student');
});

it(`the text is deleted after ${KEEP_MAIL_DAYS} days; after that, a retry sends no empty email`, async () => {
  const { outbox } = app.services.database.collections;
  await write(ivo, { text: 'Bring the blue boots.' });
  const [line] = await listMailsTo(app, rosa);
  const id = line?._id ?? '';
  const read = await readMailTo(app, rosa, 'school message');
  expect(read?.props).toMatchObject({ text: 'Bring the blue boots.' });
  const content = { subject: '', greeting: '', parts: [] };
  const written = { content, html: '', text: 'Bring the blue boots.', attachments: [] };
  await outbox.updateOne({ _id: id }, { $set: { state: 'failed', written } });

  app.passMinutes((KEEP_MAIL_DAYS + 1) * 24 * 60);
  await runJobs(app.services);
  expect(JSON.stringify(await outbox.findOne({ _id: id }))).not.toContain('boots');
  await app.as(admin).call('POST /outbox/:id/retry', { params: { id } });
  const again = await outbox.findOne({ _id: id });
  expect(again && (await readProps(again, app.services))).toBeUndefined();
});
