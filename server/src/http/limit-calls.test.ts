import { Agent, request as makeRequest } from 'node:http';
import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import type { Request } from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSessionToken } from '../testing/documents.ts';
import { logInWithGoogle, signUp } from '../testing/account-at-provider.ts';
import { buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { createApi, startTestApp, type TestApp } from '../testing/test-app.ts';
import { readAddress } from './limit-calls.ts';

const LIMIT = 5;
const VISIT = { date: '1/7/2027', time: '9:00', browser: 'x', platform: 'x', language: 'en' };
const MINUTE_MS = 60_000;

/** A call from one of this machine's own addresses: all of 127.0.0.0/8. */
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

const repeat = <T>(times: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_none, index) => act(index)));

let app: TestApp;
beforeAll(async () => {
  const limits = { RATE_LIMIT_PER_MINUTE: String(LIMIT), MESSAGES_PER_HOUR: String(LIMIT) };
  app = await startTestApp(() => ({}), limits);
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

/** A student, and the headers of their calls. */
async function signIn() {
  const student = await buildUser(app);
  const headers = { Authorization: `Bearer ${makeSessionToken(student, app.services)}` };
  return { ...student, headers };
}

// Rules: R42, R189.
describe('more calls than the limit', () => {
  it('from one address get 429 and Retry-After for a minute, while other addresses get in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const from = '127.0.0.10';
    const answers = await repeat(LIMIT + 3, () => post(app.url, '/connect', { from }));
    expect(countByStatus(answers, 200)).toBe(LIMIT);
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(60);

    expect((await post(app.url, '/connect', { from: '127.0.0.11' })).status).toBe(200);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    expect((await post(app.url, '/connect', { from })).status).toBe(200);
  });

  it('are not let in by a forged X-Forwarded-For', async () => {
    const answers = await repeat(2 * LIMIT, (i) =>
      post(app.url, '/connect', {
        from: '127.0.0.12',
        headers: { 'X-Forwarded-For': `203.0.113.${i}`, 'X-Real-IP': `203.0.113.${i}` },
      }),
    );
    expect(countByStatus(answers, 200)).toBe(LIMIT);
  });

  it('by one account count together from all addresses, and not against other accounts', async () => {
    const [student, neighbor] = [await signIn(), await signIn()];
    const campClass = await buildClass(app);
    const join = ({ email, headers }: typeof student, from: string) =>
      post(app.url, '/addClass', { from, headers, body: { classId: campClass.id, email } });
    for (let i = 0; i < LIMIT; i++)
      expect((await join(student, `127.0.1.${i + 1}`)).status).toBe(i === 0 ? 200 : 409);
    expect((await join(student, '127.0.1.99')).status).toBe(429);
    expect((await join(neighbor, '127.0.1.1')).status).toBe(200);
    const seen = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(seen.body.sit).toBe(3);
  });

  it('by one account count on after each new password', async () => {
    const student = await buildUser(app);
    const answers = [];
    for (let i = 0; i <= LIMIT; i++) {
      const credentials = `password ${i}`;
      await app.services.database.collections.users.updateOne(
        { _id: student._id },
        { $set: { credentials } },
      );
      const token = makeSessionToken({ ...student, credentials }, app.services);
      const headers = { Authorization: `Bearer ${token}` };
      const body = { email: 'someone@example.test', may: ['see'] };
      const path = `/myChildren/${'a'.repeat(24)}/guardians`;
      answers.push(await post(app.url, path, { headers, body }));
      answers.push(await post(app.url, '/addClass', { headers, body: '{' }));
    }
    expect(countByStatus(answers, 404)).toBe(LIMIT);
    expect(countByStatus(answers, 400)).toBe(LIMIT);
    expect(countByStatus(answers, 429)).toBe(2);
  });

  it('to remove a course are refused, like those to join', async () => {
    const { headers } = await signIn();
    const path = `/addClass/${'a'.repeat(24)}?classId=${'b'.repeat(24)}`;
    const flood = await repeat(2 * LIMIT, (i) =>
      post(app.url, path, { method: 'DELETE', headers, from: `127.0.2.${i + 1}` }),
    );
    expect(countByStatus(flood, 404)).toBe(LIMIT);
    expect(countByStatus(flood, 429)).toBe(LIMIT);
  });

  it('by one account are refused without asking the database, even while it is down', async () => {
    const lonely = await startTestApp(() => ({}), { RATE_LIMIT_PER_MINUTE: '3' });
    const headers = (await signIn()).headers;
    await lonely.services.database.close();
    try {
      const statuses = [];
      for (let i = 0; i < 5; i++) {
        const from = `127.0.2.${i + 1}`;
        const body = { classId: '0123456789abcdef01234567', email: 'x@example.test' };
        statuses.push((await post(lonely.url, '/addClass', { from, headers, body })).status);
      }
      expect(statuses).toEqual([503, 503, 503, 429, 429]);
    } finally {
      await lonely.close();
    }
  });

  it('are refused even if the database is down', async () => {
    const lonely = await startTestApp(() => ({}), { RATE_LIMIT_PER_MINUTE: '3' });
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

describe('a flood of refused calls', () => {
  const limited = Object.entries<Endpoint>(contract).filter(([, endpoint]) => endpoint.limited);

  it('is limited for each call separately', async () => {
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
      const call = () => post(app.url, path, { method, from: '127.0.0.20', body: '{' });
      for (let i = 0; i < LIMIT; i++)
        expect([400, 401, 404], name).toContain((await call()).status);
      expect((await call()).status, name).toBe(429);
    }
  });

  it('locks out nobody else at the address', async () => {
    const from = '127.0.0.21';
    const campClass = await buildClass(app);
    const student = await signIn();
    const body = { classId: campClass.id, email: student.email };
    const forged = { Authorization: 'Bearer not.a.token' };
    const flood = await repeat(3 * LIMIT, (i) =>
      post(app.url, '/addClass', i % 2 ? { from, headers: forged } : { from, body: '{' }),
    );
    expect(countByStatus(flood, 429)).toBe(2 * LIMIT);
    const visits = await repeat(3 * LIMIT, () => post(app.url, '/connect', { from, body: '{' }));
    expect(countByStatus(visits, 429)).toBe(2 * LIMIT);

    expect(
      (await post(app.url, '/addClass', { from, body, headers: student.headers })).status,
    ).toBe(200);
    expect((await post(app.url, '/connect', { from })).status).toBe(200);
  });

  it('at the log-in lets everybody else at the address log in', async () => {
    const from = '127.0.0.24';
    const flood = await repeat(20 * LIMIT, (i) =>
      post(app.url, '/jwt', {
        from,
        body: i % 2 ? '{' : { email: 'victim@example.test' },
        headers: i % 3 ? {} : { Authorization: 'Bearer not.a.token' },
      }),
    );
    expect(countByStatus(flood, 429)).toBe(19 * LIMIT);
    const honest = await repeat(LIMIT, async (i) => {
      const email = `honest-${i}@example.test`;
      const headers = { Authorization: `Bearer ${await proveSignIn({ email })}` };
      return post(app.url, '/jwt', { from, headers, body: { email } });
    });
    expect(countByStatus(honest, 200)).toBe(LIMIT);
  });

  it('at the log-in with a stranger’s account for the same address locks out nobody', async () => {
    const email = 'wanted@example.test';
    const flood = async (idToken: string) =>
      repeat(2 * LIMIT, () =>
        post(app.url, '/jwt', { headers: { Authorization: `Bearer ${idToken}` }, body: { email } }),
      );
    const stranger = await signUp(email, 'a-strangers-password');
    expect(countByStatus(await flood(stranger), 429)).toBe(LIMIT);
    const owner = await logInWithGoogle(email);
    const answer = await post(app.url, '/jwt', {
      headers: { Authorization: `Bearer ${owner}` },
      body: { email },
    });
    expect(answer.status).toBe(200);
  });

  it('does not keep a neighbor from hearing that their own session has expired', async () => {
    const from = '127.0.0.22';
    const neighbor = await signIn();
    const yesterday = new Date(Date.now() - 24 * 60 * MINUTE_MS);
    const expired = makeSessionToken(neighbor, { ...app.services, now: () => yesterday });
    await repeat(2 * LIMIT, () =>
      post(app.url, '/addClass', { from, headers: { Authorization: 'Bearer not.a.token' } }),
    );
    const answer = await post(app.url, '/addClass', {
      from,
      headers: { Authorization: `Bearer ${expired}` },
    });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'session_expired' });
  });

  it('by one account counts against that account alone, and leaves its good calls alone', async () => {
    const from = '127.0.0.23';
    const [student, neighbor] = [await signIn(), await signIn()];
    const join = ({ headers }: typeof student, body: object) =>
      post(app.url, '/addClass', { from, body, headers });
    const flood = await repeat(2 * LIMIT, () => join(student, { classId: 'none' }));
    expect(countByStatus(flood, 400)).toBe(LIMIT);
    expect(countByStatus(flood, 429)).toBe(LIMIT);
    expect((await join(neighbor, { classId: 'none' })).status).toBe(400);
    const { id: classId } = await buildClass(app);
    expect((await join(student, { classId, email: student.email })).status).toBe(200);
  });
});

it('behind a proxy, callers are told apart by the address that the proxy saw', async () => {
  const proxied = await startTestApp(() => ({}), {
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
    TRUST_PROXY: '1',
  });
  try {
    const call = (forwarded: string) =>
      post(proxied.url, '/connect', { headers: { 'X-Forwarded-For': forwarded } });
    // The caller can write anything before the proxy's own entry.
    const answers = await repeat(2 * LIMIT, (i) => call(`203.0.113.${i}, 198.51.100.7`));
    expect(countByStatus(answers, 200)).toBe(LIMIT);
    expect((await call('198.51.100.8')).status).toBe(200);
  } finally {
    await proxied.close();
  }
});

it('an IPv6 address counts by its /56 network, and a mapped IPv4 address by itself', () => {
  const read = (ip: string) =>
    readAddress({ ip, socket: { remoteAddress: '127.0.0.1' } } as Request);
  expect(read('2001:db8:1:200::1')).toBe(read('2001:0DB8:1:2ff:bbbb:0:0:9'));
  expect(read('2001:db8:1:300::1')).not.toBe(read('2001:db8:1:200::1'));
  expect(read('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(read('192.0.2.1')).not.toBe(read('192.0.2.2'));
  expect(read('not an address')).toBe('127.0.0.1');
});

it('a proxy may add the port to the address that it saw', () => {
  const read = (ip: string) =>
    readAddress({ ip, socket: { remoteAddress: '127.0.0.1' } } as Request);
  expect(read('192.0.2.1:51234')).toBe('192.0.2.1');
  expect(read('[2001:db8:1:200::1]:51234')).toBe(read('2001:db8:1:200::1'));
});

it('a call without a limit can be made any number of times', async () => {
  for (let i = 0; i < 2 * LIMIT; i++)
    expect((await createApi(app.url).call('GET /classes')).status).toBe(200);
});
