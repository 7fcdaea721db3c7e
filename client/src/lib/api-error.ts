import type { AxiosError } from 'axios';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';

const BROKEN: ErrorBody = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
};
/** No answer came. */
export const UNREACHABLE: ErrorBody = {
  code: 'unavailable',
  message: 'We could not reach the camp. Please check your connection and try again.',
};

/** The server's answer never arrived, although axios saw no network error: see http.ts. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** Whether an error comes from axios. Like `axios.isAxiosError`, which would load axios. */
export function isAxiosError(error: unknown): error is AxiosError {
  return error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true;
}

/** Whether an error comes from a call that did not succeed. */
export function isFailedCall(error: unknown): boolean {
  return isAxiosError(error) || error instanceof NoAnswerError;
}

/** The HTTP status of a failed call; undefined if no answer came. */
export function readApiStatus(error: unknown): number | undefined {
  return isAxiosError(error) ? error.response?.status : undefined;
}

/** Whether the server refused, so that trying again is no use. */
export function isRefused(error: unknown): boolean {
  const status = readApiStatus(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** What a failed call says, in a sentence for a parent: the server's own words, or ours if it had none. */
export function readApiError(error: unknown): ErrorBody {
  if (!isFailedCall(error)) return BROKEN;
  const body = isAxiosError(error) ? error.response?.data : undefined;
  if (isErrorBody(body)) return body;
  const status = readApiStatus(error);
  // 502, 503 and 504 come from a gateway when the server does not answer.
  if (status === undefined || status > 500) return UNREACHABLE;
  return BROKEN;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  if (!('code' in body) || !('message' in body)) return false;
  return typeof body.code === 'string' && typeof body.message === 'string';
}
