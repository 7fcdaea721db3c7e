import { isLocalOrigin } from '../http/local-origin.ts';
import { html, renderPage, type Html } from '../http/page.ts';
import { replyPage, type Reply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { AuthError } from './auth-error.ts';
import type { Project } from './identity-toolkit.ts';
import { resetPassword, type PasswordReset } from './password-reset.ts';
import { MIN_PASSWORD_LENGTH } from './passwords.ts';

const ACTION = '/emulator/auth/action';

/** The link of a reset, on the host that the caller reached us by. */
export function describeResetLink(url: URL, { code, continueUrl }: PasswordReset): string {
  const link = new URL(ACTION, url.origin);
  link.search = new URLSearchParams({
    mode: 'resetPassword',
    oobCode: code,
    ...(continueUrl ? { continueUrl } : {}),
  }).toString();
  return link.href;
}

/** The page behind the link: asks for the new password. */
export function createPasswordResetPage(project: Project): Route[] {
  async function answer(url: URL, newPassword?: string): Promise<Reply> {
    const oobCode = url.searchParams.get('oobCode') ?? '';
    try {
      const { email } = await resetPassword(project, {
        oobCode,
        ...(newPassword === undefined ? {} : { newPassword }),
      });
      return newPassword === undefined ? showForm(url, email) : showDone(url);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const reason = describeReason(error);
      if (!reason) return showDeadLink();
      const { email } = await resetPassword(project, { oobCode });
      return showForm(url, email, reason);
    }
  }
  return [
    { method: 'GET', path: ACTION, handle: ({ url }) => answer(url) },
    {
      method: 'POST',
      path: ACTION,
      handle: ({ url, body }) =>
        answer(url, new URLSearchParams(body.toString()).get('password') ?? ''),
    },
  ];
}

/** What is wrong with the password; undefined when the link itself is at fault. */
function describeReason({ message }: AuthError): string | undefined {
  if (message === 'MISSING_PASSWORD') return 'Enter a password';
  return /^(WEAK_PASSWORD|PASSWORD_)/.test(message) ? message.split(' : ')[1] : undefined;
}

function showForm(url: URL, email: string, error?: string): Reply {
  const invalid = error ? html`aria-invalid="true"` : html``;
  return show(
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
    error ? 422 : 200,
  );
}

function showDone(url: URL): Reply {
  const back = url.searchParams.get('continueUrl') ?? '';
  const isOurs = URL.canParse(back) && isLocalOrigin(new URL(back).origin);
  return show(
    'Password changed',
    html`<p>You can now sign in with your new password.</p>
      ${isOurs ? html`<a class="button" href="${back}">Back to the site</a>` : html``}`,
  );
}

function showDeadLink(): Reply {
  return show(
    'This link no longer works',
    html`<p>
      It is more than an hour old, or has been used. Ask for a new one where you sign in.
    </p>`,
    400,
  );
}

function show(title: string, content: Html, status = 200): Reply {
  return replyPage(
    renderPage(
      title,
      html`<h1>${title}</h1>
        ${content}`,
    ),
    status,
  );
}
