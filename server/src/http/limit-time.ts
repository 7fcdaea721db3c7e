import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import { answerError } from './error-handler.ts';

const TOO_LATE = 'This takes longer than it should. Please look in a moment whether it was done.';

/**
 * Answers 503 to a request that takes too long, whatever it waits for. What it does is not broken off: it goes on to
 * its own end, so that nothing stays half done; only its answer comes too late, and is dropped (error-handler.ts).
 * @param milliseconds shorter than the web app's own patience
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
