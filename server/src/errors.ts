import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';

/** About as long as a database takes to elect a new primary, or a service to restart. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** What a refusal says besides its code and sentence. */
type Details = Omit<ErrorBody, 'code' | 'message'>;

/** A refusal that the caller gets to see: a code of the contract and a sentence for the user. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: Details;
  /** When to try again, if we know or can guess. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    {
      retryAfterSeconds = code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined,
      ...extra
    }: Details & { retryAfterSeconds?: number } = {},
  ) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...this.extra };
  }
}

export function classNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this class.');
}
