import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookUp } from '../sandbox/src/testing/firebase.ts';
import { startTestSandbox } from '../sandbox/src/testing/test-sandbox.ts';
import { createDemoAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.mjs';

let sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

/** Signs up or in with a password, and looks the account up. */
async function prove(operation, email) {
  const answer = await fetch(
    `${sandbox.address}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=test`,
    { method: 'POST', body: JSON.stringify({ email, password: DEMO_PASSWORD }) },
  );
  return lookUp(sandbox.address, (await answer.json()).idToken);
}

it('confirms the addresses of all demo accounts, also of one that was there before', async () => {
  const [admin] = DEMO_ACCOUNTS;
  const before = await prove('signUp', admin);
  expect(before).toMatchObject({ email: admin, emailVerified: false });
  await createDemoAccounts(sandbox.address);
  await createDemoAccounts(sandbox.address);
  for (const email of DEMO_ACCOUNTS)
    expect(await prove('signInWithPassword', email)).toMatchObject({ email, emailVerified: true });
  expect(await prove('signInWithPassword', admin)).toMatchObject({ localId: before.localId });
});
