import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseOutage } from '../database/outages.ts';
import { ApiError } from '../errors.ts';
import { TIMEOUTS } from './timeouts.ts';
import { nameRoute } from './watch-requests.ts';
import { writeAnswer } from './write-answer.ts';

/** The last handler below /api: there is no call at this address. */
export const answerUnknownCall: RequestHandler = () => {
  throw new ApiError('not_found', 'There is no such call.');
};

/** The only place that turns errors into responses. Unexpected ones are logged, and the caller learns no details. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toApiError(error);
    if (known.status >= 500) {
      const { requestId } = response.locals;
      log.error({ err: error, requestId, route: nameRoute(request) }, 'a call failed');
    }
    // `limitTime` has already answered.
    if (response.writableEnded) return;
    // Cut off a half-sent response. Express itself would send the whole error to the caller.
    if (response.headersSent) return void response.destroy();
    answerError(response, known);
  };
}

/** Answers with an error of the contract. */
export function answerError(response: Response, error: ApiError): void {
  if (error.retryAfterSeconds !== undefined)
    response.set('Retry-After', String(error.retryAfterSeconds));
  response
    .status(error.status)
    .set('Cache-Control', 'no-store')
    .type('json')
    .send(writeAnswer(error.toBody()));
}

/** Whether an error says that the caller did something wrong, as opposed to us or the database. */
export function isCallersFault(error: unknown): boolean {
  return toApiError(error).status < 500;
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseOutage(error)) return new ApiError('unavailable');
  // body-parser and the router set a 4xx status when the request is wrong (too large, broken JSON or address).
  const { status, type } = error as { status?: number; type?: string };
  if (!status || status < 400 || status > 499) return new ApiError('internal');
  if (status === 404) return new ApiError('not_found');
  return new ApiError('invalid_input', MALFORMED[type ?? ''] ?? 'The request could not be read.', {
    ...(type && { fields: { body: MALFORMED[type] ?? type } }),
  });
}

/** By body-parser's error type. */
const MALFORMED: Record<string, string> = {
  'entity.too.large': 'The request is too large.',
  'entity.parse.failed': 'The request is not valid JSON.',
  'encoding.unsupported': 'The request’s encoding is not supported.',
  'charset.unsupported': 'The request’s character set is not supported.',
};

const TOO_LATE = 'This is taking too long. Please check in a moment whether it worked.';

/**
 * Answers 503 to a request that takes too long, no matter what it waits for. The request itself runs to its end, so
 * that nothing is left half done; only its response is dropped. A body that arrives slowly, such as a document from a
 * phone, has `TIMEOUTS.requestTimeout` for itself.
 * @param milliseconds less than the web app waits
 */
export function limitTime(milliseconds: number): RequestHandler {
  return (request, response, next) => {
    const start = (wait: number) =>
      setTimeout(() => {
        if (!response.headersSent) answerError(response, new ApiError('unavailable', TOO_LATE));
      }, wait);
    const hasBody = request.get('content-length') ?? request.get('transfer-encoding');
    let timer = start(milliseconds + (hasBody ? TIMEOUTS.requestTimeout : 0));
    // Only then: this stands before every answer, also those that come from memory.
    if (hasBody)
      request.once('end', () => {
        clearTimeout(timer);
        timer = start(milliseconds);
      });
    response.once('close', () => clearTimeout(timer));
    next();
  };
}
