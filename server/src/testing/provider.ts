const PASSWORD = 'summer-camp-2026';

/** Creates a confirmed account as an administrator of the provider, unless there is one with this address. */
export async function createAtProvider(
  providerUrl: string,
  account: { email: string; localId: string },
): Promise<void> {
  await fetch(
    `${providerUrl}/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/accounts`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({ password: PASSWORD, emailVerified: true, ...account }),
    },
  );
}

/**
 * Signs a person in at the authentication provider, as the browser does. Creates their account if needed.
 * @param providerUrl where the sandbox listens
 * @returns their fresh ID token
 * @throws {Error} with the provider's answer, if it refuses
 */
export async function signInAtProvider(
  providerUrl: string,
  email: string,
  password = PASSWORD,
): Promise<string> {
  const ask = async (operation: string) => {
    const answer = await fetch(
      `${providerUrl}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=test`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      },
    );
    return (await answer.json()) as { idToken?: string };
  };
  const signedUp = await ask('signUp');
  const { idToken, ...answer } = signedUp.idToken ? signedUp : await ask('signInWithPassword');
  if (!idToken) throw new Error(`The provider did not let ${email} in: ${JSON.stringify(answer)}`);
  return idToken;
}
