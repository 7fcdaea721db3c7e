import { Agent, request as makeRequest } from 'node:http';
import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionToken } from '../identity/session-tokens.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { type Program, startProgram } from '../testing/programs.ts';
import {
  createApi,
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import { readCallerAddress } from './caller-address.ts';
import { addCalls } from './rate-limits.repo.ts';

const LIMIT = 20;
const AT_ONCE = LIMIT / 5;
const PACE_MINUTES = 1 / LIMIT;
const VISIT = { date: '1/7/2027', time: '9:00', browser: 'x', platform: 'x', language: 'en' };

/** A call from one of this machine's own addresses: all of 127.0.0.0/8 are. */
function post(
  url: string,
  path: string,
  {
    method = 'POST',
    from = '127.0.0.1',
    body = VISIT,
    headers = {},
  }: { method?: string; from?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; retryAfter: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const options = {
      method,
      localAddress: from,
      agent: new Agent(),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        ...headers,
      },
    };
    const request = makeRequest(`${url}/api${path}`, options, (response) => {
      let answer = '';
      response.on('data', (data: Buffer) => (answer += data.toString()));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          body: answer,
        }),
      );
    });
    request.once('error', reject);
    request.end(text);
  });
}

const countByStatus = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Whatever was counted is in the database too. */
async function waitForSharedCalls(app: TestApp, calls: number): Promise<void> {
  const read = async () => {
    const counts = await app.services.database.collections.callCounts.find().toArray();
    return counts.reduce((sum, count) => sum + count.calls, 0);
  };
  await expect.poll(read, { interval: 20 }).toBe(calls);
}

describe('more calls than the limit, from one address', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(() => ({}), { RATE_LIMIT_PER_MINUTE: String(LIMIT) });
  });
  afterAll(() => app.close());

  it('are refused with 429 and when to come again; others still get in; it ends after a minute', async () => {
    for (let i = 0; i < LIMIT; i++) {
      expect((await post(app.url, '/connect')).status).toBe(200);
      app.passMinutes(55 / 60 / LIMIT);
    }
    const refused = await post(app.url, '/connect');
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toEqual({
      code: 'too_many_requests',
      message: 'Too many tries. Please wait a moment.',
    });
    expect(Number(refused.retryAfter)).toBeGreaterThan(2);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(5);

    expect((await post(app.url, '/connect', { from: '127.0.0.2' })).status).toBe(200);
    app.passMinutes(1);
    expect((await post(app.url, '/connect')).status).toBe(200);
  });

  it('come through at once by a fifth, then one after the other, as the limit allows', async () => {
    const from = '127.0.0.6';
    const flood = () =>
      Promise.all(Array.from({ length: 5 * LIMIT }, () => post(app.url, '/connect', { from })));
    const answers = await flood();
    expect(countByStatus(answers, 200)).toBe(AT_ONCE);
    expect(countByStatus(answers, 429)).toBe(5 * LIMIT - AT_ONCE);
    const waits = answers.filter(({ status }) => status === 429).map((a) => Number(a.retryAfter));
    const paceSeconds = 60 * PACE_MINUTES;
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(paceSeconds);

    app.passMinutes(PACE_MINUTES);
    expect(countByStatus(await flood(), 200)).toBe(1);
    app.passMinutes(3 * PACE_MINUTES);
    expect(countByStatus(await flood(), 200)).toBe(3);
  });

  it('are not let in by a forged X-Forwarded-For', async () => {
    const from = '127.0.0.3';
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_none, i) =>
        post(app.url, '/connect', {
          from,
          headers: { 'X-Forwarded-For': `203.0.113.${i}`, 'X-Real-IP': `203.0.113.${i}` },
        }),
      ),
    );
    expect(countByStatus(answers, 200)).toBe(AT_ONCE);
  });

  it('are refused before the caller is known and the body is read, each call by itself', async () => {
    const from = '127.0.0.4';
    const limited = Object.entries<Endpoint>(contract).filter(([, endpoint]) => endpoint.limited);
    expect(limited.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'POST /jwt',
        'POST /userList',
        'POST /addClass',
        'POST /createPayment-intent',
        'POST /makepayment',
        'POST /connect',
      ]),
    );
    for (const [name] of limited) {
      const [method = '', path = ''] = name.split(' ');
      const call = async () => (await post(app.url, path, { method, from, body: '{' })).status;
      // A body that can't be read, or no token: whichever is looked at first.
      for (let i = 0; i < AT_ONCE; i++) expect([400, 401]).toContain(await call());
      expect(await call(), name).toBe(429);
    }
  });

  it('join no class, and what the student reads is the limit’s own sentence', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const headers = {
      Authorization: `Bearer ${createSessionToken(student.email, app.services)}`,
    };
    const join = (body: object) => post(app.url, '/addClass', { from: '127.0.0.5', body, headers });
    for (let i = 0; i < AT_ONCE; i++) expect((await join({ classId: 'none' })).status).toBe(400);
    const last = await join({ classId: campClass.id, email: student.email });
    expect(last.status).toBe(429);
    const seen = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(seen.body.sit).toBe(5);
  });
});

