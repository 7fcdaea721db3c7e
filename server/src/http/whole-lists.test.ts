import { once } from 'node:events';
import { get, ServerResponse, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Long, type MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectDatabase } from '../database/connect.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { issueDuePapers } from '../ledger/due-papers.ts';
import { makeSessionToken, makeUser } from '../testing/documents.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';

const COUNT = 12_000;
/** Long names make a list that is larger than what the operating system keeps of a connection: 10 MB. */
const LONG = '學'.repeat(190);

let app: TestApp;
let admin: UserDocument;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  const variables = testVariables(makeDatabaseName());
  const database = await connectDatabase(variables.MONGODB_URI ?? '', { monitorCommands: true });
  closeDatabase = database.close;
  watchCursors(database.client);
  app = await startTestApp(() => ({ database }), variables);
  admin = await buildUser(app, 'admin');
  const users = Array.from({ length: COUNT }, (_none, number) =>
    makeUser({
      name: `${String(number).padStart(5, '0')} ${LONG}`,
      email: `u${number}@many.test`,
      role: 'student',
    }),
  );
  // In parts: a busy machine needs long for all of them.
  for (let first = 0; first < COUNT; first += 1_000)
    await database.collections.users.insertMany(users.slice(first, first + 1_000));
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
});

const all = 'true';

/** Starts to read all users, but reads only the first bytes. */
async function beginToRead(): Promise<IncomingMessage> {
  const authorization = `Bearer ${makeSessionToken(admin, app.services)}`;
  const request = get(`${app.url}/api/userList?all=true`, { headers: { authorization } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  return response;
}

/** How many batches each open cursor was asked for after its first. */
const cursors = new Map<string, number>();

/** Watches the driver's commands: not every database lists its cursors. */
function watchCursors(client: MongoClient): void {
  const asked = new Map<number, string>();
  client.on('commandStarted', ({ commandName, command, requestId }) => {
    const { getMore, cursors: closed = [] } = command as { getMore?: unknown; cursors?: unknown[] };
    if (commandName === 'killCursors') for (const id of closed) cursors.delete(String(id));
    if (commandName !== 'getMore') return;
    asked.set(requestId, String(getMore));
    cursors.set(String(getMore), (cursors.get(String(getMore)) ?? 0) + 1);
  });
  client.on('commandSucceeded', ({ commandName, reply, requestId }) => {
    const id = String((reply as { cursor?: { id: unknown } }).cursor?.id ?? 0);
    if (commandName === 'find' && id !== '0') cursors.set(id, 0);
    if (commandName === 'getMore' && id === '0') cursors.delete(asked.get(requestId) ?? '');
  });
}

// Rules: R295.
it('12,000 users come in one answer, each once, in order, whatever the page', async () => {
  const query = { all, role: 'student' as const, page: 2, size: 10 };
  const { status, body } = await app.as(admin).call('GET /userList', { query });
  expect(status).toBe(200);
  expect(body.map(({ name }) => Number(name.slice(0, 5)))).toEqual([...Array(COUNT).keys()]);
});

it('a search that finds nobody gives an empty list', async () => {
  const query = { all, search: 'nobody at all' };
  expect((await app.as(admin).call('GET /userList', { query })).body).toEqual([]);
});

it('payments, papers and the audit log have the same rows as their pages', async () => {
  for (const _ of [1, 2, 3]) await buildEnrolledSeat(app, await buildClass(app));
  await issueDuePapers(app.services);
  await app.as(admin).call('PATCH /userList/admin/:id', {
    params: { id: (await buildUser(app))._id.toHexString() },
  });
  for (const name of ['GET /payments', 'GET /papers', 'GET /auditLog'] as const) {
    const page = await app.as(admin).call(name);
    const whole = await app.as(admin).call(name, { query: { all } });
    expect(page.body.length).toBeGreaterThan(0);
    expect(whole.body).toEqual(page.body);
  }
});

it('while a caller takes nothing, the server reads no further; a cut in the middle is no list', async () => {
  const response = await beginToRead();
  expect(cursors.size).toBe(1);
  // Another caller gets the whole list in the meantime.
  await app.as(admin).call('GET /userList', { query: { all } });
  const [[id = '', batches] = []] = cursors;
  expect(batches).toBeLessThan(COUNT / 500 - 1);

  const { client, collections } = app.services.database;
  const killing = { killCursors: 'users', cursors: [Long.fromString(id)] };
  await client.db(collections.users.dbName).command(killing);
  await expect(text(response)).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
});

it('a caller who leaves in the middle leaves no cursor behind', async () => {
  const response = await beginToRead();
  expect(cursors.size).toBe(1);
  response.destroy();
  await vi.waitUntil(() => cursors.size === 0);
});

it('a caller who takes nothing for a minute is cut off, and the cursor is closed', async () => {
  const setLimit = ServerResponse.prototype.setTimeout;
  const limits = vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
    this: ServerResponse,
  ) {
    return setLimit.call(this, 200);
  });
  const response = await beginToRead();
  expect(limits).toHaveBeenCalledWith(60_000);
  limits.mockRestore();
  expect(cursors.size).toBe(1);
  await vi.waitUntil(() => cursors.size === 0, 5_000);
  await expect(text(response)).rejects.toThrow('aborted');
});

it('a list that cannot be begun is refused like any other call', async () => {
  const { collections } = app.services.database;
  const find = vi.spyOn(collections.users, 'find').mockImplementationOnce(() => {
    throw new Error('The database is gone');
  });
  const { status } = await app.as(admin).call('GET /userList', { query: { all } });
  expect(status).toBe(500);
  find.mockRestore();
});
