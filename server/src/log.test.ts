import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { makeSessionToken } from './testing/documents.ts';
import { createLog } from './log.ts';
import { createCardPayments } from './outside/stripe.ts';
import { buildClass, buildUser, confirmPayment, getIntentId } from './testing/factories.ts';
import { startProgram } from './testing/programs.ts';
import { signInAtProvider } from './testing/provider.ts';
import { slowIt } from './testing/slow-tests.ts';
import { testVariables, useTestApp } from './testing/test-app.ts';
import { sendWebhook } from './testing/webhooks.ts';

/** Must never be in the log. The tests below really use or send each of them. */
const CANARIES = {
  jwtSecret: 'canary-session-secret-of-more-than-32-letters',
  stripeKey: 'sk_test_canaryStripeKey',
  webhookSecret: 'whsec_canaryWebhookSecret',
  metricsToken: 'canary-of-who-reads-metrics',
  databasePassword: 'canaryDatabasePassword',
  password: 'canaryPasswordOfAParent',
  card: '4000056655665556',
};

type Line = Record<string, unknown> & { level: number; msg: string };
const lines: Line[] = [];
const texts: string[] = [];
const stream = {
  write(text: string) {
    texts.push(text);
    lines.push(JSON.parse(text) as Line);
  },
};
const variables = {
  LOG_LEVEL: 'debug',
  JWT_SECRET: CANARIES.jwtSecret,
  STRIPE_SECRET_KEY: CANARIES.stripeKey,
  STRIPE_WEBHOOK_SECRET: CANARIES.webhookSecret,
  METRICS_TOKEN: CANARIES.metricsToken,
};

const app = useTestApp(({ environment }) => ({ log: createLog(environment, stream) }), variables);

/** Sends a body exactly as given. */
async function sendRaw(path: string, body: string, headers: Record<string, string> = {}) {
  const sending = app.http.post(`/api${path}`).set('Content-Type', 'application/json');
  return (await sending.set(headers).send(body)).status;
}

describe('the log at its most detailed level', () => {
  /** Secrets that the tests create on the way. */
  const made: string[] = [];

  it('is written while people sign in, join and pay', async () => {
    const email = 'parent@example.test';
    const idToken = await signInAtProvider(inject('sandboxUrl'), email, CANARIES.password);
    const session = await app
      .withAuthorization(`Bearer ${idToken}`)
      .call('POST /jwt', { body: { email } });
    const { token } = session.body;
    const me = app.withAuthorization(`Bearer ${token}`);
    made.push(idToken, token);
    await me.call('POST /userList', { body: { name: 'A parent', photo: '', email } });
    await me.call('GET /userInfo', { query: { email } });
    await me.call('GET /userList/admin/:email', { params: { email } });
    const campClass = await buildClass(app);
    const { price } = campClass;
    const joined = await me.call('POST /addClass', { body: { classId: campClass.id, email } });
    const { cartId } = joined.body;
    const started = await me.call('POST /createPayment-intent', { body: { price, cartId } });
    made.push(started.body.clientSecret);
    const transactionId = getIntentId(started.body.clientSecret);
    await confirmPayment(transactionId);
    expect((await me.call('POST /makepayment', { body: { transactionId, email } })).status).toBe(
      200,
    );
    const event = { type: 'payment_intent.succeeded', paymentId: transactionId };
    expect(await sendWebhook(app, event)).toBe(200);

    // The caller's mistakes.
    const { password, card } = CANARIES;
    expect(await sendWebhook(app, event, { secret: 'whsec_canaryForged' })).toBe(400);
    expect(await sendWebhook(app, event, { header: `t=1,v1=${'ca'.repeat(32)}` })).toBe(400);
    const authorization = { Authorization: `Bearer ${token}` };
    expect(await sendRaw('/jwt', `{"email":"${email}","password":"${password}"`)).toBe(400);
    expect(await sendRaw('/jwt', JSON.stringify({ email, password }))).toBe(401);
    expect(
      await sendRaw('/makepayment', JSON.stringify({ card, email: password }), authorization),
    ).toBe(400);
    expect(await sendRaw(`/nothing/${password}?card=${card}`, '{}')).toBe(404);
    expect((await me.call('GET /adminStats', { query: { email } })).status).toBe(403);
  });

  it('is written when Stripe, the database or our own code fails', async () => {
    const student = await buildUser(app);
    const token = makeSessionToken(student, app.services);
    made.push(token);
    const me = app.withAuthorization(`Bearer ${token}`);
    const campClass = await buildClass(app);
    const join = () =>
      me.call('POST /addClass', { body: { classId: campClass.id, email: student.email } });
    const { cartId } = (await join()).body;

    // Stripe's errors carry the request, the answer and the intent with them.
    const secret = 'pi_1abc_secret_canaryOfTheIntent';
    made.push(secret);
    const stripe = createServer((request, response) => {
      const key = request.headers.authorization?.replace('Bearer ', '');
      const error = {
        type: 'invalid_request_error',
        message: `No such intent ${secret} for key ${key}`,
        payment_intent: {
          id: 'pi_1abc',
          client_secret: secret,
          receipt_email: 'parent@example.test',
        },
      };
      response.writeHead(402, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error }));
    });
    await new Promise<void>((ready) => stripe.listen(0, '127.0.0.1', ready));
    const { port } = stripe.address() as AddressInfo;
    const { cardPayments } = app.services;
    const failing = createCardPayments({
      secretKey: CANARIES.stripeKey,
      webhookSecret: CANARIES.webhookSecret,
      apiUrl: `http://127.0.0.1:${port}`,
    });
    Object.assign(cardPayments, failing);
    const pay = { body: { price: campClass.price, cartId } };
    expect((await me.call('POST /createPayment-intent', pay)).status).toBe(500);
    stripe.closeAllConnections();
    await new Promise((closed) => stripe.close(closed));
    expect((await me.call('POST /createPayment-intent', pay)).status).toBe(503);

    // A document that our code could never write.
    const { classes } = app.services.database.collections;
    await classes.updateOne(
      { _id: campClass._id },
      { $set: { name: { password: CANARIES.password } as never } },
    );
    const seen = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(seen.status).toBe(500);

    await app.services.database.close();
    expect((await join()).status).toBe(503);
  });

  it('has a line for each request, with its id, method, route, status and time', async () => {
    const answer = await app.http.get('/api/openapi.json');
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => lines.find(({ requestId }) => requestId === id)).toBeDefined();
    expect(lines.find(({ requestId }) => requestId === id)).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      msg: 'request',
      requestId: id,
      method: 'GET',
      route: '/api/openapi.json',
      status: 200,
      ms: expect.any(Number),
    });
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.map(({ route, status }) => `${String(route)} ${String(status)}`)).toEqual(
      expect.arrayContaining([
        '/api/jwt 200',
        '/api/jwt 400',
        '/api/userList/admin/:email 200',
        '/api/addClass 503',
        '/api/stripe/webhook 400',
        '/api/* 404',
      ]),
    );
  });

  it('names the failed request in each line about a failure', () => {
    const failures = lines.filter(({ level }) => level >= 50);
    expect(failures.map(({ route }) => route)).toEqual([
      '/api/createPayment-intent',
      '/api/createPayment-intent',
      '/api/classes/:id',
      '/api/addClass',
    ]);
    for (const failure of failures) {
      expect(failure).toMatchObject({ err: { stack: expect.stringContaining('.ts:') } });
      const request = lines.find(
        ({ msg, requestId }) => msg === 'request' && requestId === failure['requestId'],
      );
      expect(request).toMatchObject({ route: failure['route'] });
      expect(request).not.toHaveProperty('err');
    }
  });

  it('contains no secret', () => {
    expect(lines.length).toBeGreaterThan(20);
    const log = texts.join('');
    for (const secret of [...Object.values(CANARIES), ...made]) expect(log).not.toContain(secret);
    // No part of a secret either, and no e-mail address from a path.
    expect(log).not.toMatch(/canary/i);
    expect(log).not.toMatch(/v1=|eyJ|parent@/);
  });
});

