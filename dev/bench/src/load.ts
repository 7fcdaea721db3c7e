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

/** The last chunk of an answer without a length: it is empty. */
const LAST_CHUNK = '0\r\n\r\n';

/** Reads one answer to its end. */
async function readStatus(socket: Socket): Promise<number> {
  let head = '';
  let length: number | undefined;
  /** Of the body. */
  let read = 0;
  /** What came last: an answer without a length says itself where it ends. */
  let end = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    let bytes = chunk.length;
    if (!head.includes(HEAD_END)) {
      const before = head.length;
      head += chunk.toString('latin1');
      const headEnd = head.indexOf(HEAD_END);
      if (headEnd < 0) continue;
      bytes = before + chunk.length - headEnd - HEAD_END.length;
      const found = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd))?.[1];
      const isChunked = /\r\ntransfer-encoding: chunked/i.test(head.slice(0, headEnd));
      length = isChunked ? undefined : Number(found ?? 0);
    }
    read += bytes;
    end = (end + chunk.toString('latin1', Math.max(0, chunk.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    );
    if (length === undefined ? end === LAST_CHUNK : read >= length)
      return Number(head.slice(9, 12));
  }
}

const HEAD_END = '\r\n\r\n';
