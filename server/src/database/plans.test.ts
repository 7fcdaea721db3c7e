import { type CommandStartedEvent, type Document, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { deliverMails } from '../messages/deliver.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDeliveries } from '../programs/add-deliveries.ts';
import { deliverHooks } from '../programs/deliver-hooks.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  proveSignIn,
} from '../testing/factories.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import { makeInput } from '../testing/make-input.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { inDays } from '../testing/today.ts';
import { addAuditEntries } from '../testing/audit-log.ts';
import { makePayment, makeUser } from '../testing/documents.ts';
import { connectDatabase } from './connect.ts';

/** The parts of each command that `explain` accepts. It refuses others, such as the session. */
const EXPLAINED: Record<string, string[]> = {
  find: ['filter', 'sort', 'projection', 'limit', 'skip'],
  aggregate: ['pipeline', 'cursor'],
  update: ['updates'],
  delete: ['deletes'],
  findAndModify: ['query', 'sort', 'update', 'fields', 'new', 'upsert'],
};

let app: TestApp;
let closeDatabase: () => Promise<void>;
const commands = new Map<string, Document>();
beforeAll(async () => {
  const variables = testVariables(makeDatabaseName());
  const database = await connectDatabase(variables.MONGODB_URI ?? '', { monitorCommands: true });
  closeDatabase = database.close;
  app = await startTestApp(() => ({ database }), variables);
  database.client.on('commandStarted', remember);
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
});

/** Keeps one command of each shape: same fields, whatever the values. */
function remember({ commandName, command }: CommandStartedEvent): void {
  const parts = EXPLAINED[commandName];
  if (!parts) return;
  const kept = Object.fromEntries(
    [commandName, ...parts].filter((part) => part in command).map((part) => [part, command[part]]),
  );
  commands.set(
    JSON.stringify(kept, (_key, value) => (typeof value === 'object' ? value : '?')),
    kept,
  );
}

