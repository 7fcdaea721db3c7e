import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { MongoServerError } from 'mongodb';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase } from '../database/connect.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { createFirebase } from '../outside/firebase.ts';
import { createCardPayments } from '../outside/stripe.ts';
import { buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { openTcpLink, type TcpLink } from '../testing/tcp-link.ts';
import { makeDatabaseName, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createErrorHandler, limitTime } from './error-handler.ts';

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } };

describe('a database that is down, drops connections or is slow', () => {
  let link: TcpLink;
  let app: TestApp;
  beforeAll(async () => {
    const uri = new URL(inject('mongoUri'));
    link = await openTcpLink(Number(uri.port));
    uri.port = String(link.port);
    uri.pathname = makeDatabaseName();
    // Like connect.ts, with shorter timeouts.
    const database = await connectDatabase(uri.href, {
      serverSelectionTimeoutMS: 500,
      socketTimeoutMS: 500,
      heartbeatFrequencyMS: 500,
    });
    app = await startTestApp(() => ({ database }));
  });
  afterAll(async () => {
    await app.close();
    await link.close();
  });
  afterEach(() => {
    link.delayAnswers(0);
    link.restore();
  });

  const join = (student: { email: string }, campClass: { id: string }) =>
    app
      .as(student)
      .call('POST /addClass', { body: { classId: campClass.id, email: student.email } });

  /** The driver reconnects by itself. */
  const waitUntilBack = () =>
    expect.poll(async () => (await app.call('GET /health')).status).toBe(200);

  it('is answered with 503 and Retry-After, and calls work again once it is back', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    link.cut();
    expect(await join(student, campClass)).toMatchObject(UNAVAILABLE);
    expect(await app.call('GET /classes/:id', { params: { id: campClass.id } })).toMatchObject(
      UNAVAILABLE,
    );
    expect(await app.call('GET /health')).toMatchObject(UNAVAILABLE);
    link.restore();
    await waitUntilBack();
    expect((await join(student, campClass)).status).toBe(200);
  });

  it('neither loses nor doubles a seat if the answer to a join is lost', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const lost = link.loseAnswerTo('$push');
    expect(await join(student, campClass)).toMatchObject(UNAVAILABLE);
    await lost;
    await waitUntilBack();
    const { classes } = app.services.database.collections;
    const held = await classes.findOne({ _id: campClass._id });
    expect(held).toMatchObject({ sit: 4, seats: [{ userId: student._id, state: 'held' }] });
    // The student who tries again learns that they have a seat.
    expect(await join(student, campClass)).toMatchObject({
      status: 409,
      body: { code: 'already_joined' },
    });
    expect(await classes.findOne({ _id: campClass._id })).toEqual(held);
  });

  it('gets a 503 instead of an endless wait', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    link.delayAnswers(60_000);
    expect(await join(student, campClass)).toMatchObject(UNAVAILABLE);
    link.delayAnswers(0);
    link.cut();
    link.restore();
    await waitUntilBack();
  });
});

describe('an error from the driver', () => {
  const answer = (code: number, labels: string[] = []) =>
    new MongoServerError({ message: 'no', code, errorLabels: labels });

  it('is an outage if the server is unavailable, and not if the command is wrong', () => {
    // NotWritablePrimary, ShutdownInProgress, PrimarySteppedDown, WriteConcernFailed, OutOfDiskSpace
    for (const code of [10107, 91, 189, 64, 14031])
      expect(isDatabaseOutage(answer(code))).toBe(true);
    expect(isDatabaseOutage(answer(1, ['RetryableWriteError']))).toBe(true);
    // DuplicateKey, BadValue, Unauthorized
    for (const code of [11000, 2, 13]) expect(isDatabaseOutage(answer(code))).toBe(false);
    expect(isDatabaseOutage(new Error('MongoNetworkError'))).toBe(false);
    // As the driver lets it through.
    const ended = new Error('This socket has been ended by the other party');
    expect(isDatabaseOutage(Object.assign(ended, { code: 'EPIPE' }))).toBe(true);
  });

  it('is an outage if the server has closed its connections', async () => {
    const app = await startTestApp();
    await app.services.database.close();
    expect(await app.call('GET /classes')).toMatchObject(UNAVAILABLE);
    await app.close();
  });
});

