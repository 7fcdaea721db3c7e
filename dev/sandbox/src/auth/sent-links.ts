import type { Table } from '../storage/store.ts';
import type { ActionCode, RequestType } from './action-codes.ts';
import { describeLink } from './action-page.ts';

/** An email that Firebase would send. */
export interface SentLink {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  requestType: RequestType;
  /** The page that does what the email is for. */
  link: string;
  /** Whether the link was used before. */
  isUsed: boolean;
  /** ISO 8601. */
  sentAt: string;
}

/** What Firebase's emails are about. */
export const SUBJECTS: Record<RequestType, string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
};

const FROM = { name: 'Firebase', address: 'noreply@speakifyr-sandbox.firebaseapp.com' };

/** Firebase's emails, oldest first. @param url the caller's, whose host the links get */
export function listSentLinks(codes: Table<ActionCode>, url: URL): SentLink[] {
  return codes.rows().map((action) => ({
    id: action.code,
    from: FROM,
    to: action.email,
    subject: SUBJECTS[action.requestType],
    requestType: action.requestType,
    link: describeLink(url, action),
    isUsed: action.isUsed ?? false,
    sentAt: new Date(action.sentAt).toISOString(),
  }));
}
