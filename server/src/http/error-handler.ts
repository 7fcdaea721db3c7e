import type { ErrorRequestHandler, RequestHandler } from 'express';
import { MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError } from 'mongodb';
import type { Logger } from 'pino';
import { ApiError } from './api-error.ts';

/** The last handler below /api: nobody answers to this address. */
export const answerUnknownCall: RequestHandler = () => {
  throw new ApiError('not_found', 'There is no such call.');
};

/** The one place where an error becomes an answer. What we did not expect is logged and told to nobody. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const known = toApiError(error);
    if (known.status >= 500) log.error({ err: error, path: request.path }, 'a call failed');
    if (known.retryAfterSeconds !== undefined)
      response.set('Retry-After', String(known.retryAfterSeconds));
    response.status(known.status).json(known.toBody());
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseOutage(error)) return new ApiError('unavailable');
  // body-parser and the router mark what the caller got wrong (too large, broken JSON or address) with 4xx.
  const { status, type } = error as { status?: number; type?: string };
  if (!status || status < 400 || status > 499) return new ApiError('internal');
  if (status === 404) return new ApiError('not_found');
  return new ApiError('invalid_input', MALFORMED[type ?? ''] ?? 'The request could not be read.', {
    ...(type && { fields: { body: MALFORMED[type] ?? type } }),
  });
}

/** body-parser's names for what can be wrong with a body. */
const MALFORMED: Record<string, string> = {
  'entity.too.large': 'The request is too large.',
  'entity.parse.failed': 'The request is not valid JSON.',
  'encoding.unsupported': 'The request’s encoding is not supported.',
  'charset.unsupported': 'The request’s character set is not supported.',
};

function isDatabaseOutage(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError
  );
}
