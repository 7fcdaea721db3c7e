import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';

/** About what a database needs to elect another server, and a service to be restarted. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** A refusal that the caller is told about: a code of the contract, and a sentence for the person. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: Pick<ErrorBody, 'fields' | 'sit'>;
  /** When it is worth trying again; only where that is known or can be guessed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    {
      retryAfterSeconds = code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined,
      ...extra
    }: Pick<ErrorBody, 'fields' | 'sit'> & { retryAfterSeconds?: number } = {},
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
