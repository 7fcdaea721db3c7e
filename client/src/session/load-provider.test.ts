import { expect, test, vi } from 'vitest';
import { loadProvider } from './load-provider.ts';
import { readSignInProblem } from './sign-in-problems.ts';

vi.mock('./firebase.ts', () => {
  throw new Error('The connection broke');
});

test('a log-in service that does not load is reported as a connection problem', async () => {
  const error: unknown = await loadProvider().catch((thrown: unknown) => thrown);

  expect(readSignInProblem(error)?.message).toMatch(/Please check your connection/);
});
