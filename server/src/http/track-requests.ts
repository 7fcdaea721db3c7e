import { randomUUID } from 'node:crypto';
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
export function trackRequests({ log, metrics }: Services): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const sent = request.get('x-request-id') ?? '';
    const requestId = GOOD_ID.test(sent) ? sent : randomUUID();
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const milliseconds = performance.now() - startedAt;
      const { method } = request;
      const route = nameRoute(request);
      const status = response.statusCode;
      metrics.observeRequest({ method, route, status }, milliseconds);
      const isGivenUp = !response.writableFinished && { givenUp: true };
      const ms = Math.round(milliseconds * 10) / 10;
      log.info({ requestId, method, route, status, ms, ...isGivenUp }, 'request');
    });
    requestContext.run({ requestId }, next);
  };
}

/** @returns the template such as `/api/classes/:id`; `/*` for files and for what is not there */
export function nameRoute(request: Request): string {
  const path: unknown = (request.route as { path?: unknown } | undefined)?.path;
  const template = typeof path === 'string' ? path : '/*';
  const isBelowApi = /^\/api(?=\/|\?|$)/i.test(request.originalUrl);
  return isBelowApi && !template.startsWith('/api') ? `/api${template}` : template;
}
