import type { CommandStartedEvent, Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointName } from '@speakifyr/contract/endpoint.ts';
import { contract } from '@speakifyr/contract/contract.ts';
import { sweep } from '../sweep.ts';
import {
  buildClass,
  buildPaidSeat,
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
import { connectDatabase } from './connect.ts';

/** What a command asks about; the rest of it (write concern, session, …) explain does not take. */
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

/** One of each shape: which fields are asked about, not for which values. */
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

it('no call and no sweep looks through a whole collection', async () => {
  await makeEveryCall();
  expect(commands.size).toBeGreaterThan(25);
  const { client } = app.services.database;
  const db = client.db(app.services.database.collections.users.dbName);
  const scans: string[] = [];
  for (const [shape, command] of [...commands]) {
    const plan = await db.command({ explain: command, verbosity: 'queryPlanner' });
    if (JSON.stringify(plan).includes('COLLSCAN')) scans.push(shape);
  }
  expect(scans).toEqual([]);
});

async function makeEveryCall(): Promise<void> {
  const campClass = await buildClass(app);
  const free = await buildClass(app);
  const { student, paymentId } = await buildPaidSeat(app, campClass);
  await app.as(student).call('POST /makepayment', {
    body: { transactionId: paymentId, email: student.email },
  });
  const { cartId } = await holdSeatOf(app, student, free);
  const instructor = await buildUser(app, 'instructor');
  const admin = await buildUser(app, 'admin');
  const classId = free.id;
  const about: Record<string, Record<string, unknown>> = {
    'DELETE /addClass/:cartId': { cartId, classId },
    'PATCH /makeInstructor': { email: (await buildUser(app)).email },
    'DELETE /removeuser': { email: (await buildUser(app)).email },
    'PATCH /userList/admin/:id': { id: (await buildUser(app))._id.toHexString() },
    'PATCH /unassignCourse/:id': { id: instructor._id.toHexString() },
    'DELETE /removeInstructor/:id': { id: instructor._id.toHexString() },
    'GET /userList': { search: 'a', sort: 'email', page: 1, size: 10 },
    'GET /classes': { search: 'a', free: 'true', month: '2027-07', sort: 'price', page: 1 },
    'GET /auditLog': { page: 1, size: 10 },
    'DELETE /myAccount': { idToken: await proveSignIn(student) },
  };
  for (const name of Object.keys(contract) as EndpointName[]) {
    const { access, params, query, body } = contract[name as keyof typeof contract] as {
      access: { who: string };
      params?: { shape: object };
      query?: { shape: object };
      body?: { shape: object };
    };
    const caller =
      { student, instructor, admin }[access.who as 'student' | 'instructor' | 'admin'] ?? student;
    const values = { ...COURSE, email: caller.email, id: classId, classId, cartId, ...about[name] };
    const pick = (part?: { shape: object }) =>
      part && Object.fromEntries(Object.entries(values).filter(([field]) => field in part.shape));
    const input = { params: pick(params), query: pick(query), body: pick(body) };
    await app.as(caller).call(name as keyof typeof contract, input as never);
  }
  // What a call may leave out makes another question of it.
  await app.as(admin).call('GET /userList', { query: { role: 'student', page: 1 } });
  await app.as(admin).call('GET /userList', { query: {} });
  await app.http.get('/api/metrics');
  app.passMinutes(90);
  await holdSeatOf(app, await buildUser(app), await buildClass(app, { sit: 1 }));
  await sweep(app.services);
}

const COURSE = {
  name: 'Kites',
  image: '/pictures/classes/sailing.webp',
  sit: 5,
  price: 49.5,
  assign_room: 3,
  camp_start: '2027-07-05',
  camp_end: '2027-07-09',
  course_tag: 'KTS',
  details: 'Wind.',
  transactionId: 'pi_nobody',
  photo: '',
};
