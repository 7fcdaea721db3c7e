import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { readText, readUrl } from '../http/handle.ts';
import { LOCAL_ORIGIN } from '../http/local-origin.ts';
import { html, renderPage, setPageHeaders, type Html } from '../http/page.ts';
import { checkEmail, type Account, type Accounts } from './accounts.ts';
import { avatarAddress } from './avatar.ts';
import { createGoogleIdToken } from './google.ts';

/** The address that the SDK's popup opens when it talks to an emulator. */
const HANDLER = '/emulator/auth/handler';
const TITLE = 'Sign in with Google';

/** The popup of signInWithPopup. It asks for no password: in the sandbox you can be anyone. */
export function showChooser(request: Request, response: Response, accounts: Accounts): string {
  const url = readUrl(request);
  return explainMisuse(url, response) ?? renderChooser(url, response, accounts);
}

/** Handles the person's choice and returns to the page that opened the popup. */
export function answerChooser(request: Request, response: Response, accounts: Accounts): string {
  const url = readUrl(request);
  const misuse = explainMisuse(url, response);
  if (misuse) return misuse;
  const form = new URLSearchParams(readText(request));
  const choice = form.get('choice');
  if (choice === 'cancel') return finish(url, response, undefined);
  const account = choice ? accounts.find(choice) : undefined;
  if (account?.google) {
    const { email, displayName = email } = account.google;
    return finish(url, response, tokenFor(url, email, displayName));
  }
  // The browser has refused what is missing or wrong.
  const email = form.get('email')?.trim();
  checkEmail(email);
  return finish(url, response, tokenFor(url, email, form.get('name')?.trim() || email));
}

/** @returns a page that explains, if the popup was not opened by a page on this machine */
function explainMisuse(url: URL, response: Response): string | undefined {
  if (LOCAL_ORIGIN.test(readOpener(url)) && url.searchParams.get('providerId') === 'google.com') {
    return undefined;
  }
  setPageHeaders(response);
  response.status(400);
  const text = 'This page is opened by “Continue with Google” on a page of this machine.';
  return renderPage(
    TITLE,
    html`<h1>Nothing to do</h1>
      <p>${text}</p>`,
  );
}

function readOpener(url: URL): string {
  const redirect = url.searchParams.get('redirectUrl') ?? '';
  return URL.canParse(redirect) ? new URL(redirect).origin : '';
}

function renderChooser(url: URL, response: Response, accounts: Accounts): string {
  const known = accounts.all().filter((account) => account.google);
  const main = html`
    <span class="badge">Sandbox · no real Google account is used</span>
    <h1>Sign in with Google</h1>
    <p class="quiet">to continue to ${new URL(readOpener(url)).host}</p>
    ${known.length > 0 ? listAccounts(known, url) : html``}
    <form method="post" action="${url.pathname + url.search}">
      <h2>${known.length > 0 ? 'Use another account' : 'Use an account'}</h2>
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="name" maxlength="80" required />
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="email" required />
      <div class="actions">
        <button class="button" name="choice" value="new">Continue</button>
        <button class="button plain" name="choice" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>
  `;
  setPageHeaders(response);
  return renderPage(TITLE, main);
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

function tokenFor(url: URL, email: string, name: string): string {
  return createGoogleIdToken(email, name, avatarAddress(url.origin, name));
}

/** The last page of the popup. Its script sends the result to the page that opened it. */
function finish(url: URL, response: Response, idToken: string | undefined): string {
  const redirect = new URL(HANDLER, url.origin);
  redirect.search = new URLSearchParams({
    providerId: 'google.com',
    id_token: idToken ?? '',
  }).toString();
  // The SDK's `AuthEvent`.
  const event = {
    type: url.searchParams.get('authType') ?? '',
    eventId: url.searchParams.get('eventId') ?? '',
    sessionId: randomUUID(),
    postBody: null,
    tenantId: null,
    urlResponse: idToken ? redirect.href : null,
    error: idToken
      ? null
      : { code: 'auth/popup-closed-by-user', message: 'The person pressed Cancel.' },
  };
  // Escaped, because `<` in a name could end the script element.
  const message = JSON.stringify({ event, opener: readOpener(url) }).replaceAll('<', '\\u003c');
  const main = html`<h1>${idToken ? 'Signing you in…' : 'Cancelled'}</h1>
    <p id="lost" hidden>
      This window has lost the page that opened it. Close it and press “Continue with Google” again.
    </p>`;
  const end = html`<script type="application/json" id="message">
      ${{ markup: message }}
    </script>
    <script src="/sandbox/google-popup.js"></script>`;
  setPageHeaders(response);
  return renderPage(TITLE, main, end);
}
