import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';

/** A refusal that the caller is told about: a code of the contract, and a sentence for the person. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, message?: string, fields?: Record<string, string>) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.fields = fields;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
  }
}
