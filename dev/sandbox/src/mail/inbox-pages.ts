import { html, renderPage, type Html } from '../http/page.ts';
import { canAnswer } from './answer-mail.ts';
import type { Entry } from './inbox.ts';
import type { Message } from './message.ts';

/** More would make the page slow; the search finds the others. */
const SHOWN = 200;

/** The list. @param query what the caller searched for */
export function renderInbox(entries: Entry[], query: URLSearchParams): string {
  const to = query.get('to') ?? '';
  const shown = entries.slice(0, SHOWN);
  return renderPage(
    'Inbox',
    html`<span class="badge">Sandbox · no email leaves this machine</span>
      <h1>Inbox${to ? html` of ${to}` : html``}</h1>
      <p class="quiet">Everything that the school and Firebase would send, newest first.</p>
      <form role="search">
        ${to ? html`<input type="hidden" name="to" value="${to}" />` : html``}
        <label for="q">Search</label>
        <input
          id="q"
          name="q"
          type="search"
          value="${query.get('q') ?? ''}"
          placeholder="Address, subject or text"
        />
      </form>
      <p class="quiet count" role="status">${count(shown.length, entries.length)}</p>
      ${
        shown.length > 0
          ? html`<ul class="accounts">
              ${shown.map(renderRow)}
            </ul>`
          : html``
      }
      ${to ? html`<p><a href="/inbox">All recipients</a></p>` : html``}`,
  );
}

function count(shown: number, all: number): string {
  if (all === 0) return 'No emails.';
  return shown < all ? `The newest ${shown} of ${all} emails` : `${all} email${all > 1 ? 's' : ''}`;
}

function renderRow(entry: Entry): Html {
  const isLink = 'link' in entry;
  const href = isLink ? entry.link : `/inbox/${entry.id}`;
  const note = isLink ? `, a link of Firebase${entry.isUsed ? ', used' : ''}` : '';
  return html`<li>
    <a class="account" href="${href}">
      <span>
        ${entry.subject || '(no subject)'}
        <small>to ${entry.to}, ${formatTime(entry.sentAt)}${note}</small>
      </span>
    </a>
  </li>`;
}

/**
 * One email. Its HTML is in a frame of its own, where it can do nothing.
 * @param said what the app said to an answer that was just typed
 */
export function renderMessage(message: Message, said?: string): string {
  const { id, from, replyTo, subject, text, attachments, headers } = message;
  const files = attachments.map(
    ({ name, type }, i) =>
      html`<li>
        <a class="account" href="/inbox/${id}/files/${String(i)}" download="${name}">
          <span>${name}<small>${type}</small></span>
        </a>
      </li>`,
  );
  const facts: [string, string][] = [
    ['From', from ? `${from.name} <${from.address}>` : ''],
    ['To', `${message.toName} <${message.to}>`],
    ['Reply to', replyTo ? `${replyTo.name} <${replyTo.address}>` : ''],
    ['Received', formatTime(message.sentAt)],
  ];
  return renderPage(
    subject,
    html`<p><a href="/inbox">Inbox</a></p>
      <h1>${subject || '(no subject)'}</h1>
      <dl class="facts">${facts.filter(([, value]) => value).map(renderFact)}</dl>
      ${
        message.html
          ? html`<iframe
              class="mail"
              src="/inbox/${id}/html"
              title="The email"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>`
          : html``
      }
      ${
        files.length > 0
          ? html`<h2>Files</h2>
              <ul class="accounts">
                ${files}
              </ul>`
          : html``
      }
      <h2>Text</h2>
      <p class="text">${linkify(text || 'This email has no text.')}</p>
      ${canAnswer(message) ? renderAnswer(message, said) : html``}
      <details>
        <summary>All headers</summary>
        <dl class="facts">${Object.entries(headers).map(renderFact)}</dl>
      </details>`,
  );
}

function renderAnswer({ id, to }: Message, said: string | undefined): Html {
  return html`<h2 id="answer">Answer it</h2>
    ${said === undefined ? html`` : html`<p role="status">The school’s server said: ${said}</p>`}
    <form method="post" action="/inbox/${id}/answer">
      <label for="from">From</label>
      <input id="from" name="from" type="text" value="${to}" />
      <label for="text">Your answer</label>
      <textarea id="text" name="text" rows="5"></textarea>
      <button class="button">Send the answer</button>
    </form>`;
}

export function renderMissing(): string {
  return renderPage(
    'No such email',
    html`<h1>No such email</h1>
      <p>It was deleted. <a href="/inbox">Inbox</a></p>`,
  );
}

function renderFact([label, value]: [string, string]): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Web addresses become links. */
function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>`
        : html`${part}`,
    );
}

function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
