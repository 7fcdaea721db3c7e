import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import { answerError } from './error-handler.ts';

const TOO_LATE = 'This is taking too long. Please check in a moment whether it worked.';

/**
 * Answers 503 to a request that takes too long, no matter what it waits for. The request itself goes on to its end, so
 * that nothing is left half done; only its answer is dropped (error-handler.ts).
 * @param milliseconds less than the web app waits
 */
export function limitTime(milliseconds: number): RequestHandler {
  return (_request, response, next) => {
    const timer = setTimeout(() => {
      if (!response.headersSent) answerError(response, new ApiError('unavailable', TOO_LATE));
    }, milliseconds);
    response.once('close', () => clearTimeout(timer));
    next();
  };
}
