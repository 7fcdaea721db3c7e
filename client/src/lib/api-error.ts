import type { ErrorBody } from '@speakifyr/contract/errors.ts';

const BROKEN: ErrorBody = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
};
const UNREACHABLE: ErrorBody = {
  code: 'unavailable',
  message: 'We could not reach the camp. Please check your connection and try again.',
};

/** The HTTP status of a failed call; undefined where no answer came. */
export function readApiStatus(error: unknown): number | undefined {
  const status = readResponse(error)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** What a failed call says, in a sentence for a parent: the server's own words, or ours where it had none. */
export function readApiError(error: unknown): ErrorBody {
  const body = readResponse(error)?.data;
  if (isErrorBody(body)) return body;
  if (!isFailedCall(error)) return BROKEN;
  const status = readApiStatus(error);
  // A gateway in between answers for a server that does not: 502, 503, 504.
  if (status === undefined || status > 500) return UNREACHABLE;
  return BROKEN;
}

function readResponse(error: unknown): { status?: unknown; data?: unknown } | undefined {
  if (!isFailedCall(error)) return undefined;
  return typeof error.response === 'object' && error.response ? error.response : undefined;
}

/** Told by its mark, not by `instanceof`: axios itself is loaded with the first call only. */
function isFailedCall(error: unknown): error is { response?: unknown } {
  return typeof error === 'object' && error !== null && 'isAxiosError' in error;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  if (!('code' in body) || !('message' in body)) return false;
  return typeof body.code === 'string' && typeof body.message === 'string';
}
