import { createUserWithEmailAndPassword, reload, signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAuth } from '../sandbox/src/testing/firebase.ts';
import { startTestSandbox } from '../sandbox/src/testing/test-sandbox.ts';
import { createDemoAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.mjs';

let sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

it('confirms the addresses of all demo accounts, also of one that was there before', async () => {
  const [admin] = DEMO_ACCOUNTS;
  const before = await createUserWithEmailAndPassword(
    openAuth(sandbox.address),
    admin,
    DEMO_PASSWORD,
  );
  expect(before.user.emailVerified).toBe(false);
  await createDemoAccounts(sandbox.address);
  await createDemoAccounts(sandbox.address);
  await reload(before.user);
  expect(before.user.emailVerified).toBe(true);
  for (const email of DEMO_ACCOUNTS) {
    const { user } = await signInWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      DEMO_PASSWORD,
    );
    expect(user.emailVerified).toBe(true);
  }
});