it('a request keeps the id from a proxy if the id is short and plain', async () => {
  const ask = async (id: string) =>
    (await app.http.get('/api/livez-not').set('X-Request-Id', id)).headers['x-request-id'];
  expect(await ask('edge-7f3a.0001')).toBe('edge-7f3a.0001');
  for (const id of ['short', 'x'.repeat(65), 'with space 123', '{"level":60}', 'a\tb345678'])
    expect(await ask(id)).toMatch(/^[0-9a-f-]{36}$/);
});

describe('the database password', () => {
  const uri = `mongodb://school:${CANARIES.databasePassword}@127.0.0.1:9/speakifyr`;

  it('is removed from error messages', () => {
    const found: string[] = [];
    const environment = readEnvironment({ ...testVariables('x'), ...variables, MONGODB_URI: uri });
    const log = createLog(environment, { write: (text) => void found.push(text) });
    const cause = new Error(`no login with ${CANARIES.databasePassword}`);
    log.error({ err: new Error(`can't reach ${uri}`, { cause }) }, 'failed');
    expect(found.join()).toContain("can't reach mongodb://[cut]@127.0.0.1:9/speakifyr");
    expect(found.join()).toContain('no login with [cut]');
    expect(found.join()).not.toContain('canary');
  });

  it.each([
    'smtp://school:canary%40Mail@127.0.0.1:9',
    'smtp://school@camp.example:canary%40Mail@127.0.0.1:9',
  ])('and the mail server’s are removed even where nothing looks like an address', (SMTP_URL) => {
    const found: string[] = [];
    const environment = readEnvironment({
      ...testVariables('x'),
      ...variables,
      SMTP_URL,
      MAIL_FROM: 'hello@camp.example',
      PUBLIC_URL: 'https://camp.example',
    });
    const log = createLog(environment, { write: (text) => void found.push(text) });
    log.error({ reason: '535 canary@Mail and canary%40Mail are wrong' }, 'failed');
    expect(found.join()).toContain('535 [cut] and [cut] are wrong');
  });

  slowIt(
    'is not printed by a server that can’t start',
    async () => {
      for (const address of [uri, `mongodb://school:${CANARIES.databasePassword}@@/x`]) {
        const started = startProgram('server/src/main.ts', {
          ...testVariables('x'),
          MONGODB_URI: address,
        });
        const error = await started.then(
          () => new Error('it started'),
          (failure: Error) => failure,
        );
        expect(error.message).toContain('MONGODB_URI');
        expect(error.message).not.toContain('canary');
      }
    },
    60_000,
  );
});
