import { connect, type Socket } from 'node:net';

/** Bytes that go over the wire. */
export type HttpRequest = Buffer;

export type Load = {
  seconds: number;
  /** Of each request, in milliseconds. */
  latencies: number[];
};

/**
 * Writes a request of HTTP/1.1.
 * @param call such as `GET /api/classes`
 */
export function makeRequest(
  call: string,
  headers: Record<string, string> = {},
  body?: object,
): HttpRequest {
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

/**
 * Sends requests over as many connections as `atOnce` says, one at a time on each. It does as little as it can with
 * the answers, so that it is the server that is measured; each connection comes from an address of its own, as
 * students do.
 * @param expected the status that every answer must have
 * @throws {Error} at the first answer of another status
 */
export async function sendAll(
  port: number,
  requests: HttpRequest[],
  { atOnce, expected }: { atOnce: number; expected: number },
): Promise<Load> {
  const connections = await Promise.all(
    Array.from({ length: atOnce }, (_none, number) => openConnection(port, number)),
  );
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    connections.map(async ({ send }) => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        const sentAt = performance.now();
        const status = await send(request);
        latencies.push(performance.now() - sentAt);
        if (status !== expected)
          throw new Error(`${status} to ${request.toString().split('\r\n')[0]}`);
      }
    }),
  ).finally(() => {
    for (const { socket } of connections) socket.destroy();
  });
  return { seconds: (performance.now() - started) / 1_000, latencies };
}

type Connection = { socket: Socket; send(request: HttpRequest): Promise<number> };

async function openConnection(port: number, number: number): Promise<Connection> {
  // All of 127.0.0.0/8 is this machine on Linux; elsewhere only the first address is.
  const localAddress = process.platform === 'linux' ? `127.0.1.${1 + (number % 250)}` : undefined;
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    ...(localAddress && { localAddress }),
  });
  await new Promise((ready, fail) => socket.once('connect', ready).once('error', fail));

  let head: { status: number; length: number } | undefined;
  let received: Buffer[] = [];
  let bytes = 0;
  let finish: (status: number) => void = () => {};
  let fail: (error: Error) => void = () => {};
  socket.on('data', (chunk) => {
    received.push(chunk);
    bytes += chunk.length;
    head ??= readHead(received.length === 1 ? chunk : Buffer.concat(received));
    if (!head || bytes < head.length) return;
    const { status } = head;
    head = undefined;
    received = [];
    bytes = 0;
    finish(status);
  });
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('The server ended the connection')));
  return {
    socket,
    send: (request) =>
      new Promise((resolve, reject) => {
        finish = resolve;
        fail = reject;
        socket.write(request);
      }),
  };
}

/** @returns the status, and how many bytes head and body have together; nothing while the head is not all there */
function readHead(bytes: Buffer): { status: number; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return { status: Number(text.slice(9, 12)), length: end + 4 + Number(length ?? 0) };
}
