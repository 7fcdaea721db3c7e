import { Refusal } from '../http/refusal.ts';

/** A refusal in Identity Toolkit's words: the SDK turns `EMAIL_EXISTS` into `auth/email-already-in-use`. */
export class AuthError extends Refusal {
  /** @param message a code, or `CODE : explanation` */
  constructor(message: string, status = 400) {
    const errors = [{ message, domain: 'global', reason: 'invalid' }];
    super(status, { error: { code: status, message, errors } }, message);
  }
}
