import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCardPayments } from './stripe.ts';

/** A Stripe that refuses everything, with a code of the test's choice. */
let server: Server;
let code = '';
beforeAll(async () => {
  server = createServer((_request, response) => {
    const error = { code, type: 'invalid_request_error', message: 'No.' };
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => server.close());

// Rules: R173.
it.each([
  ['charge_disputed', true],
  ['refund_disputed_payment', true],
  ['charge_already_refunded', false],
])(
  'a refund that Stripe refuses with %s: the bank has the money? %s',
  async (refusal, isDisputed) => {
    code = refusal;
    const { port } = server.address() as AddressInfo;
    const apiUrl = `http://127.0.0.1:${port}`;
    const cards = createCardPayments({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
    const refund = { refundId: 're', paymentId: 'pi_1', amount: 100, attempt: 1 };
    expect(await cards.createRefund(refund)).toEqual({ refusal: 'No.', isDisputed });
  },
);
