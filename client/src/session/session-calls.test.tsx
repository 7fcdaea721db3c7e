import { screen, waitFor } from '@testing-library/react';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { provider } from '../testing/fake-firebase.ts';
import { buildToken, location, renderApp, signInBefore, student } from '../testing/render.tsx';
import {
  answer,
  answerWithPage,
  breakConnection,
  refuse,
  type SentCall,
} from '../testing/server.ts';
import { call, readApiError } from '../lib/api.ts';
import { isAxiosError } from '../lib/api-error.ts';
import { useSession } from './auth.tsx';
import { TOKEN_KEY } from './session-token.ts';

/** Shows who is signed in. */
function Status() {
  const { status, user } = useSession();
  return <p>{user?.name ?? status}</p>;
}

async function renderSignedIn() {
  const view = renderApp(<Status />, { at: '/dashboard/student', user: student });
  await screen.findByText(student.name);
  return view;
}

const getStats = () => call('GET /userStats', { query: { email: student.email } });
const STATS = {
  user: { photo: '', name: student.name, email: student.email },
  cartData: 1,
  totalEnrolled: 2,
  totalSpend: 98,
};

/** Answers only calls with the given token. */
function answerStatsTo(token: string) {
  const asked: SentCall[] = [];
  answer('GET /userStats', (sent) => {
    asked.push(sent);
    return sent.authorization === `Bearer ${token}` ? STATS : refuse('session_expired');
  });
  return asked;
}

// Rules: R41.
test('every call sends the stored token and its query', async () => {
  await renderSignedIn();
  const asked = answerStatsTo(localStorage.getItem(TOKEN_KEY) ?? '');

  expect(await getStats()).toEqual(STATS);
  expect(asked[0]?.query).toEqual({ email: student.email });
});

test('a visitor’s calls send no token', async () => {
  let authorization: unknown;
  answer('GET /classes', (sent) => {
    authorization = sent.authorization;
    return [];
  });

  await call('GET /classes');

  expect(authorization).toBeNull();
});

test('parameters in a path are escaped', async () => {
  let params: unknown;
  answer('GET /userList/admin/:email', (sent) => {
    params = sent.params;
    return { admin: false };
  });

  await call('GET /userList/admin/:email', { params: { email: 'a/b?c@d.test' } });

  expect(params).toEqual({ email: 'a/b?c@d.test' });
});

test('a 403 logs out, goes to the log-in page, and rejects the call', async () => {
  await renderSignedIn();
  answer('GET /userStats', () => refuse('not_allowed'));

  const error: unknown = await getStats().catch((thrown: unknown) => thrown);

  expect(readApiError(error)).toMatchObject({ code: 'not_allowed' });
  expect(await screen.findByText('signed-out')).toBeVisible();
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  expect(provider.current).toBeUndefined();
});

test('calls that are refused at the same time log out once', async () => {
  await renderSignedIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  provider.signOutError = new Error('provider is down');
  answer('GET /userStats', () => refuse('not_allowed'));

  await Promise.allSettled([getStats(), getStats(), getStats()]);

  expect(log).toHaveBeenCalledTimes(1);
});

