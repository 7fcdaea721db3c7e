import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { requestContext } from '../log.ts';
import type { Services } from '../services.ts';

/** A proxy's or a client's own id for a request: short, and with nothing in it that could break a line of the log. */
const GOOD_ID = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id (answered as X-Request-Id, and in every line of the log about it) and, when it is
 * answered, a line in the log and its place in the figures. The line has the route's template instead of the
 * address: addresses hold e-mails.
 */
export function trackRequests(services: Services): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = readRequestId(request);
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const { method } = request;
      const answered = {
        requestId,
        method,
        route: nameRoute(request),
        status: response.statusCode,
      };
      const givenUp = !response.writableFinished && { givenUp: true };
      recordAnswer({ ...answered, ...givenUp }, startedAt, services);
    });
    requestContext.run({ requestId }, next);
  };
}

/** @returns the id that the request bears, if that is a good one, or a new one */
export function readRequestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && GOOD_ID.test(sent) ? sent : randomUUID();
}

/**
 * A line in the log and a place in the figures for a request that is over.
 * @param startedAt by `performance.now()`
 */
export function recordAnswer(
  answered: { requestId: string; method: string; route: string; status: number; givenUp?: boolean },
  startedAt: number,
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
): void {
  const milliseconds = performance.now() - startedAt;
  metrics.observeRequest(answered, milliseconds);
  log.info({ ...answered, ms: Math.round(milliseconds * 10) / 10 }, 'request');
}

/** @returns the template such as `/api/classes/:id`; `/*` for files and for what is not there */
export function nameRoute(request: Request): string {
  const path: unknown = (request.route as { path?: unknown } | undefined)?.path;
  const template = typeof path === 'string' ? path : '/*';
  const isBelowApi = /^\/api(?=\/|\?|$)/i.test(request.originalUrl);
  return isBelowApi && !template.startsWith('/api') ? `/api${template}` : template;
}
