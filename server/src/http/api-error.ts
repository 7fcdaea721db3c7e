import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';

/** A refusal that the caller is told about: a code of the contract, and a sentence for the person. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: Pick<ErrorBody, 'fields' | 'sit'>;

  constructor(code: ErrorCode, message?: string, extra: Pick<ErrorBody, 'fields' | 'sit'> = {}) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...this.extra };
  }
}
