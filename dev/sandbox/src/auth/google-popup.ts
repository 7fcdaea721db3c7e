import { randomUUID } from 'node:crypto';
import { isLocalOrigin } from '../http/local-origin.ts';
import { html, renderPage, type Html } from '../http/page.ts';
import { replyPage, type Reply } from '../http/reply.ts';
import type { Call, Route } from '../http/router.ts';
import { checkEmail, type Account, type Accounts } from './accounts.ts';
import { avatarAddress, avatarRoute } from './avatar.ts';
import { createGoogleIdToken } from './google.ts';

/** The address that the SDK opens in its popup when it talks to an emulator. */
const HANDLER = '/emulator/auth/handler';

/** What the popup tells the page that opened it: the SDK's own `AuthEvent`. */
interface AuthEvent {
  type: string;
  eventId: string;
  sessionId: string;
  postBody: null;
  tenantId: null;
  urlResponse: string | null;
  error: { code: string; message: string } | null;
}

/** What a person filled in, to show it again beside what is wrong with it. */
interface Entry {
  name: string;
  email: string;
  errors: { name?: string; email?: string };
}

/**
 * The popup of signInWithPopup: a chooser of Google accounts, and the way back to the page. Nobody
 * asks for a password here: whoever uses the sandbox may be anyone.
 */
export function createGooglePopupRoutes(accounts: Accounts): Route[] {
  return [
    {
      method: 'GET',
      path: HANDLER,
      handle: (call) => guardPopup(call) ?? showChooser(call, accounts),
    },
    {
      method: 'POST',
      path: HANDLER,
      handle: (call) => guardPopup(call) ?? answerChooser(call, accounts),
    },
    avatarRoute,
  ];
}

function guardPopup({ url }: Call): Reply | undefined {
  const opener = readOpener(url);
  if (isLocalOrigin(opener) && url.searchParams.get('providerId') === 'google.com') {
    return undefined;
  }
  const text = 'This page is opened by “Continue with Google” on a page of this machine.';
  return replyPage(
    renderPage(
      'Sign in with Google',
      html`<h1>Nothing to do</h1>
        <p>${text}</p>`,
    ),
    400,
  );
}

function readOpener(url: URL): string {
  const redirect = url.searchParams.get('redirectUrl') ?? '';
  return URL.canParse(redirect) ? new URL(redirect).origin : '';
}

function showChooser(
  { url }: Call,
  accounts: Accounts,
  entry: Entry = { name: '', email: '', errors: {} },
): Reply {
  const known = accounts.all().filter((account) => account.google);
  const failed = Object.keys(entry.errors).length > 0;
  const main = html`
    <span class="badge">Sandbox · no real Google account is used</span>
    <h1>Sign in with Google</h1>
    <p class="quiet">to continue to ${new URL(readOpener(url)).host}</p>
    ${known.length > 0 ? listAccounts(known, url) : html``}
    <form method="post" action="${url.pathname + url.search}" novalidate>
      <h2>${known.length > 0 ? 'Use another account' : 'Use an account'}</h2>
      ${field('name', 'Name', 'name', 'text', entry.name, entry.errors.name)}
      ${field('email', 'E-mail', 'email', 'email', entry.email, entry.errors.email)}
      <div class="actions">
        <button class="button" name="choice" value="new">Continue</button>
        <button class="button plain" name="choice" value="cancel">Cancel</button>
      </div>
    </form>
  `;
  return replyPage(renderPage('Sign in with Google', main), failed ? 422 : 200);
}

function listAccounts(known: Account[], url: URL): Html {
  const items = known.map((account) => {
    const name = account.google?.displayName ?? account.email;
    return html`<li>
      <button class="account" name="choice" value="${account.localId}">
        <img src="${avatarAddress(url.origin, name)}" alt="" />
        <span>${name} <small>${account.google?.email ?? account.email}</small></span>
      </button>
    </li>`;
  });
  return html`<h2>Choose an account</h2>
    <form method="post" action="${url.pathname + url.search}">
      <ul class="accounts">
        ${items}
      </ul>
    </form>`;
}

function field(
  name: string,
  label: string,
  autocomplete: string,
  type: string,
  value: string,
  error: string | undefined,
): Html {
  const invalid = error
    ? html`aria-invalid="true" aria-describedby="${name}-error" autofocus`
    : html``;
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value}"
      ${invalid}
    />
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : html``}`;
}

function answerChooser(call: Call, accounts: Accounts): Reply {
  const form = new URLSearchParams(call.body.toString());
  const choice = form.get('choice');
  if (choice === 'cancel') return finish(call, undefined);

  const account = choice ? accounts.find(choice) : undefined;
  if (account?.google) {
    const { email, displayName = email } = account.google;
    return finish(call, tokenFor(call, email, displayName));
  }
  const entry = readEntry(form);
  if (Object.keys(entry.errors).length > 0) return showChooser(call, accounts, entry);
  return finish(call, tokenFor(call, entry.email, entry.name));
}

function tokenFor({ url }: Call, email: string, name: string): string {
  return createGoogleIdToken(email, name, avatarAddress(url.origin, name));
}

function readEntry(form: URLSearchParams): Entry {
  const name = (form.get('name') ?? '').trim();
  const email = (form.get('email') ?? '').trim();
  const errors: Entry['errors'] = {};
  if (!name) errors.name = 'Enter a name';
  else if (name.length > 80) errors.name = 'Use at most 80 characters';
  try {
    checkEmail(email);
  } catch {
    errors.email = 'Enter an e-mail address such as ada@example.com';
  }
  return { name, email, errors };
}

/** The last page of the popup: its script hands the event to the page that opened it. */
function finish({ url }: Call, idToken: string | undefined): Reply {
  const response = new URL(HANDLER, url.origin);
  response.search = new URLSearchParams({
    providerId: 'google.com',
    id_token: idToken ?? '',
  }).toString();
  const event: AuthEvent = {
    type: url.searchParams.get('authType') ?? '',
    eventId: url.searchParams.get('eventId') ?? '',
    sessionId: randomUUID(),
    postBody: null,
    tenantId: null,
    urlResponse: idToken ? response.href : null,
    error: idToken
      ? null
      : { code: 'auth/popup-closed-by-user', message: 'The person pressed Cancel.' },
  };
  // `<` would let a name end the script element.
  const message = JSON.stringify({ event, opener: readOpener(url) }).replaceAll('<', '\\u003c');
  const main = html`<h1>${idToken ? 'Signing you in…' : 'Cancelled'}</h1>
    <p id="lost" hidden>
      This window has lost the page that opened it. Close it and press “Continue with Google” again.
    </p>`;
  const end = html`<script type="application/json" id="message">
      ${{ markup: message }}
    </script>
    <script src="/sandbox/google-popup.js"></script>`;
  return replyPage(renderPage('Sign in with Google', main, end));
}
