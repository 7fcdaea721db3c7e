import { readEmailAddress } from '@speakifyr/contract/email-address.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, readApiError } from '../../lib/api.ts';
import { useSession } from '../../session/auth.tsx';
import { askForText, showError, showSuccess } from '../../lib/dialogs.ts';
import { paths } from '../../lib/paths.ts';
import { describeDeletion, type OtherGuardians } from './describe-deletion.ts';
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
    if (!enrolled) return;
    const others = await readOthers(enrolled).catch(showFailure);
    if (!others || !(await confirmByEmail(email, describeDeletion(enrolled, others, new Date()))))
      return;
    const idToken = await signInAgain({
      text: 'This cannot be undone.',
      confirm: LABELS.deleteAccount,
      isDangerous: true,
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

/** Who else looks after the children who have a seat. R537 */
async function readOthers(enrolled: EnrolledClass[]): Promise<OtherGuardians> {
  const { children } = await call('GET /myChildren');
  const seated = children.filter(({ _id }) => enrolled.some(({ childId }) => childId === _id));
  const read = seated.map(async ({ _id: id }) => {
    const { guardians } = await call('GET /myChildren/:id', { params: { id } });
    return [id, guardians.filter(({ isYou }) => !isYou).map(({ name }) => name)] as const;
  });
  return new Map(await Promise.all(read));
}

async function confirmByEmail(email: string, text: string): Promise<boolean> {
  const typed = await askForText({
    titleText: 'Delete your account?',
    text,
    label: 'Type your email to confirm',
    type: 'email',
    confirm: LABELS.continue,
    check: (typedText) =>
      readEmailAddress(typedText) === email ? undefined : `This is not ${email}`,
  });
  return typed !== undefined;
}
