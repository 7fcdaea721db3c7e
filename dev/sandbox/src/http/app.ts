import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { UnwritableError } from '../storage/rows.ts';
import { isLocalHost, LOCAL_ORIGIN } from './local-origin.ts';
import { Refusal } from './refusal.ts';

const MAX_BODY = '1mb';

/** Makes the app of all stand-ins. @param uploads routers that read multipart bodies; the others get text */
export function createApp(
  { uploads, routers }: { uploads: Router[]; routers: Router[] },
  log: (line: string) => void,
): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(cors({ origin: LOCAL_ORIGIN, methods: ['GET', 'POST', 'DELETE'], maxAge: 600 }));
  app.use((request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    const { host, origin } = request.headers;
    // A browser sends the origin of the page with every request that can change something. 'null' is a page that hides
    // it. With another host name it may be a page on the internet whose DNS name points here.
    const isForeign = origin !== undefined && !LOCAL_ORIGIN.test(origin);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isLocalHost(host) && (isReading || !isForeign)) next();
    else response.status(403).json({ error: { message: 'Local callers only.' } });
  });
  app.use(uploads);
  // The vendors' clients use different content types, so each stand-in parses the text itself.
  app.use(express.text({ type: () => true, limit: MAX_BODY }));
  app.use(routers);
  app.use((request, response) => {
    // Stripe's words. Firebase's SDK reads `error.message` too.
    const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
    response.status(404).json({ error: { code: 404, type: 'invalid_request_error', message } });
  });
  app.use(handleError(log));
  return app;
}

function handleError(log: (line: string) => void): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof Refusal) return void response.status(error.status).json(error.answer);
    const { status, message, stack } = error as Error & { status?: number };
    if (status === 413) {
      return void response.status(413).json({ error: { message: 'The request is too large.' } });
    }
    if (status && status < 500) return void response.status(status).json({ error: { message } });
    log(`${request.method} ${request.path} failed: ${stack ?? message}`);
    const shown = error instanceof UnwritableError ? message : 'The sandbox failed; see its log.';
    response.status(500).json({ error: { message: shown } });
  };
}

/** How long running requests may take when we stop. */
const STOP_GRACE_MS = 2_000;

/** Listens on 127.0.0.1, at any free port if it is 0. @throws the socket's error, usually `EADDRINUSE` */
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
