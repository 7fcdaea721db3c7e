/**
 * Signs a person in at the authentication provider, as the browser does. Creates their account if needed.
 * @param providerUrl where the sandbox listens
 * @returns their fresh ID token
 * @throws {Error} with the provider's answer, if it refuses
 */
export async function signInAtProvider(
  providerUrl: string,
  email: string,
  password = 'summer-camp-2026',
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
