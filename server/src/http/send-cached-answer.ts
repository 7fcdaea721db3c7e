import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';
import type { CachedAnswer, CachedAnswers } from './cached-answers.ts';
import { recordHeaders } from './security-headers.ts';
import { readRequestId, recordAnswer } from './track-requests.ts';

/** Names and values in turns, as `writeHead` takes them. */
type Headers = string[];

/**
 * Puts the bytes that are there already in front of the app: most of what such a call costs is its way through
 * Express and the middleware, all of which is known to say yes to it. Whatever is not there goes on to the app.
 * @param middleware what would have set headers on the way, the same for everybody who is not of another origin
 */
export function answerFromMemory(
  app: RequestListener,
  services: Services,
  cachedAnswers: CachedAnswers,
  middleware: RequestHandler[],
): RequestListener {
  const headers = middleware.flatMap(recordHeaders).flat();
  return (request, response) => {
    const { method = '', url = '' } = request;
    const isPlain = method === 'GET' && request.headers.origin === undefined;
    const answer = isPlain ? cachedAnswers.find(url) : undefined;
    if (!answer) return app(request, response);
    const startedAt = performance.now();
    const requestId = readRequestId(request);
    sendCachedAnswer(answer, request, response, ['X-Request-Id', requestId], headers);
    const { route } = answer;
    const status = response.statusCode;
    recordAnswer({ requestId, method, route, status }, startedAt, services);
  };
}

/**
 * Sends an answer, or that the caller has it already.
 * @param always headers beside the answer's own
 * @param headers more of them; a 304 goes without: the browser has them too
 */
export function sendCachedAnswer(
  { body, total, etag }: CachedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  always: Headers = [],
  headers: Headers = [],
): void {
  // To be kept by the browser, and asked about each time: seats come and go.
  const own = [...always, 'ETag', etag, 'Cache-Control', 'no-cache'];
  if (total !== undefined) own.push(TOTAL_COUNT_HEADER, total);
  const known = request.headers['if-none-match'];
  if (known !== undefined && isNamed(etag, known)) {
    response.writeHead(304, own).end();
    return;
  }
  own.push(
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
  );
  response.writeHead(200, [...headers, ...own]).end(body);
}

/** Whether an If-None-Match header names an ETag, https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
function isNamed(etag: string, header: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
