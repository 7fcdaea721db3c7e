import type { Request, Response } from 'express';
import { readText, readUrl } from '../http/handle.ts';
import { html, type Html, renderPage, setPageHeaders } from '../http/page.ts';
import { confirmAddress, findAction, resetPassword } from './action-codes.ts';
import { AuthError } from './auth-error.ts';
import type { Project } from './identity-toolkit.ts';
import { MIN_PASSWORD_LENGTH } from './passwords.ts';

/** The page behind a link. Opening it confirms an address, or shows the form for a new password. */
export async function showActionPage(
  request: Request,
  response: Response,
  project: Project,
): Promise<string> {
  setPageHeaders(response);
  const url = readUrl(request);
  const oobCode = url.searchParams.get('oobCode') ?? '';
  try {
    const { action } = findAction(project, oobCode);
    if (action.requestType !== 'PASSWORD_RESET') {
      const email = confirmAddress(project, oobCode);
      const { continueUrl } = action;
      return render(
        'Email address confirmed',
        html`<p>${email} is confirmed.</p>
          ${
            continueUrl
              ? html`<div class="actions">
                  <a class="button" href="${continueUrl}">Continue</a>
                </div>`
              : html``
          }`,
      );
    }
    if (request.method === 'GET') return renderForm(url, action.email);
    const newPassword = new URLSearchParams(readText(request)).get('password') ?? '';
    await resetPassword(project, oobCode, newPassword);
    return render('Password changed', html`<p>You can now sign in with your new password.</p>`);
  } catch (error) {
    // The browser has refused a password that is too short.
    if (!(error instanceof AuthError) || !error.message.endsWith('OOB_CODE')) throw error;
    response.status(400);
    return render(
      'This link no longer works',
      html`<p>It is too old, or was used before. Ask for a new one on the site.</p>`,
    );
  }
}

function renderForm(url: URL, email: string): string {
  return render(
    'Set a new password',
    html`<p class="quiet">for ${email}</p>
      <form method="post" action="${url.pathname + url.search}">
        <input type="hidden" name="email" autocomplete="username" value="${email}" />
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          aria-describedby="password-hint"
          autofocus
          required
          minlength="${String(MIN_PASSWORD_LENGTH)}"
        />
        <p class="quiet" id="password-hint">At least ${String(MIN_PASSWORD_LENGTH)} characters</p>
        <div class="actions"><button class="button">Save</button></div>
      </form>`,
  );
}

function render(title: string, content: Html): string {
  return renderPage(
    title,
    html`<h1>${title}</h1>
      ${content}`,
  );
}