describe('Stripe and Firebase', () => {
  /** No server listens here. */
  const NOWHERE = 'http://127.0.0.1:9';

  it('are down: calls get 503, and the held seat stays', async () => {
    const app = await startTestApp(({ environment }) => ({
      cardPayments: createCardPayments({
        secretKey: environment.STRIPE_SECRET_KEY,
        webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
        apiUrl: NOWHERE,
      }),
      provider: createFirebase({ ...environment, FIREBASE_JWKS_URL: `${NOWHERE}/keys` }),
    }));
    try {
      const student = await buildUser(app);
      const campClass = await buildClass(app);
      const { cartId } = await holdSeatOf(app, student, campClass);
      const paying = await app
        .as(student)
        .call('POST /createPayment-intent', { body: { price: campClass.price, cartId } });
      expect(paying).toMatchObject(UNAVAILABLE);
      expect(paying.body.message).toBe('The card payment service does not answer right now.');
      const cart = await app.as(student).call('GET /myclass', { query: { email: student.email } });
      expect(cart.body).toMatchObject([{ _id: cartId }]);

      const token = ['{"alg":"RS256","kid":"x"}', '{}', 'x'].map((part) =>
        Buffer.from(part).toString('base64url'),
      );
      const { email } = student;
      expect(
        await app
          .withAuthorization(`Bearer ${token.join('.')}`)
          .call('POST /jwt', { body: { email } }),
      ).toMatchObject(UNAVAILABLE);
    } finally {
      await app.close();
    }
  });
});

describe('a request that takes too long', () => {
  let server: Server;
  let url: string;
  let finish: () => void;
  const done: string[] = [];
  const failures: unknown[] = [];
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) });
    const app = express()
      .use(limitTime(100))
      .get('/slow', async (_request, response) => {
        await new Promise<void>((resolve) => (finish = resolve));
        done.push('slow');
        response.json({ status: 'too late' });
      })
      .post('/sent', express.text(), async (request, response) => {
        if (request.body === 'slow') await new Promise<void>((resolve) => (finish = resolve));
        response.json({ status: 'ok' });
      })
      .get('/quick', (_request, response) => void response.json({ status: 'ok' }))
      .use(createErrorHandler(log));
    server = createServer(app);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it('is answered with 503, still finishes, and leaves the connection usable', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answers = '';
    socket.on('data', (data) => (answers += data.toString()));
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => answers).toMatch(/^HTTP\/1.1 503 .*Retry-After: 5.*"unavailable"/s);
    expect(done).toEqual([]);
    finish();
    await expect.poll(() => done).toEqual(['slow']);
    await expect.poll(() => failures).toHaveLength(1);
    // The connection still works.
    answers = '';
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => answers).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it.each([
    ['reads a body that took longer', 'fast', 200],
    ['refuses work that takes longer after it', 'slow', 503],
  ])('has its time once its body has arrived: it %s', async (_what, body, status) => {
    const begin = (head: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const read = { socket, answers: '' };
      socket.on('data', (data) => (read.answers += data.toString()));
      socket.write(`${head}\r\nHost: x\r\n\r\n`);
      return read;
    };
    const type = 'Content-Type: text/plain\r\nContent-Length: 4';
    const sending = begin(`POST /sent HTTP/1.1\r\n${type}`);
    // A request without a body, and sent later, is out of time.
    const clock = begin('GET /slow HTTP/1.1');
    await expect.poll(() => clock.answers).toMatch(/^HTTP\/1.1 503 /);
    finish();
    expect(sending.answers).toBe('');
    sending.socket.write(body);
    await expect.poll(() => sending.answers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    finish();
    sending.socket.destroy();
    clock.socket.destroy();
  });
});
