import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isLocalHost, isLocalOrigin } from './local-origin.ts';
import { UnwritableError } from '../storage/rows.ts';
import { replyJson, type Reply } from './reply.ts';

/** A request, read to its end. */
export interface Call {
  method: string;
  /** The address as the caller wrote it, with the host that they reached us by. */
  url: URL;
  /** The parts of the path that stand in braces in the route. */
  params: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One address and what answers there; `{name}` in the path stands for one segment. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Bytes of body that are read; more is answered with 413. Default 1 MB. */
  maxBody?: number;
  handle(call: Call): Reply | Promise<Reply>;
}

/** A stand-in's share of the server. */
export interface Service {
  routes: Route[];
  /** The vendor's answer to an error that its routes throw; undefined for one that is our own bug. */
  describeError(error: unknown): Reply | undefined;
  /** Awaited before any answer leaves: what the answer says is then on disk. */
  settle(): Promise<void>;
}

const DEFAULT_MAX_BODY = 1_000_000;

/**
 * Makes the request listener for some services.
 * @param log gets a line for each failure that is our own
 */
export function createListener(services: Service[], log: (line: string) => void) {
  const table = services.flatMap((service) =>
    service.routes.map((route) => ({ service, route, pattern: compilePath(route.path) })),
  );

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { host } = request.headers;
    if (!isLocalHost(host)) return replyJson(403, { error: { message: 'Local callers only.' } });
    const url = new URL(`http://${host}${request.url?.replace(/^\/*/, '/') ?? '/'}`);
    const method = request.method ?? 'GET';
    const entry = table.find(
      ({ route, pattern }) => route.method === method && pattern.test(url.pathname),
    );
    const body = await readBody(request, entry?.route.maxBody ?? DEFAULT_MAX_BODY);
    if (!entry) return describeUnknown(method, url);
    if (!body) return replyJson(413, { error: { message: 'The request is too large.' } });

    const params = { ...entry.pattern.exec(url.pathname)?.groups };
    const call: Call = { method, url, params, headers: request.headers, body };
    let reply: Reply;
    try {
      reply = await entry.route.handle(call);
    } catch (error) {
      const described = entry.service.describeError(error);
      if (!described) throw error;
      reply = described;
    }
    await entry.service.settle();
    return reply;
  }

  return async function listener(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(describeCors(request))) {
      response.setHeader(name, value);
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let reply: Reply;
    try {
      reply = await answer(request);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      log(`${request.method} ${request.url?.split('?')[0]} failed: ${describeFailure(error)}`);
      const message =
        error instanceof UnwritableError ? error.message : 'The sandbox failed; see its log.';
      reply = replyJson(500, { error: { message } });
    }
    response.writeHead(reply.status, {
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(reply.body),
      ...reply.headers,
    });
    response.end(reply.body);
  };
}

function compilePath(path: string): RegExp {
  const source = path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`);
  return new RegExp(`^${source}$`);
}

/** The body, or undefined when it is too long; read to its end all the same, so that the caller hears the answer. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

function describeCors(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (!isLocalOrigin(origin)) return { vary: 'origin' };
  return {
    vary: 'origin, access-control-request-headers',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': String(
      request.headers['access-control-request-headers'] ?? 'content-type',
    ),
    'access-control-max-age': '600',
  };
}

/** Stripe's words for it; the Firebase SDK reads `error.message` as well. */
function describeUnknown(method: string, url: URL): Reply {
  const message = `Unrecognized request URL (${method}: ${url.pathname}).`;
  return replyJson(404, { error: { code: 404, type: 'invalid_request_error', message } });
}

function describeFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
