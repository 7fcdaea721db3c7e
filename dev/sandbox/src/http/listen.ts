import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long running requests may take when we stop. */
const STOP_GRACE_MS = 2_000;

/**
 * Listens on 127.0.0.1, and on ::1 if there is IPv6, because browsers try that first for `localhost`.
 * @param port 0 takes any free port
 * @returns the port, and a function that stops listening and closes all connections
 * @throws the socket's error, usually `EADDRINUSE`
 */
export async function listenLocally(
  port: number,
  onRequest: RequestListener,
): Promise<{ port: number; close(): Promise<void> }> {
  const first = createServer(onRequest);
  await listen(first, port, '127.0.0.1');
  const taken = (first.address() as AddressInfo).port;

  const servers = [first];
  const second = createServer(onRequest);
  try {
    await listen(second, taken, '::1');
    servers.push(second);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') {
      await close(first);
      throw error;
    }
  }
  return {
    port: taken,
    async close() {
      await Promise.all(servers.map(close));
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
