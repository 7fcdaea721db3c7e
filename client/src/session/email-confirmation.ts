import { call } from '../lib/api.ts';
import { countOf } from '../lib/count-of.ts';
import { loadProvider } from './load-provider.ts';
import { renewToken } from './session-calls.ts';
import type { SessionEvent, SessionState } from './session-state.ts';
import { readProviderCode } from './sign-in-errors.ts';
import { readSignInProblem } from './sign-in-problems.ts';

/** A person waits this long between two links. */
const PAUSE_MS = 60_000;

type Host = {
  getState: () => SessionState;
  dispatch: (event: SessionEvent) => void;
  /** @returns whether the same person is still signed in */
  watchPerson: () => () => boolean;
};

// Rules: R56.
export type EmailConfirmation = ReturnType<typeof createEmailConfirmation>;

/** What people with an unconfirmed email can do about it. Nothing here throws: the result is the state's note. */
export function createEmailConfirmation({ getState, dispatch, watchPerson }: Host) {
  let lastLink: { email: string; sentAt: number } | undefined;
  /** Checks run one after the other: what an earlier one was told may be from before the person opened the link. */
  let lastCheck: Promise<unknown> = Promise.resolve();

  /**
   * Sends the link, but not twice within a minute.
   * @returns what the person reads about it
   * @param isFirst after a sign-up: the banner asks for the link anyway, so there is a note only if it failed
   */
  async function sendLink({ isFirst = false } = {}): Promise<string | undefined> {
    const { user } = getState();
    if (!user || user.isVerified) return undefined;
    const { email } = user;
    const note = (text: string) => {
      dispatch({ type: 'noted', email, note: text });
      return text;
    };
    const waitMs = lastLink?.email === email ? lastLink.sentAt + PAUSE_MS - Date.now() : 0;
    if (waitMs > 0) return note(describePause(waitMs));
    lastLink = { email, sentAt: Date.now() };
    try {
      await (await loadProvider()).sendConfirmationLink();
      return isFirst
        ? undefined
        : note(`We have sent a new link to ${email}. It may be in your spam folder.`);
    } catch (error) {
      lastLink = undefined;
      console.error('Could not send the link', error);
      return note(describeSendProblem(error));
    }
  }

  /**
   * Looks whether the person has confirmed their email since. If so, renews the session, because the one from before
   * no longer counts, and reads their record again.
   * @param isAsked the person wants to know, so the note also says that it is not confirmed, or that the check failed
   * @returns whether the email is confirmed
   */
  async function checkConfirmed({ isAsked = false } = {}): Promise<boolean> {
    const { user } = getState();
    if (!user || user.isVerified) return Boolean(user);
    const { email } = user;
    const note = (text: string) => isAsked && dispatch({ type: 'noted', email, note: text });
    const check = lastCheck.then(() => runCheck(email));
    lastCheck = check.catch(() => undefined);
    try {
      const isConfirmed = await check;
      if (!isConfirmed)
        note(
          `${email} is not confirmed yet. Please open the link in the message that we sent you.`,
        );
      return isConfirmed;
    } catch (error) {
      console.error('Could not check the email', error);
      note(`We could not check that. ${readSignInProblem(error)?.message ?? ''}`.trim());
      return false;
    }
  }

  async function runCheck(email: string): Promise<boolean> {
    const known = getState().user;
    if (known?.email !== email) return false;
    if (known.isVerified) return true;
    const isSamePerson = watchPerson();
    const provider = await loadProvider();
    if (!(await provider.isConfirmed()) || !isSamePerson()) return false;
    await renewToken();
    const user = await call('GET /userInfo', { query: { email } });
    if (isSamePerson()) dispatch({ type: 'opened', user });
    return user.isVerified;
  }

  return { sendLink, checkConfirmed };
}

function describePause(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000);
  return `We have just sent you a link. It may be in your spam folder. You can get another one in ${countOf(seconds, 'second')}.`;
}

function describeSendProblem(error: unknown): string {
  if (readProviderCode(error) === 'auth/too-many-requests')
    return 'We have sent you several links already. Please look in your spam folder, or try again in a few minutes.';
  return `We could not send you the link. ${readSignInProblem(error)?.message ?? ''}`.trim();
}