// Rules: R72, R81, R93, R220, R260, R355.
it('no call, no job and no email scans a whole collection', async () => {
  await makeEveryCall();
  expect(commands.size).toBeGreaterThan(25);
  expect((await explainCommands()).filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
  // Which queries were made depends on what is due.
  const lines = await app.services.database.collections.outbox.find().toArray();
  const sent = await app.services.database.collections.webhookDeliveries.find().toArray();
  expect(sent.map(({ state }) => state)).toContain('delivered');
  const kinds = lines.map(({ cause }) => cause.kind);
  expect(kinds).toEqual(expect.arrayContaining(['paid', 'seat held', 'reminder', 'contact form']));
});

describe('a list uses an index, whatever its search, filter and sort', () => {
  const filters = {
    'GET /userList': [
      { all: true },
      { role: 'student' },
      { search: 'mia 5550100' },
      { removed: true },
    ],
    'GET /classes': [
      { free: true },
      { month: inDays(30).slice(0, 7) },
      { min_price: 5 },
      { age: '9' },
      { born: '2018-06' },
      { week: inDays(30) },
    ],
    'GET /auditLog': [
      { all: true },
      { who: 'system' },
      { action: 'refund' },
      { target: 'kites' },
      { from: inDays(-30), to: inDays(0) },
    ],
    'GET /adminClasses': [
      { season: 'coming' },
      { season: '2027', status: 'draft' },
      { from: inDays(30), to: inDays(34), room: 3 },
    ],
    'GET /classList': [{ status: 'archived' }, { season: 'coming' }],
    'GET /contactMessages': [{ done: false }],
    'GET /getInstructors': [],
    'GET /outbox': [{ state: 'failed' }, { kind: 'paid' }],
    'GET /papers': [{ all: true }, { kind: 'credit note' }, { from: inDays(-30), to: inDays(0) }],
    'GET /payments': [{ all: true }, { state: 'refunded' }, { from: inDays(-30), to: inDays(0) }],
  };
  it.each(Object.keys(filters) as (keyof typeof filters)[])('%s', async (name) => {
    const admin = await buildUser(app, 'admin');
    const sorts = contract[name].query.shape.sort.unwrap().options;
    commands.clear();
    for (const filter of [{}, ...filters[name]])
      for (const search of [undefined, 'a'])
        for (const sort of [undefined, ...sorts]) {
          const query = { ...filter, ...(search && { search }), ...(sort && { sort }), size: 10 };
          expect((await app.as(admin).call(name, { query })).status).toBe(200);
        }
    const plans = await explainCommands();
    expect(plans.length).toBeGreaterThan(sorts.length);
    expect(plans.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
  });

  it('the office’s search, whatever somebody types', async () => {
    const admin = await buildUser(app, 'admin');
    // Among few people, any index would do.
    const people = Array.from({ length: 20 }, (_none, place) =>
      makeUser({ name: 'Zoe', email: `zoe-${place}@example.test`, role: 'student' }),
    );
    await app.services.database.collections.users.insertMany(people);
    commands.clear();
    const names = ['mia o’brien', 'Jörg Mueller', 'Ås', 'o', '太郎'];
    for (const text of [
      ...names,
      '+1 202 555 0143',
      'no@body',
      'EXM-101',
      'R-000001',
      'pi_1',
      '4242',
      'RF18539007547034',
    ])
      expect((await app.as(admin).call('GET /search', { query: { text } })).status).toBe(200);
    const plans = await explainCommands();
    expect(plans.length).toBeGreaterThan(6);
    expect(plans.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
    const byWords = plans.filter(({ shape }) => shape.includes('searchWords'));
    expect(byWords.length).toBeGreaterThan(1);
    for (const { plan } of byWords) expect(plan).toContain('"indexName":"searchWords_1"');
  });

  it('a search of the audit log looks at the last year only', async () => {
    const admin = await buildUser(app, 'admin');
    commands.clear();
    await app.as(admin).call('GET /auditLog', { query: { search: 'nothing like this' } });
    const searches = (await explainCommands()).filter(({ shape }) =>
      shape.includes('"data.target":{"$regex"'),
    );
    const anywhere = searches.filter(({ shape }) => !shape.includes('searchWords'));
    expect(anywhere.length).toBeGreaterThan(0);
    for (const { shape } of searches) expect(shape).toContain('"at":{"$gte"');
    for (const { plan } of anywhere) expect(plan).toContain('"indexName":"at_1__id_1"');
  });

  it('a search for a person reads the payments and entries of that person only', async () => {
    const admin = await buildUser(app, 'admin');
    const { collections } = app.services.database;
    const rosa = makeUser({ name: 'Rosa Quill', email: 'quill@example.test', role: 'student' });
    const others = Array.from({ length: 50 }, (_none, place) =>
      makeUser({ name: 'Zoe Zett', email: `zett-${place}@example.test`, role: 'student' }),
    );
    await collections.users.insertMany([rosa, ...others]);
    const about = [rosa, ...others, rosa];
    const classId = new ObjectId();
    await collections.payments.insertMany(
      about.map(({ _id: userId, name, email }, place) => {
        const item = { seatId: new ObjectId(), name, classId };
        return makePayment(item, {
          ...{ _id: `pi_q${place}`, studentName: name, email, userId },
          ...{ amount: 4_000, createdAt: app.services.now() },
        });
      }),
    );
    await addAuditEntries(
      app,
      about.map(({ email }, place) => ({
        ...{ _id: `q${place}`, who: admin.email, action: 'refund', target: email },
        ...{ people: [email], before: null, after: null, at: app.services.now() },
      })),
    );
    for (const search of ['rosa quill', 'quill@', rosa.email])
      for (const name of ['GET /payments', 'GET /paymentTotals', 'GET /auditLog'] as const) {
        commands.clear();
        const { status, body } = await app.as(admin).call(name, { query: { search } });
        expect({ status, found: body.length }).toEqual({
          ...{ status: 200, found: name === 'GET /paymentTotals' ? 1 : 2 },
        });
        const read = await explainCommands('executionStats', ['payments', 'events']);
        expect(read.length).toBeGreaterThan(0);
        for (const { examined, shape } of read) expect(examined, shape).toBeLessThanOrEqual(2);
      }
  });
});

/**
 * @param of only the commands about these collections
 * @returns each command that the server sent, with the database's plan for it, and how many documents it read
 */
async function explainCommands(
  verbosity: 'queryPlanner' | 'executionStats' = 'queryPlanner',
  of?: string[],
): Promise<{ shape: string; plan: string; examined: number }[]> {
  const { client, collections } = app.services.database;
  const db = client.db(collections.users.dbName);
  return Promise.all(
    [...commands]
      .filter(([, command]) => !of || of.includes(Object.values(command)[0] as string))
      .map(async ([shape, command]) => {
        const plan = await db.command({ explain: command, verbosity });
        const stats = plan['executionStats'] as { totalDocsExamined: number } | undefined;
        return { shape, plan: JSON.stringify(plan), examined: stats?.totalDocsExamined ?? 0 };
      }),
  );
}

async function makeEveryCall(): Promise<void> {
  const campClass = await buildClass(app);
  const free = await buildClass(app);
  const { student } = await buildEnrolledSeat(app, campClass);
  const { cartId } = await holdSeatOf(app, student, free);
  const instructor = await buildUser(app, 'instructor');
  const admin = await buildUser(app, 'admin');
  const classId = free.id;
  const messageId = new ObjectId();
  const reply = await buildLine(app, student, {
    ...{ _id: `reply-${messageId.toHexString()}-1`, state: 'failed' },
    cause: { kind: 'contact reply', messageId, replyId: '1' },
  });
  const { collections } = app.services.database;
  await collections.outbox.updateOne({ _id: reply._id }, { $unset: { userId: '' } });
  await collections.contactMessages.insertOne({
    ...{ _id: messageId, name: 'Rosa', email: 'rosa@exmaple.test', message: 'Is there lunch?' },
    ...{ at: app.services.now(), isDone: true, doneBy: null },
  });
  const { path } = (await app.as(student).call('POST /myCalendar')).body;
  const about: Record<string, Record<string, unknown>> = {
    'DELETE /addClass/:cartId': { cartId, classId },
    'PATCH /makeInstructor': { email: (await buildUser(app)).email },
    'GET /removeuser': { email: instructor.email },
    'DELETE /removeuser': { email: (await buildUser(app)).email },
    'PATCH /userList/admin/:id': { id: (await buildUser(app))._id.toHexString() },
    'PATCH /unassignCourse/:id': { id: instructor._id.toHexString() },
    'DELETE /removeInstructor/:id': { id: instructor._id.toHexString() },
    'GET /calendars/:file': { file: path?.replace('/calendars/', '') },
    'POST /families/:id/mailTo': { id: student._id.toHexString(), address: 'new@example.test' },
    'POST /outbox/:id/correct': { id: reply._id },
    'POST /myStatements': { participant: 'me', year: Number(inDays(0).slice(0, 4)) },
    'GET /statements/:no': { no: '1' },
    'POST /webhooks': { name: 'Bookkeeping', url: 'https://program.example/hook' },
    'POST /contact': { email: 'visitor@example.test', message: 'Is there lunch?' },
    'DELETE /myAccount': { idToken: await proveSignIn(student) },
  };
  const callers = { student, instructor, admin };
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const { who } = endpoint.access;
    const caller = who in callers ? callers[who as keyof typeof callers] : student;
    const ids = { id: classId, classId, cartId, season: '2027', month: inDays(0).slice(0, 7) };
    const values = { ...COURSE, email: caller.email, ...ids, ...about[name] };
    const input = makeInput(name as keyof Contract, values);
    await app.as(caller).call(name as keyof Contract, input as never);
  }
  await app.http.get('/api/metrics');
  app.passMinutes(90);
  await holdSeatOf(app, await buildUser(app), await buildClass(app, { sit: 1 }));
  await runJobs(app.services);
  // One hold ends soon, and one class starts soon.
  app.passMinutes(21);
  const soon = await buildClass(app, { camp_start: inDays(6), camp_end: inDays(9) });
  await buildEnrolledSeat(app, soon);
  const { classes } = app.services.database.collections;
  await classes.updateOne({ _id: soon._id }, { $set: { 'seats.0.enrolledAt': new Date(0) } });
  await addDueMails(app.services);
  const send = () => Promise.resolve({ result: 'sent' as const });
  const mailer = { send, check: () => Promise.resolve(undefined) };
  await deliverMails({ ...app.services, mailer });
  await addDeliveries(app.services);
  const answer = { result: 'delivered' as const, status: 204, problem: '' };
  const webhookSender = { ...app.services.webhookSender, send: () => Promise.resolve(answer) };
  await deliverHooks({ ...app.services, webhookSender });
}

const COURSE = {
  name: 'Kites',
  image: '/pictures/classes/sailing.webp',
  sit: 5,
  price: 49.5,
  assign_room: 3,
  camp_start: inDays(30),
  camp_end: inDays(34),
  course_tag: 'KTS',
  details: 'Wind.',
  transactionId: 'pi_nobody',
  text: 'Somebody',
  paymentId: 'pi_nobody',
  photo: '',
};
