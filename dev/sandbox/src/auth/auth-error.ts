import { replyJson, type Reply } from '../http/reply.ts';

/** A refusal in Identity Toolkit's words: the SDK makes `auth/email-already-in-use` of `EMAIL_EXISTS`. */
export class AuthError extends Error {
  readonly status: number;

  /**
   * @param message a code, or `CODE : explanation`
   * @param status the HTTP status
   */
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** Identity Toolkit's answer to a refusal. */
export function describeAuthError(error: unknown): Reply | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const { message, status } = error;
  return replyJson(status, {
    error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
  });
}