test('a log-out that fails is only logged', async () => {
  await renderSignedIn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  provider.signOutError = new Error('provider is down');
  answer('GET /userStats', () => refuse('not_allowed'));

  await expect(getStats()).rejects.toThrow('403');

  expect(log).toHaveBeenCalledWith('Could not log out', provider.signOutError);
  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('parallel calls with an expired token share one renewal, and are sent again', async () => {
  await renderSignedIn();
  const fresh = buildToken(student.email, 7_200);
  const renewals: SentCall[] = [];
  answerStatsTo(fresh);
  answer('POST /jwt', (sent) => {
    renewals.push(sent);
    return { token: fresh };
  });

  expect(await Promise.all([getStats(), getStats(), getStats()])).toEqual([STATS, STATS, STATS]);

  expect(renewals).toHaveLength(1);
  expect(renewals[0]).toMatchObject({
    body: { email: student.email },
    authorization: `Bearer id-token-of-${student.email}`,
  });
  expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
  expect(screen.getByText(student.name)).toBeVisible();
});

test('a call that comes back after the token was renewed is sent again without another renewal', async () => {
  await renderSignedIn();
  const fresh = buildToken(student.email, 7_200);
  const asked: SentCall[] = [];
  answer('GET /userStats', (sent) => {
    asked.push(sent);
    if (sent.authorization === `Bearer ${fresh}`) return STATS;
    localStorage.setItem(TOKEN_KEY, fresh);
    return refuse('session_expired');
  });

  expect(await getStats()).toEqual(STATS);

  expect(asked).toHaveLength(2);
});

test('a log-out during a renewal leaves no token', async () => {
  await renderSignedIn();
  const fresh = buildToken(student.email, 7_200);
  answerStatsTo(fresh);
  answer('POST /jwt', () => {
    provider.setCurrent(undefined);
    return { token: fresh };
  });

  await expect(getStats()).rejects.toThrow();

  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test.each(['GET /userStats', 'POST /jwt'] as const)(
  'the error of a failed %s has no token in it, so none is logged',
  async (failing) => {
    await renderSignedIn();
    const token = localStorage.getItem(TOKEN_KEY) ?? '';
    answerStatsTo('another token');
    answer(failing, () => refuse('unavailable'));

    const error: unknown = await getStats().catch((thrown: unknown) => thrown);

    if (!isAxiosError(error)) throw error;
    const text = inspect([error.config, error.response?.config], { depth: 9 });
    expect(text).toContain(failing.split(' ')[1]);
    expect(text).not.toContain(token);
    expect(text).not.toContain('id-token-of');
  },
);

test('a call that is refused with the new token too logs out, after one renewal', async () => {
  await renderSignedIn();
  const asked = answerStatsTo('another token');
  answer('POST /jwt', { token: buildToken(student.email) });

  await expect(getStats()).rejects.toThrow('401');

  expect(asked).toHaveLength(2);
  expect(await screen.findByText('signed-out')).toBeVisible();
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

test('a refused renewal logs out', async () => {
  await renderSignedIn();
  answerStatsTo('another token');
  answer('POST /jwt', () => refuse('account_removed'));

  await expect(getStats()).rejects.toThrow('401');

  expect(await screen.findByText('signed-out')).toBeVisible();
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

test('an ID token from before a change of the account is replaced, and nobody is logged out', async () => {
  await renderSignedIn();
  const fresh = buildToken(student.email, 7_200);
  answerStatsTo(fresh);
  const proofs: unknown[] = [];
  answer('POST /jwt', ({ authorization }) => {
    proofs.push(authorization);
    return proofs.length === 1 ? refuse('session_expired') : { token: fresh };
  });

  expect(await getStats()).toEqual(STATS);

  expect(proofs).toEqual([
    `Bearer id-token-of-${student.email}`,
    `Bearer new-id-token-of-${student.email}`,
  ]);
});

test('a renewal without an answer does not log out', async () => {
  await renderSignedIn();
  answerStatsTo('another token');
  breakConnection('POST /jwt');

  const error: unknown = await getStats().catch((thrown: unknown) => thrown);

  expect(readApiError(error).code).toBe('unavailable');
  expect(screen.getByText(student.name)).toBeVisible();
  expect(location.pathname).toBe('/dashboard/student');
});

test('too many renewals do not log out: the person reads the server’s advice to wait', async () => {
  await renderSignedIn();
  answerStatsTo('another token');
  answer('POST /jwt', () => refuse('too_many_requests'));

  const error: unknown = await getStats().catch((thrown: unknown) => thrown);

  expect(readApiError(error).message).toBe('Too many tries. Please wait a moment.');
  expect(screen.getByText(student.name)).toBeVisible();
  expect(location.pathname).toBe('/dashboard/student');
});

test.each([
  ['a broken connection', breakConnection],
  ['an answer that is not JSON', answerWithPage],
])('%s is reported in plain words', async (_what, answerBadly) => {
  answerBadly('GET /classes');

  const error: unknown = await call('GET /classes').catch((thrown: unknown) => thrown);

  expect(readApiError(error)).toEqual({
    code: 'unavailable',
    message: 'We could not reach the camp. Please check your connection and try again.',
  });
});

test('a token that expires within a minute is renewed before it is used', async () => {
  const fresh = buildToken(student.email);
  signInBefore(student, 30);
  answer('POST /jwt', { token: fresh });
  renderApp(<Status />);

  await screen.findByText(student.name);

  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
});
