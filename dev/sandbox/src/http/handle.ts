import type { Request, RequestHandler, Response } from 'express';
import type { Store } from '../storage/store.ts';

/** Sends a function's result, as JSON or as it is, or its refusal, when all changes are on disk. */
export function answerWith(
  store: Store,
  work: (request: Request, response: Response) => unknown,
): RequestHandler {
  return async (request, response) => {
    let answer: unknown;
    try {
      answer = await work(request, response);
    } finally {
      await store.flush();
    }
    response.send(answer);
  };
}

/** The request's full address, with the host that the caller used to reach us. */
export function readUrl(request: Request): URL {
  return new URL(request.originalUrl, `http://${request.headers.host}`);
}

/** The request's body as text, regardless of its content type. */
export function readText(request: Request): string {
  return typeof request.body === 'string' ? request.body : '';
}
