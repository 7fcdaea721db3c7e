import type { Table } from '../storage/store.ts';
import type { ActionCode, RequestType } from './action-codes.ts';

/** What Firebase's emails are about, and what their links say about that. */
export const SUBJECTS: Record<RequestType, string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
};
const MODES: Record<RequestType, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
};

const FROM = { name: 'Firebase', address: 'noreply@speakifyr-sandbox.firebaseapp.com' };

/** An email that Firebase would send. */
export type SentLink = ReturnType<typeof listSentLinks>[number];

/** Firebase's emails, oldest first. @param url the caller's, whose host the links get */
export function listSentLinks(codes: Table<ActionCode>, url: URL) {
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

/** The link in an email, on the host that the caller used. */
export function describeLink(url: URL, { requestType, code }: ActionCode): string {
  const link = new URL('/emulator/auth/action', url.origin);
  link.search = new URLSearchParams({ mode: MODES[requestType], oobCode: code }).toString();
  return link.href;
}
