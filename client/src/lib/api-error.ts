import type { ErrorBody } from '@speakifyr/contract/errors.ts';

const BROKEN: ErrorBody = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
};
const UNREACHABLE: ErrorBody = {
  code: 'unavailable',
  message: 'We could not reach the camp. Please check your connection and try again.',
};

/** A call that brought no good answer: what http.ts throws. */
export class FailedCall extends Error {
  override name = 'FailedCall';
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What the answer said, where it said something. */
  readonly body: unknown;
  constructor(
    message: string,
    { status, body, cause }: { status?: number; body?: unknown; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.body = body;
  }
}

/** The HTTP status of a failed call; undefined where no answer came. */
export function readApiStatus(error: unknown): number | undefined {
  return error instanceof FailedCall ? error.status : undefined;
}

/** What a failed call says, in a sentence for a parent: the server's own words, or ours where it had none. */
export function readApiError(error: unknown): ErrorBody {
  if (!(error instanceof FailedCall)) return BROKEN;
  const { status, body } = error;
  if (isErrorBody(body)) return body;
  // A gateway in between answers for a server that does not: 502, 503, 504.
  if (status === undefined || status > 500) return UNREACHABLE;
  return BROKEN;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  if (!('code' in body) || !('message' in body)) return false;
  return typeof body.code === 'string' && typeof body.message === 'string';
}
