/** The people who can log in to the demo school at once. */
export const DEMO_ACCOUNTS = ['admin', 'instructor', 'student', 'parent'].map(
  (name) => `${name}@speakifyr.test`,
);
export const DEMO_PASSWORD = 'summer-camp-2026';

/**
 * Creates the demo accounts with confirmed addresses, as an admin at Firebase would. Those that exist keep everything,
 * but their addresses are confirmed too.
 * @param {string} sandbox the sandbox's address, such as `http://127.0.0.1:5050`
 * @throws {Error} one sentence if an account can't be created
 */
export async function createDemoAccounts(sandbox) {
  for (const email of DEMO_ACCOUNTS) {
    const account = { email, password: DEMO_PASSWORD, emailVerified: true };
    const { error } = await administer(sandbox, 'accounts', account);
    if (error?.message === 'EMAIL_EXISTS') await confirmAddress(sandbox, email);
    else if (error)
      throw new Error(`The demo account ${email} could not be created: ${error.message}`);
  }
}

async function confirmAddress(sandbox, email) {
  const { users } = await administer(sandbox, 'accounts:lookup', { email: [email] });
  for (const { localId, emailVerified } of users)
    if (!emailVerified)
      await administer(sandbox, 'accounts:update', { localId, emailVerified: true });
}

async function administer(sandbox, operation, body) {
  const answer = await fetch(
    `${sandbox}/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/${operation}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    },
  );
  return answer.json();
}
