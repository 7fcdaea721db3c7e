import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../database/connect.ts';
import { createSessionToken } from '../identity/session-tokens.ts';
import { buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { type Program, startProgram } from '../testing/programs.ts';
import {
  createApi,
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import { CachedAnswers, makeCachedAnswer } from './cached-answers.ts';

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

describe('a public answer', () => {
  it('is read once a second, however many ask', async () => {
    await buildClass(app);
    reads = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.call('GET /classes', { query: { sort: 'price' } })),
    );
    expect(answers.map(({ body }) => body.length)).toEqual(Array(50).fill(1));
    // Fifty without it; on a busy machine they may come in more than a second.
    expect(reads).toBeLessThan(5);
  });

  it('has an ETag, and is not sent again to whoever has it', async () => {
    const { id } = await buildClass(app);
    const url = `${app.url}/api/classes/${id}`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(await first.json()).toMatchObject({ _id: id, sit: 5 });
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const again = await fetch(url, { headers: { 'If-None-Match': known } });
      expect(again.status, known).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(await again.text()).toBe('');
    }
    expect((await fetch(url, { headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
  });

  it('says how many match in all, also where it is not sent again', async () => {
    const url = `${app.url}/api/classes?page=1&size=1`;
    const first = await fetch(url);
    const total = String(
      await app.services.database.collections.classes.countDocuments({ status: 'open' }),
    );
    expect(first.headers.get('x-total-count')).toBe(total);
    const again = await fetch(url, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-total-count')).toBe(total);
  });

  it('bears the same headers whether it was made for the caller or is there already', async () => {
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
    expect(made).toContainEqual(['vary', 'Origin']);
    expect(Object.fromEntries(made)['content-security-policy']).toContain("script-src 'self'");
    expect(await ask()).toEqual(made);
    expect(await ask({ Origin: 'https://elsewhere.example' })).toEqual(made);
  });

  it('that failed is not kept', async () => {
    const { collections } = app.services.database;
    const { _id, id } = await buildClass(app, { status: 'archived' });
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(404);
    await collections.classes.updateOne({ _id }, { $set: { status: 'open' } });
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(200);
  });

  it('is nobody’s own: only what visitors may see is kept', () => {
    const cached = Object.entries<Endpoint>(contract).filter(([, endpoint]) => endpoint.cached);
    expect(cached.map(([name]) => name).sort()).toEqual([
      'GET /classes',
      'GET /classes/:id',
      'GET /instructors',
      'GET /popularclass',
    ]);
    for (const [, { access }] of cached) expect(access).toEqual({ who: 'visitor' });
  });
});

describe('a seat that was taken at one of two servers', () => {
  let servers: Program[];
  beforeAll(async () => {
    servers = await Promise.all([0, 1].map(() => startProgram('server/src/main.ts', variables)));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('is seen there at once, and at the other within a second', async () => {
    const [here, there] = servers.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
    const { id } = await buildClass(app, { sit: 5 });
    const readSit = async (url: string) =>
      (await createApi(url).call('GET /classes/:id', { params: { id } })).body.sit;

    for (let left = 4; left >= 1; left -= 1) {
      const { email } = await buildUser(app);
      expect(await Promise.all([readSit(here), readSit(there)])).toEqual([left + 1, left + 1]);
      const token = createSessionToken(email, app.services);
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

describe('a list', () => {
  it('shows its reader what they did themself, at once', async () => {
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

describe('the memory for answers', () => {
  const megabyte = 'x'.repeat(1024 * 1024);

  it('is bounded: the oldest make room', async () => {
    const answers = new CachedAnswers();
    let made = 0;
    const ask = (key: number) =>
      answers.get(String(key), async () =>
        makeCachedAnswer('/api/classes', `${megabyte}${(made += 1)}`, undefined),
      );
    for (let key = 0; key < 100; key += 1) await ask(key);
    await ask(99);
    expect(made).toBe(100);
    await ask(0);
    expect(made).toBe(101);
  });

  it('forgets an answer that is being made while something is written', async () => {
    const answers = new CachedAnswers();
    let finish = () => {};
    const slow = answers.get('key', async () => {
      await new Promise<void>((go) => (finish = go));
      return makeCachedAnswer('/api/classes', 'before', undefined);
    });
    answers.clear();
    const after = answers.get('key', async () =>
      makeCachedAnswer('/api/classes', 'after', undefined),
    );
    finish();
    await slow;
    expect((await after).body.toString()).toBe('"after"');
    const again = await answers.get('key', async () =>
      makeCachedAnswer('/api/classes', 'never', undefined),
    );
    expect(again.body.toString()).toBe('"after"');
  });
});
