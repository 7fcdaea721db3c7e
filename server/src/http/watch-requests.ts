import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Services } from '../services.ts';

/** A request id from a proxy or a client: short, and with nothing that could break a log line. */
const GOOD_ID = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id (sent back as X-Request-Id, and part of the log lines about the request). When the
 * request is over, writes a log line and adds it to the metrics. The line has the route's template instead of the
 * address, because addresses contain e-mails.
 */
export function trackRequests({ log, metrics, tracing }: Services): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const traced = tracing?.openRequest(request, response);
    const requestId = readRequestId(request);
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const answered = {
        requestId,
        method: request.method,
        route: nameRoute(request),
        status: response.statusCode,
        ...(!response.writableFinished && { givenUp: true }),
      };
      metrics.observeRequest(answered, ms);
      traced?.end(answered);
      log.info({ ...answered, ms: Math.round(ms * 10) / 10 }, 'request');
    });
    response.locals.requestId = requestId;
    if (traced) traced.run(next);
    else next();
  };
}

/** @returns the id that came with the request if it is a good one, else a new one */
function readRequestId(request: Request): string {
  const sent = request.get('x-request-id');
  return sent !== undefined && GOOD_ID.test(sent) ? sent : randomUUID();
}

/** @returns the template such as `/api/classes/:id`; `/*` for files and unknown addresses */
export function nameRoute(request: Request): string {
  const path: unknown = (request.route as { path?: unknown } | undefined)?.path;
  const template = typeof path === 'string' ? path : '/*';
  const isBelowApi = /^\/api(?=\/|\?|$)/i.test(request.originalUrl);
  return isBelowApi && !template.startsWith('/api') ? `/api${template}` : template;
}

/**
 * Logs one warning if requests come through a proxy that the settings don't know: all visitors then have the proxy's
 * address, and share its limits. A visitor can also send the header, so it proves nothing.
 */
export function warnOfProxy({ environment, log }: Services): RequestHandler {
  let isWatching = environment.TRUST_PROXY === 0;
  return (request, _response, next) => {
    if (isWatching && request.headers['x-forwarded-for'] !== undefined) {
      isWatching = false;
      log.warn(
        'A request came with X-Forwarded-For, but TRUST_PROXY is 0. If the server is behind a proxy, all visitors share one rate limit and the seats that one address may hold: set TRUST_PROXY to the number of your proxies.',
      );
    }
    next();
  };
}

/** After each call that may have changed something, the mailer looks at once for new emails. */
export function ringMailBell({ mailBell }: Pick<Services, 'mailBell'>): RequestHandler {
  return ({ method }, response, next) => {
    if (method !== 'GET') response.once('close', () => mailBell.emit('ring'));
    next();
  };
}