it('behind a proxy, callers are told apart by the address that it saw', async () => {
  const app = await startTestApp(() => ({}), {
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
    TRUST_PROXY: '1',
  });
  try {
    const call = (forwarded: string) =>
      post(app.url, '/connect', { headers: { 'X-Forwarded-For': forwarded } });
    const answers = await Promise.all(
      // What stands before the proxy's own entry is the caller's word.
      Array.from({ length: 2 * LIMIT }, (_none, i) => call(`203.0.113.${i}, 198.51.100.7`)),
    );
    expect(countByStatus(answers, 200)).toBe(AT_ONCE);
    expect((await call('198.51.100.8')).status).toBe(200);
  } finally {
    await app.close();
  }
});

describe('two server processes', () => {
  const servers: Program[] = [];
  let app: TestApp;
  beforeAll(async () => {
    const variables = {
      ...testVariables(makeDatabaseName()),
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
    };
    app = await startTestApp(() => ({}), variables);
    servers.push(await startProgram('server/src/main.ts', variables));
    servers.push(await startProgram('server/src/main.ts', variables));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await app.close();
  });

  it('share one count: each tells the others of every tenth part of the limit', async () => {
    const [first, second] = servers.map(({ port }) => `http://127.0.0.1:${port}`) as [
      string,
      string,
    ];
    const TENTH = LIMIT / 10;
    // Of an even pace, a fifth comes at once: the rest of the minute's calls came before.
    const { collections } = app.services.database;
    const [at, endsAt] = [new Date(), new Date(Date.now() + 50_000)];
    await addCalls(collections, 'POST /connect 127.0.0.1', LIMIT - 2 * TENTH, at, endsAt);
    const statuses = async (url: string, calls: number) => {
      const seen = [];
      for (let i = 0; i < calls; i++) seen.push((await post(url, '/connect')).status);
      return seen;
    };
    const allowed = Array<number>(TENTH).fill(200);

    expect(await statuses(first, TENTH)).toEqual(allowed);
    await waitForSharedCalls(app, LIMIT - TENTH);
    // The second hears of the others' calls when it tells of its own.
    expect(await statuses(second, TENTH)).toEqual(allowed);
    await waitForSharedCalls(app, LIMIT);
    const refused = await post(second, '/connect');
    expect(refused.status).toBe(429);
    // Until the minute ends that all share.
    expect(Number(refused.retryAfter)).toBeGreaterThan(30);
    // The first has not heard of the second's since it last told of its own: one more part, and it knows.
    expect(await statuses(first, TENTH)).toEqual(allowed);
    await waitForSharedCalls(app, LIMIT + TENTH);
    expect((await post(first, '/connect')).status).toBe(429);
  });
});

describe('the shared count', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);

  it('loses no call of many at once, and begins anew when its time is over', async () => {
    const { collections } = app.services.database;
    const add = (calls: number, now: Date, endsAt: Date) =>
      addCalls(collections, 'a call', calls, now, endsAt);
    await Promise.all(Array.from({ length: 30 }, (_none, i) => add(2, at(0), at(60 + i))));
    expect((await add(1, at(59), at(119))).calls).toBe(61);
    // Ended, and still there: the first of many begins a new one, the others add to it.
    await Promise.all(Array.from({ length: 30 }, () => add(2, at(100), at(160))));
    expect(await add(1, at(101), at(161))).toMatchObject({ calls: 61, endsAt: at(160) });
  });

  it('is not waited for: the limit stands while the database is away', async () => {
    const lonely = await startTestApp(() => ({}), { RATE_LIMIT_PER_MINUTE: '15' });
    await lonely.services.database.close();
    try {
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push((await post(lonely.url, '/connect')).status);
      expect(statuses).toEqual([503, 503, 503, 429, 429]);
    } finally {
      await lonely.close();
    }
  });
});

it('an IPv6 caller is counted by the first 64 bits, and a mapped IPv4 one by that', () => {
  const read = (ip: string) =>
    readCallerAddress({ ip, socket: { remoteAddress: '127.0.0.1' } } as Request);
  expect(read('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2');
  expect(read('2001:0DB8:1:2:bbbb:0:0:9')).toBe('2001:db8:1:2');
  expect(read('2001:db8:1:3::1')).toBe('2001:db8:1:3');
  expect(read('2001:db8::1')).toBe('2001:db8:0:0');
  expect(read('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(read('::1')).toBe('0:0:0:0');
  expect(read('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0');
  expect(read('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(read('not an address')).toBe('127.0.0.1');
});

it('a call that is not limited may be made as often as one likes', async () => {
  const app = await startTestApp(() => ({}), { RATE_LIMIT_PER_MINUTE: '5' });
  try {
    for (let i = 0; i < 5; i++)
      expect((await createApi(app.url).call('GET /classes')).status).toBe(200);
  } finally {
    await app.close();
  }
});
