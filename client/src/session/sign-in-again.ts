import { askForText, confirmAction, showError } from '../lib/dialogs.ts';
import { loadProvider } from './load-provider.ts';
import { readSignInProblem } from './sign-in-problems.ts';

const TITLE = 'Sign in again to confirm it’s you';

/**
 * Asks a person to sign in again, with their password or in Google's popup. A session that was left open is not enough
 * to read or delete everything about them.
 * @param question.text why they are asked
 * @param question.confirm the label of the button that goes on
 * @param question.isDangerous whether that button is red
 * @returns an ID token from the new sign-in, or undefined if the person canceled
 */
export async function signInAgain(question: {
  text: string;
  confirm: string;
  isDangerous?: boolean;
}): Promise<string | undefined> {
  const { text, confirm, isDangerous = false } = question;
  const provider = await loadProvider();
  let idToken: string | undefined;
  const prove = async (password?: string): Promise<string | undefined> => {
    try {
      idToken = await provider.proveAgain(password);
      return undefined;
    } catch (error) {
      return readSignInProblem(error)?.message;
    }
  };
  if (await provider.hasPassword()) {
    await askForText({
      titleText: TITLE,
      text,
      label: 'Password',
      type: 'password',
      confirm,
      isDangerous,
      check: prove,
    });
  } else if (
    await confirmAction({
      titleText: TITLE,
      text: `Google will ask you to sign in. ${text}`,
      confirm,
      isDangerous,
    })
  ) {
    const problem = await prove();
    if (problem) await showError(problem);
  }
  return idToken;
}
