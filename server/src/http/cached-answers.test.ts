import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../database/connect.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { makeSessionToken } from '../testing/documents.ts';
import { buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { type Program, startProgram } from '../testing/programs.ts';
import { slowIt } from '../testing/slow-tests.ts';
import {
  createApi,
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import { createAnswerCache, makeCachedAnswer } from './cached-answers.ts';

const variables = testVariables(makeDatabaseName());
let app: TestApp;
let reads = 0;
let closeDatabase: () => Promise<void>;
beforeAll(async () => {
  const database = await connectDatabase(variables.MONGODB_URI ?? '', { monitorCommands: true });
  closeDatabase = database.close;
  database.client.on('commandStarted', ({ commandName }) => {
    if (commandName === 'find') reads += 1;
  });
  app = await startTestApp(() => ({ database }), variables);
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
});

/** Like a browser. Node's own fetch would add `Cache-Control: no-cache`, which asks for the full answer. */
const askAgain = (url: string, etag: string) => request(url).get('').set('If-None-Match', etag);

// Rules: R43.
describe('a public answer', () => {
  it('is read from the database once a second, however many people ask', async () => {
    await buildClass(app);
    reads = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.call('GET /classes', { query: { sort: 'price' } })),
    );
    expect(answers.map(({ body }) => body.length)).toEqual(Array(50).fill(1));
    // It would be 50 without the cache. On a busy machine, the calls may take longer than a second.
    expect(reads).toBeLessThan(5);
  });

  it('has an ETag, and is not sent again to a browser that has it', async () => {
    const { id } = await buildClass(app);
    const url = `${app.url}/api/classes/${id}`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(await first.json()).toMatchObject({ _id: id, sit: 5 });
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const again = await askAgain(url, known);
      expect(again.status, known).toBe(304);
      expect(again.headers.etag).toBe(etag);
      expect(again.text).toBe('');
    }
    expect((await askAgain(url, '"another"')).status).toBe(200);
  });

  it('gives the total number of matches, even if it is not sent again', async () => {
    const url = `${app.url}/api/classes?page=1&size=1`;
    const first = await fetch(url);
    const total = String(
      await app.services.database.collections.classes.countDocuments({ status: 'open' }),
    );
    expect(first.headers.get('x-total-count')).toBe(total);
    const again = await askAgain(url, first.headers.get('etag') ?? '');
    expect(again.status).toBe(304);
    expect(again.headers['x-total-count']).toBe(total);
  });

  it('is compressed once for all who take it so, with an ETag of its own', async () => {
    await Promise.all([1, 2, 3, 4].map(() => buildClass(app)));
    const ask = (encoding: string) =>
      app.http.get('/api/classes').set('Accept-Encoding', encoding).expect(200);
    const [plain, zipped] = [await ask('identity'), await ask('gzip')];
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(Number(zipped.headers['content-length'])).toBeLessThan(
      Number(plain.headers['content-length']) / 2,
    );
    expect(zipped.headers['etag']).not.toBe(plain.headers['etag']);
    expect(zipped.body).toEqual(plain.body);
    // Too short to be worth it.
    const short = await app.http.get('/api/classes?search=nothing').set('Accept-Encoding', 'gzip');
    expect(short.headers).not.toHaveProperty('content-encoding');
  });

  it('has the same headers whether it is new or cached', async () => {
    const { id } = await buildClass(app);
    const ask = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`${app.url}/api/classes/${id}`, { headers });
      return [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    };
    const made = await ask();
    const again = await fetch(`${app.url}/api/classes/${id}`, {
      headers: { 'X-Request-Id': 'of-a-proxy' },
    });
    expect(again.headers.get('x-request-id')).toBe('of-a-proxy');
    expect(made).toContainEqual(['vary', 'Accept-Encoding']);
    expect(Object.fromEntries(made)['content-security-policy']).toContain("default-src 'none'");
    expect(await ask()).toEqual(made);
    expect(await ask({ Origin: 'https://elsewhere.example' })).toEqual(made);
  });

  it('is not cached if it is an error', async () => {
    const { collections } = app.services.database;
    const { _id, id } = await buildClass(app, { status: 'archived' });
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(404);
    await collections.classes.updateOne({ _id }, { $set: { status: 'open' } });
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(200);
  });

  it('is one that visitors may see: nothing else is cached', () => {
    const cached = Object.entries<Endpoint>(contract).filter(([, endpoint]) => endpoint.cached);
    expect(cached.map(([name]) => name).sort()).toEqual([
      'GET /classes',
      'GET /classes/:id',
      'GET /instructors',
      'GET /popularclass',
      'GET /refundPolicy',
    ]);
    for (const [, { access }] of cached) expect(access).toEqual({ who: 'visitor' });
  });
});

