import { inject } from 'vitest';

const PASSWORD = 'summer-2026';

/** Signs a person in at the provider; they get an account there if they have none. @returns the fresh ID token */
export async function proveSignIn({ email }: { email: string }): Promise<string> {
  const { idToken } = await ask('signUp', email);
  return idToken ?? (await ask('signInWithPassword', email)).idToken ?? '';
}

async function ask(operation: string, email: string): Promise<{ idToken?: string }> {
  const answer = await fetch(
    `${inject('sandboxUrl')}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=test`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
    },
  );
  return (await answer.json()) as { idToken?: string };
}
