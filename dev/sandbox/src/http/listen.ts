import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long running requests may take when we stop. */
const STOP_GRACE_MS = 2_000;

/**
 * Listens on 127.0.0.1. Browsers that try ::1 first for `localhost` go on to it.
 * @param port 0 takes any free port
 * @returns the port, and a function that stops listening and closes all connections
 * @throws the socket's error, usually `EADDRINUSE`
 */
export async function listenLocally(
  port: number,
  onRequest: RequestListener,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(onRequest);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
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
