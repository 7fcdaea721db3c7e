import { Router, type Request } from 'express';
import { readUrl } from '../http/handle.ts';
import { html, renderPage, setPageHeaders } from '../http/page.ts';
import type { Table } from '../storage/store.ts';
import type { ActionCode, RequestType } from './action-codes.ts';
import { describeLink } from './action-page.ts';

/** An email that Firebase would send. */
interface Message {
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

const SUBJECTS: Record<RequestType, string> = {
  PASSWORD_RESET: 'Reset your password',
  VERIFY_EMAIL: 'Confirm your email address',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new email address',
};

/** The page /inbox for people and /inbox.json for tests: all emails, or those `?to=` one address, newest first. */
export function createInboxRouter(codes: Table<ActionCode>): Router {
  const router = Router();
  router.get('/inbox', (request, response) => {
    setPageHeaders(response);
    response.send(renderInbox(listMessages(codes, request)));
  });
  router.get('/inbox.json', (request, response) => {
    response.set('Cache-Control', 'no-store').json(listMessages(codes, request));
  });
  return router;
}

function listMessages(codes: Table<ActionCode>, request: Request): Message[] {
  const url = readUrl(request);
  const recipient = url.searchParams.get('to')?.toLowerCase();
  return codes
    .rows()
    .toReversed()
    .map((action) => ({
      to: action.newEmail ?? action.email,
      subject: SUBJECTS[action.requestType],
      requestType: action.requestType,
      link: describeLink(url, action),
      isUsed: action.isUsed ?? false,
      sentAt: new Date(action.sentAt).toISOString(),
    }))
    .filter(({ to }) => recipient === undefined || to === recipient);
}

function renderInbox(messages: Message[]): string {
  const items = messages.map(
    ({ to, subject, link, isUsed, sentAt }) =>
      html`<li>
        <a class="account" href="${link}">
          <span>
            ${subject}
            <small
              >to ${to}, ${sentAt.slice(0, 16).replace('T', ' ')}
              UTC${isUsed ? ', used' : ''}</small
            >
          </span>
        </a>
      </li>`,
  );
  return renderPage(
    'Inbox',
    html`<span class="badge">Sandbox · no email is sent</span>
      <h1>Inbox</h1>
      <p class="quiet">
        The emails that Firebase would send, newest first. Open one to follow its link.
      </p>
      ${
        messages.length > 0
          ? html`<ul class="accounts">
              ${items}
            </ul>`
          : html`<p>No emails yet.</p>`
      }`,
  );
}
