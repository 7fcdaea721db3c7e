import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { TIMEOUTS } from './timeouts.ts';

/** This many times faster than in reality. */
const SPEED = 20;
const SHORT = Object.fromEntries(
  Object.entries(TIMEOUTS).map(([name, milliseconds]) => [name, milliseconds / SPEED]),
) as typeof TIMEOUTS;

/** @returns after how many milliseconds the server closes the connection, and its answer */
async function sendSlowly(start: string): Promise<{ ms: number; answer: string }> {
  const server = createServer(SHORT, (request, response) => {
    request.resume().once('end', () => response.end('all'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  // A byte now and then keeps the connection busy.
  const dripping = setInterval(() => socket.write('x'), 50);
  try {
    const startedAt = performance.now();
    socket.on('error', () => {}).write(start);
    await once(socket, 'close');
    return { ms: performance.now() - startedAt, answer };
  } finally {
    clearInterval(dripping);
    server.close();
  }
}

// Rules: R50.
it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: camp\r\nX-Slow: ', SHORT.headersTimeout],
  ['a body', 'POST / HTTP/1.1\r\nHost: camp\r\nContent-Length: 9999\r\n\r\n', SHORT.requestTimeout],
])('a connection that sends %s slowly ends when its time is up', async (_part, start, limit) => {
  const { ms, answer } = await sendSlowly(start);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(ms).toBeGreaterThanOrEqual(limit - 5);
  // Far below the 30 seconds of Node's default, even on a busy machine.
  expect(ms).toBeLessThan(limit + 15_000);
});
