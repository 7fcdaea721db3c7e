import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCardPayments } from './stripe.ts';

/** A Stripe that does with each request what the test wants: answers it, or ends the connection. */
let server: Server;
let answer: (key: string, times: number) => { status: number; type?: string; body: string } | 'cut';
/** How often each call was made, by its method and idempotency key. */
let asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ method, headers }, response) => {
    const key = `${method} ${String(headers['idempotency-key'])}`;
    asked.push(key);
    const wanted = answer(key, asked.filter((one) => one === key).length);
    if (wanted === 'cut') return void response.socket?.destroy();
    const replayed = wanted.type === REPLAYED && { 'Idempotent-Replayed': 'true' };
    const type = wanted.type === 'html' ? 'text/html' : 'application/json';
    response.writeHead(wanted.status, { 'Content-Type': type, ...replayed }).end(wanted.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
beforeEach(() => (asked = []));
afterAll(() => server.close());

const REPLAYED = 'replayed';
const INTENT = { id: 'pi_1', object: 'payment_intent', amount: 100, currency: 'usd', metadata: {} };

function fail(status: number, error: object, type = '') {
  return { status, type, body: JSON.stringify({ error: { message: 'No.', ...error } }) };
}

/** The calls that a student's payment makes, and a refund. */
function makeCalls() {
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}`;
  const cards = createCardPayments({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  const intent = { amount: 100, currency: 'usd', metadata: {} };
  const refund = { refundId: 're', paymentId: 'pi_1', amount: 100, attempt: 1 };
  return {
    start: () => cards.createIntent(intent, 'seat-1'),
    read: () => cards.retrieveIntent('pi_1'),
    cancel: () => cards.cancelIntent('pi_1'),
    refund: () => cards.createRefund(refund),
    listRefunds: () => cards.listRefunds('pi_1'),
  };
}

// Rules: R173.
it.each([
  ['charge_disputed', true],
  ['refund_disputed_payment', true],
  ['charge_already_refunded', false],
])('a refund that Stripe refuses with %s: the bank has the money? %s', async (code, isDisputed) => {
  answer = () => fail(400, { code, type: 'invalid_request_error' });
  expect(await makeCalls().refund()).toEqual({ refusal: 'No.', isDisputed });
});

it.each([
  ['answers 500', () => fail(500, { type: 'api_error' })],
  ['answers with a page', () => ({ status: 503, type: 'html', body: '<h1>Sorry</h1>' })],
  ['is too busy', () => fail(429, { code: 'rate_limit', type: 'invalid_request_error' })],
  [
    'is just doing it',
    () => fail(409, { code: 'idempotency_key_in_use', type: 'idempotency_error' }),
  ],
  ['can’t be reached', () => 'cut' as const],
])('people are asked to try again if Stripe %s, whatever they do', async (_what, trouble) => {
  answer = trouble;
  for (const call of Object.values(makeCalls()))
    await expect(call()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The card payment service does not answer right now.',
    });
});

it('an answer that is lost once is asked for again, with the same key', async () => {
  answer = (_key, times) => (times === 1 ? 'cut' : { status: 200, body: JSON.stringify(INTENT) });
  const { start, read, cancel } = makeCalls();
  for (const call of [start, read]) expect(await call()).toMatchObject({ paymentId: 'pi_1' });
  await cancel();
  expect(asked.slice(0, 2)).toEqual(['POST seat-1', 'POST seat-1']);
});

it('a failure that Stripe repeats for the same key is asked for with the next key, by every tab', async () => {
  const repeated = fail(500, { type: 'api_error' }, REPLAYED);
  answer = (key) => (/try-3$/.test(key) ? { status: 200, body: JSON.stringify(INTENT) } : repeated);
  const { start } = makeCalls();
  for (const tab of [start, start]) expect(await tab()).toMatchObject({ paymentId: 'pi_1' });
  const keys = ['POST seat-1', 'POST seat-1-try-2', 'POST seat-1-try-3'];
  expect(asked).toEqual([...keys, ...keys]);
});

it('a payment that was canceled before, or that Stripe does not know, is canceled', async () => {
  for (const code of ['payment_intent_unexpected_state', 'resource_missing']) {
    answer = () => fail(400, { code, type: 'invalid_request_error' });
    await makeCalls().cancel();
  }
});
