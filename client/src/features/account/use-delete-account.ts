import { LABELS } from '@speakifyr/contract/labels.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, readApiError } from '../../lib/api.ts';
import { useSession } from '../../session/auth.tsx';
import { askForText, showError, showSuccess } from '../../lib/dialogs.ts';
import { paths } from '../../lib/paths.ts';
import { describeDeletion } from './describe-deletion.ts';
import { signInAgain } from '../../session/sign-in-again.ts';

const LOG_IN_STAYS =
  'Your data is deleted, but your log-in is not. Please log in and delete your account again.';

/** Deletes the account of the signed-in person. First they read what is lost, type their email and sign in again. */
export function useDeleteAccount(email: string) {
  const { deleteAccount } = useSession();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    const enrolled = await call('GET /myEnrolledClass', { query: { email } }).catch(showFailure);
    if (!enrolled || !(await confirmByEmail(email, enrolled))) return;
    const idToken = await signInAgain({
      text: 'This cannot be undone.',
      confirm: LABELS.deleteAccount,
    }).catch(showFailure);
    if (!idToken) return;
    let isGone = false;
    try {
      await deleteAccount(idToken, () => {
        isGone = true;
        void navigate(paths.home);
      });
      void showSuccess('Your account has been deleted');
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
    titleText: 'Delete your account?',
    text: describeDeletion(enrolled, new Date()),
    label: 'Type your email to confirm',
    type: 'email',
    confirm: LABELS.continue,
    check: (text) => (text.trim().toLowerCase() === email ? undefined : `This is not ${email}`),
  });
  return typed !== undefined;
}
