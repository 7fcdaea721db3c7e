import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { TIMEOUTS } from './http/timeouts.ts';
import { makeSessionToken } from './testing/documents.ts';
import { buildClass, buildUser } from './testing/factories.ts';
import { type Program, startProgram } from './testing/programs.ts';
import { openTcpLink, type TcpLink } from './testing/tcp-link.ts';
import {
  createApi,
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from './testing/test-app.ts';
import { slowIt } from './testing/slow-tests.ts';

/** The real program. The test can slow down its link to the database. */
let app: TestApp;
let link: TcpLink;
let variables: Record<string, string>;
beforeAll(async () => {
  variables = testVariables(makeDatabaseName());
  app = await startTestApp(() => ({}), variables);
  link = await openTcpLink(Number(new URL(inject('mongoUri')).port));
});
afterAll(async () => {
  await link.close();
  await app.close();
});

let server: Program;
let output: string;
beforeEach(async () => {
  link.delayAnswers(0);
  const uri = new URL(variables['MONGODB_URI'] ?? '');
  uri.port = String(link.port);
  server = await startProgram('server/src/main.ts', {
    ...variables,
    MONGODB_URI: uri.href,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${TROUBLE}`,
  });
  output = '';
  server.child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
});
afterEach(() => server.child.kill('SIGKILL'));

/** Code that fails on a signal, in ways our own code must never fail. */
const TROUBLE = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => void Promise.reject(new Error('a stray rejection')));
   process.on('SIGHUP', () => { throw new Error('a stray exception'); });`,
)}`;

const getUrl = () => `http://127.0.0.1:${server.port}`;

async function startJoin(): Promise<() => ReturnType<TestApp['call']>> {
  const student = await buildUser(app);
  const campClass = await buildClass(app);
  const token = makeSessionToken(student, app.services);
  return () =>
    createApi(getUrl(), `Bearer ${token}`).call('POST /addClass', {
      body: { classId: campClass.id, email: student.email },
    }) as ReturnType<TestApp['call']>;
}

/** Waits until the server accepts no new connections. */
async function waitUntilRefused(): Promise<void> {
  const tryToConnect = () =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve('taken');
      });
      socket.once('error', () => resolve('refused'));
    });
  await expect.poll(tryToConnect).toBe('refused');
}

slowIt(
  'a server with Google’s real sign-in does not start on a database with demo accounts',
  async () => {
    const { users } = app.services.database.collections;
    const { _id } = await buildUser(app);
    await users.updateOne({ _id }, { $set: { email: 'admin@speakifyr.test' } });
    const start = startProgram('server/src/main.ts', {
      ...variables,
      STRIPE_SECRET_KEY: 'sk_test_of_a_school',
      FIREBASE_JWKS_URL: '',
      IDENTITY_TOOLKIT_URL: '',
    });
    await expect(start).rejects.toThrow(
      'The database has demo accounts (admin@speakifyr.test), which anybody could claim with real sign-in.',
    );
    await users.deleteOne({ _id });
  },
);

slowIt('the real program has the time limits for slow senders and idle connections', async () => {
  const { headers } = await request(getUrl()).get('/api/livez').set('Connection', 'keep-alive');
  // `createServer` got all of TIMEOUTS, or none.
  expect(headers['keep-alive']).toBe(`timeout=${TIMEOUTS.keepAliveTimeout / 1_000}`);
});

// Rules: R62.
describe('a server that gets SIGTERM', () => {
  slowIt('is not ready at once, and serves for DRAIN_SECONDS, so nobody is refused', async () => {
    const draining = await startProgram('server/src/main.ts', { ...variables, DRAIN_SECONDS: '2' });
    const url = `http://127.0.0.1:${draining.port}/api`;
    const ask = async (path: string) => (await fetch(url + path)).status;
    const statuses: number[] = [];
    // A balancer asks whether it is ready, and sends visitors until it says no.
    const visit = async () => {
      while ((await ask('/readyz')) === 200) statuses.push(await ask('/classes'));
      statuses.push(await ask('/classes'));
    };
    const visits = Promise.all(Array.from({ length: 20 }, visit));
    const ended = once(draining.child, 'exit');
    draining.child.kill('SIGTERM');
    await visits;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThanOrEqual(20);
    expect(await ended).toEqual([0, null]);
  });

  it('takes no new connections, finishes open requests and exits with 0', async () => {
    const join = await startJoin();
    link.delayAnswers(250);
    const joining = join();
    // A connection that is already open can still send a request.
    const socket = connect(server.port, '127.0.0.1');
    let answers = '';
    socket.on('data', (data) => (answers += data.toString()));
    socket.write('GET /api/classes HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => link.underWay()).toBeGreaterThanOrEqual(2);
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await waitUntilRefused();
    socket.write('GET /api/readyz HTTP/1.1\r\nHost: x\r\n\r\n');

    expect((await joining).status).toBe(200);
    expect(await ended).toEqual([0, null]);
    expect(answers).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answers).toMatch(/HTTP\/1\.1 503 .*This server is stopping/s);
    expect(output).toBe('');
  });

  slowIt('exits after ten seconds even if a request is still open', async () => {
    // This request's body never arrives.
    const caller = connect(server.port, '127.0.0.1');
    caller.write(
      'POST /api/connect HTTP/1.1\r\nHost: camp\r\nContent-Type: application/json\r\n' +
        'Content-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    );
    const [goOn] = (await once(caller, 'data')) as [Buffer];
    expect(goOn.toString()).toContain('100 Continue');
    const ended = once(server.child, 'exit');
    const toldAt = performance.now();
    server.child.kill('SIGTERM');
    const [exitCode] = (await ended) as [number];
    const seconds = (performance.now() - toldAt) / 1_000;
    expect(exitCode).toBe(1);
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(25);
    expect(output).toContain('stopped before all running work was finished');
    caller.destroy();
  });
});

describe('a server with an uncaught error', () => {
  slowIt('logs a rejected promise and keeps running', async () => {
    server.child.kill('SIGUSR2');
    await expect.poll(() => output).toContain('a stray rejection');
    await request(getUrl()).get('/api/livez').expect(200);
  });

  slowIt('logs an exception, finishes open requests and exits with 1', async () => {
    const join = await startJoin();
    link.delayAnswers(250);
    const joining = join();
    await expect.poll(() => link.underWay()).toBeGreaterThanOrEqual(1);
    const ended = once(server.child, 'exit');
    server.child.kill('SIGHUP');
    expect((await joining).status).toBe(200);
    expect(await ended).toEqual([1, null]);
    expect(output).toContain('a stray exception');
  });
});