describe('a seat taken on one of two servers', () => {
  let servers: Program[];
  beforeAll(async () => {
    servers = await Promise.all([0, 1].map(() => startProgram('server/src/main.ts', variables)));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('shows there at once, and on the other within a second', async () => {
    const [here, there] = servers.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
    const { id } = await buildClass(app, { sit: 5 });
    const readSit = async (url: string) =>
      (await createApi(url).call('GET /classes/:id', { params: { id } })).body.sit;

    for (let left = 4; left >= 1; left -= 1) {
      const { email } = await buildUser(app);
      expect(await Promise.all([readSit(here), readSit(there)])).toEqual([left + 1, left + 1]);
      const token = makeSessionToken({ email }, app.services);
      const joined = await createApi(here, `Bearer ${token}`).call('POST /addClass', {
        body: { classId: id, email },
      });
      const joinedAt = performance.now();
      expect(joined.status).toBe(200);
      expect(await readSit(here)).toBe(left);
      for (;;) {
        const askedAt = performance.now();
        if ((await readSit(there)) === left) break;
        expect(askedAt - joinedAt).toBeLessThan(1_000);
      }
    }
  });
});

describe('a list of classes', () => {
  it('shows your own changes at once', async () => {
    const campClass = await buildClass(app, { name: 'Lanterns', sit: 3 });
    const search = { query: { search: 'Lanterns' } };
    expect((await app.call('GET /classes', search)).body[0]?.sit).toBe(3);
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    expect((await app.call('GET /classes', search)).body[0]?.sit).toBe(2);
    await app.as(student).call('DELETE /addClass/:cartId', {
      params: { cartId },
      query: { classId: campClass.id },
    });
    expect((await app.call('GET /classes', search)).body[0]?.sit).toBe(3);
  });
});

it('a refused change leaves the public answers in the cache', async () => {
  const student = await buildUser(app);
  const { id } = await buildClass(app);
  let readsOfList = 0;
  const list = () => app.call('GET /classes', { query: { sort: 'name' } });
  const query = { classId: id };
  const remove = () =>
    app.as(student).call('DELETE /addClass/:cartId', { params: { cartId: id }, query });
  for (let i = 0; i < 10; i += 1) {
    expect((await remove()).status).toBe(404);
    const before = reads;
    await list();
    readsOfList += reads - before;
  }
  // It would be 10 if each refusal cleared the cache. On a busy machine, all of this may take longer than a second.
  expect(readsOfList).toBeLessThan(5);
});

describe('the cache', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const makeText = (text: string) => async () => makeCachedAnswer(text, undefined);

  slowIt('has a size limit and drops the oldest answers', async () => {
    const cache = createAnswerCache();
    for (let key = 0; key < 100; key += 1)
      await cache.forceFetch(String(key), { context: makeText(`${megabyte}${key}`) });
    expect(cache.calculatedSize).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(cache.has('99')).toBe(true);
    expect(cache.has('0')).toBe(false);

    const many = createAnswerCache();
    for (let key = 0; key < 20_000; key += 1)
      await many.forceFetch(String(key), { context: makeText('[]') });
    expect(many.size).toBeLessThanOrEqual(10_000);
  });

  it('drops an answer if something is written while it is being read', async () => {
    const cache = createAnswerCache();
    let finish = () => {};
    const slow = cache.forceFetch('key', {
      context: async () => {
        await new Promise<void>((go) => (finish = go));
        return makeCachedAnswer('before', undefined);
      },
    });
    cache.clear();
    const after = cache.forceFetch('key', { context: makeText('after') });
    finish();
    expect((await slow).body.toString()).toBe('"before"');
    expect((await after).body.toString()).toBe('"after"');
    const again = await cache.forceFetch('key', { context: makeText('never') });
    expect(again.body.toString()).toBe('"after"');
  });

  it('does not keep failures', async () => {
    const cache = createAnswerCache();
    const fail = () => Promise.reject(new Error('away'));
    await expect(cache.forceFetch('key', { context: fail })).rejects.toThrow('away');
    const next = await cache.forceFetch('key', { context: makeText('back') });
    expect(next.body.toString()).toBe('"back"');
  });

  it('gives up on a read that never ends, and reads again for the next request', async () => {
    const cache = createAnswerCache(20);
    const never = () => new Promise<never>(() => {});
    const waiting = [1, 2].map(() => cache.forceFetch('key', { context: never }));
    for (const { reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[])
      expect(isDatabaseOutage(reason)).toBe(true);
    const next = await cache.forceFetch('key', { context: makeText('back') });
    expect(next.body.toString()).toBe('"back"');
  });

  it('tells query strings apart', async () => {
    await buildClass(app, { name: 'Kites' });
    await buildClass(app, { name: 'Violin' });
    const names = ['Kites', 'Violin'];
    const lists = await Promise.all(
      names.map((search) => app.call('GET /classes', { query: { search } })),
    );
    expect(lists.map(({ body }) => body.map(({ name }) => name))).toEqual([['Kites'], ['Violin']]);
  });
});
