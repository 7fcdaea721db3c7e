import type { Request, Response } from 'express';
import { readText, readUrl } from '../http/handle.ts';
import { LOCAL_ORIGIN } from '../http/local-origin.ts';
import { html, renderPage, setPageHeaders, type Html } from '../http/page.ts';
import { AuthError } from './auth-error.ts';
import type { Project } from './identity-toolkit.ts';
import { resetPassword, type PasswordReset } from './password-reset.ts';
import { MIN_PASSWORD_LENGTH } from './passwords.ts';

const ACTION = '/emulator/auth/action';

/** The address of the page for a reset, on the host that the caller used. */
export function describeResetLink(url: URL, { code, continueUrl }: PasswordReset): string {
  const link = new URL(ACTION, url.origin);
  link.search = new URLSearchParams({
    mode: 'resetPassword',
    oobCode: code,
    ...(continueUrl ? { continueUrl } : {}),
  }).toString();
  return link.href;
}

/** The page behind the link: GET asks for the new password, POST sets it. */
export async function showResetPage(
  request: Request,
  response: Response,
  project: Project,
): Promise<string> {
  setPageHeaders(response);
  const url = readUrl(request);
  const oobCode = url.searchParams.get('oobCode') ?? '';
  try {
    if (request.method === 'GET') {
      const { email } = await resetPassword(project, { oobCode });
      return renderForm(url, email);
    }
    const newPassword = new URLSearchParams(readText(request)).get('password') ?? '';
    await resetPassword(project, { oobCode, newPassword });
    return renderDone(url);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const reason = describeReason(error);
    response.status(reason ? 422 : 400);
    if (!reason) return renderDeadLink();
    const { email } = await resetPassword(project, { oobCode });
    return renderForm(url, email, reason);
  }
}

/** What is wrong with the password, or undefined if the link is the problem. */
function describeReason({ message }: AuthError): string | undefined {
  if (message === 'MISSING_PASSWORD') return 'Enter a password';
  return /^(WEAK_PASSWORD|PASSWORD_)/.test(message) ? message.split(' : ')[1] : undefined;
}

function renderForm(url: URL, email: string, error?: string): string {
  const invalid = error ? html`aria-invalid="true"` : html``;
  return render(
    'Set a new password',
    html`<p class="quiet">for ${email}</p>
      <form method="post" action="${url.pathname + url.search}" novalidate>
        <input type="hidden" name="email" autocomplete="username" value="${email}" />
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          aria-describedby="password-hint"
          autofocus
          ${invalid}
        />
        <p class="${error ? 'error' : 'quiet'}" id="password-hint">
          ${error ?? `At least ${MIN_PASSWORD_LENGTH} characters`}
        </p>
        <div class="actions"><button class="button">Save</button></div>
      </form>`,
  );
}

function renderDone(url: URL): string {
  const back = url.searchParams.get('continueUrl') ?? '';
  const isOurs = URL.canParse(back) && LOCAL_ORIGIN.test(new URL(back).origin);
  return render(
    'Password changed',
    html`<p>You can now sign in with your new password.</p>
      ${isOurs ? html`<a class="button" href="${back}">Back to the site</a>` : html``}`,
  );
}

function renderDeadLink(): string {
  return render(
    'This link no longer works',
    html`<p>
      It is more than an hour old, or was used before. Ask for a new one on the login page.
    </p>`,
  );
}

function render(title: string, content: Html): string {
  return renderPage(
    title,
    html`<h1>${title}</h1>
      ${content}`,
  );
}
