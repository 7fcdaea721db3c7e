import { inject } from 'vitest';

/** What a browser, an administrator or a mail link can do with an account at the provider. */

type Answer = {
  localId?: string;
  idToken?: string;
  refreshToken?: string;
  error?: { message: string };
};

async function ask(operation: string, fields: object, owner = false): Promise<Answer> {
  const project = owner ? 'projects/speakifyr-sandbox/' : '';
  const answer = await fetch(
    `${inject('sandboxUrl')}/identitytoolkit.googleapis.com/v1/${project}accounts:${operation}?key=test`,
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(owner && { Authorization: 'Bearer owner' }),
      },
      body: JSON.stringify({ returnSecureToken: true, ...fields }),
    },
  );
  return (await answer.json()) as Answer;
}

/** @returns an ID token; throws the provider's refusal */
async function askForProof(operation: string, fields: object): Promise<string> {
  const { idToken, error } = await ask(operation, fields);
  if (!idToken) throw new Error(`${operation}: ${error?.message}`);
  return idToken;
}

/** Creates an account whose address is not confirmed. */
export const signUp = (email: string, password: string): Promise<string> =>
  askForProof('signUp', { email, password });

export const logIn = (email: string, password: string): Promise<string> =>
  askForProof('signInWithPassword', { email, password });

/** Signs in with a Google account. Google has confirmed the address. */
export const logInWithGoogle = (email: string): Promise<string> =>
  askForProof('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({
      providerId: 'google.com',
      id_token: JSON.stringify({ sub: `google of ${email}`, email, email_verified: true }),
    }).toString(),
  });

export const changePassword = (idToken: string, password: string): Promise<string> =>
  askForProof('update', { idToken, password });

export const changeEmail = (idToken: string, email: string): Promise<string> =>
  askForProof('update', { idToken, email });

/** Confirms the address, as the link in a mail does. */
export async function confirmEmail(idToken: string): Promise<void> {
  const [, payload = ''] = idToken.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  await ask('update', { localId: sub, emailVerified: true }, true);
}

export async function deleteAtProvider(idToken: string): Promise<void> {
  await ask('delete', { idToken });
}
