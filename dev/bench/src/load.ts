import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Writes an HTTP/1.1 request. @param call such as `GET /api/classes` */
export function makeRequest(
  call: string,
  headers: Record<string, string> = {},
  body?: object,
): Buffer {
  const text = body ? JSON.stringify(body) : '';
  const all: Record<string, string> = {
    Host: 'localhost',
    Accept: 'application/json',
    ...headers,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(body && { 'Content-Length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${call} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

/** Sends requests as `sendAll` does. @returns how many were answered per second */
export async function measureRate(
  port: number,
  requests: Buffer[],
  atOnce: number,
): Promise<number> {
  const started = performance.now();
  await sendAll(port, requests, atOnce);
  return (requests.length * 1_000) / (performance.now() - started);
}

/**
 * Sends requests over some connections, one at a time on each. It does as little as possible with the answers: Node's
 * own HTTP client would cost more than what is measured.
 * @returns the latency of each, in milliseconds
 * @throws {Error} at the first answer that is not 200
 */
export async function sendAll(port: number, requests: Buffer[], atOnce: number): Promise<number[]> {
  const latencies: number[] = [];
  const rest = requests.values();
  const work = async () => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('end', () => socket.destroy(new Error('The server closed the connection')));
    await once(socket, 'connect');
    // All connections take from the same list.
    for (const request of rest) {
      const started = performance.now();
      socket.write(request);
      const status = await readStatus(socket);
      latencies.push(performance.now() - started);
      if (status !== 200) throw new Error(`${status} to ${request.toString().split('\r\n')[0]}`);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return latencies;
}

/** Reads one answer to its end. */
async function readStatus(socket: Socket): Promise<number> {
  let received: Buffer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (received.length >= end + 4 + Number(length ?? 0)) return Number(head.slice(9, 12));
  }
}
