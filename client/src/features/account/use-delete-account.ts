import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, readApiError } from '../../lib/api.ts';
import { useSession } from '../../session/auth.tsx';
import { askForText, confirmAction, showError, showSuccess } from '../../lib/dialogs.ts';
import { paths } from '../../lib/paths.ts';
import { loadProvider } from '../../session/session-store.ts';
import { readSignInProblem } from '../../session/sign-in-errors.ts';
import { describeDeletion } from './describe-deletion.ts';

const PROVE = 'Now prove that it is you';
const DELETE = 'Delete my account';
const LOG_IN_STAYS =
  'All that the camp had of you is deleted. Only your log-in could not be: please log in once more and delete it again.';

/** Deletes the account of the person at the screen, once they have read what goes, typed their e-mail and proved who they are. */
export function useDeleteAccount(email: string) {
  const { deleteAccount } = useSession();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    const enrolled = await call('GET /myEnrolledClass', { query: { email } }).catch(showFailure);
    if (!enrolled || !(await confirmByEmail(email, enrolled))) return;
    const idToken = await proveWhoItIs();
    if (!idToken) return;
    let isGone = false;
    try {
      await deleteAccount(idToken, () => {
        isGone = true;
        void navigate(paths.home);
      });
      void showSuccess('Your account is deleted');
    } catch (error) {
      console.error('Could not delete the account', error);
      void (isGone ? showError(LOG_IN_STAYS) : showFailure(error));
    }
  }

  return {
    isBusy,
    async start() {
      setBusy(true);
      await ask().finally(() => setBusy(false));
    },
  };
}

async function showFailure(error: unknown): Promise<undefined> {
  await showError(readApiError(error).message);
}

async function confirmByEmail(email: string, enrolled: EnrolledClass[]): Promise<boolean> {
  const typed = await askForText({
    title: 'Delete your account?',
    text: describeDeletion(enrolled, new Date()),
    label: 'Type your email to confirm',
    type: 'email',
    confirm: 'Continue',
    check: (text) => (text.trim().toLowerCase() === email ? undefined : `This is not ${email}`),
  });
  return typed !== undefined;
}

/** @returns the provider's fresh ID token, or undefined if the person went back */
async function proveWhoItIs(): Promise<string | undefined> {
  let idToken: string | undefined;
  const prove = async (password?: string): Promise<string | undefined> => {
    try {
      const provider = await loadProvider();
      idToken = await provider.proveAgain(password);
      return undefined;
    } catch (error) {
      return readSignInProblem(error)?.message;
    }
  };
  const provider = await loadProvider();
  if (await provider.hasPassword()) {
    await askForText({
      title: PROVE,
      text: 'After this there is no way back.',
      label: 'Password',
      type: 'password',
      confirm: DELETE,
      check: prove,
    });
  } else if (
    await confirmAction({
      title: PROVE,
      text: 'Google will ask who you are. After this there is no way back.',
      confirm: DELETE,
    })
  ) {
    const problem = await prove();
    if (problem) await showError(problem);
  }
  return idToken;
}
