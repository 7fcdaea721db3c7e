import { SCHOOL } from '@speakifyr/contract/school.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { LoginPage } from '../pages/login-page.tsx';
import { provider } from '../testing/fake-firebase.ts';
import { buildToken, location, renderApp, signInBefore, student } from '../testing/render.tsx';
import { answer, breakConnection, refuse } from '../testing/server.ts';
import { useSession } from './auth.tsx';
import { PUBLIC } from '../lib/query-client.ts';
import { TOKEN_KEY } from './session-token.ts';
import { slowTest } from '../testing/slow-tests.ts';

const other = { ...student, _id: 'b'.repeat(24), name: 'Timo Aalto', email: 'timo@speakifyr.test' };
const PASSWORD = 'summer-camp';

function Session() {
  const { status, user, problem, logIn, logOut, retry, readUserAgain } = useSession();
  return (
    <>
      <p>{user ? `${user.name}, ${user.role}` : (problem?.message ?? status)}</p>
      <button onClick={() => void logIn(student.email, PASSWORD).catch(() => undefined)}>
        Log in
      </button>
      <button onClick={() => void logOut()}>Log out</button>
      <button onClick={() => void retry()}>Retry</button>
      <button onClick={() => void readUserAgain()}>Read again</button>
    </>
  );
}

function LoginOrSession() {
  return useLocation().pathname === '/login' ? <LoginPage /> : <Session />;
}

/** An account at the provider, and a server that gives it a token. */
function openAccount() {
  const { name, photo, email } = student;
  provider.accounts.set(email, { name, photo, email, password: PASSWORD });
  const token = buildToken(email);
  answer('POST /jwt', { token });
  return token;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

// Rules: R56.
test('a visitor is signed out at once', () => {
  renderApp(<Session />);

  expect(screen.getByText('signed-out')).toBeVisible();
});

test('a person from an earlier visit is loading first, then signed in', async () => {
  renderApp(<Session />, { user: student });

  expect(screen.getByText('loading')).toBeVisible();
  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
});

test('a person whom the provider has forgotten is signed out, and the token is removed', async () => {
  localStorage.setItem(TOKEN_KEY, buildToken(student.email));
  renderApp(<Session />);

  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('logging in asks for a token with the provider’s proof, and stores it', async () => {
  const token = openAccount();
  answer('GET /userInfo', student);
  renderApp(<Session />);

  await press('Log in');

  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBe(token);
});

test('a log-in after a sign-up that broke off makes the missing record', async () => {
  openAccount();
  const registered: unknown[] = [];
  answer('GET /userInfo', () => refuse('not_found'));
  answer('POST /userList', ({ body }) => {
    registered.push(body);
    answer('GET /userInfo', student);
    return { insertedId: student._id, message: 'Registered' };
  });
  renderApp(<Session />);

  await press('Log in');

  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
  const { name, photo, email } = student;
  expect(registered).toEqual([{ name, photo, email, role: 'student', terms: SCHOOL.termsDate }]);
});

test('a photo that the school refuses does not keep anyone from registering', async () => {
  openAccount();
  const photos: unknown[] = [];
  answer('GET /userInfo', () => refuse('not_found'));
  answer('POST /userList', ({ body }) => {
    const { photo } = body as { photo: string };
    photos.push(photo);
    if (photo) return refuse('invalid_input', { fields: { 'body.photo': 'Must be a picture.' } });
    answer('GET /userInfo', { ...student, photo: '' });
    return { insertedId: student._id, message: 'Registered' };
  });
  renderApp(<Session />);

  await press('Log in');

  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
  expect(photos).toEqual([student.photo, '']);
});

test('a log-in whose second half fails leaves nobody half signed in', async () => {
  openAccount();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  breakConnection('GET /userInfo');
  renderApp(<Session />);

  await press('Log in');

  await waitFor(() => expect(provider.current).toBeUndefined());
  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('a log-out during a log-in wins', async () => {
  openAccount();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  const asked = vi.fn();
  answer('GET /userInfo', async () => {
    asked();
    await isFinished;
    return student;
  });
  renderApp(<Session />);

  await press('Log in');
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await press('Log out');
  expect(await screen.findByText('signed-out')).toBeVisible();
  finish();

  await waitFor(() => expect(log).toHaveBeenCalledWith('Could not sign in', expect.any(Error)));
  expect(screen.getByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('an answer that comes during a log-out is dropped', async () => {
  let send: (() => void) | undefined;
  let finish = () => {};
  signInBefore(student);
  answer('GET /userInfo', () => new Promise((resolve) => (send = () => resolve(student))));
  answer('GET /classes', []);
  provider.signOutWait = new Promise((resolve) => (finish = resolve));
  renderApp(<Session />);
  await waitFor(() => expect(send).toBeDefined());

  await press('Log out');
  send?.();
  await call('GET /classes');
  expect(screen.getByText('loading')).toBeVisible();
  finish();

  expect(await screen.findByText('signed-out')).toBeVisible();
});

test('logging out removes the token, and what belongs to the person from the cache', async () => {
  const { queryClient } = renderApp(<Session />, { user: student });
  await screen.findByText('Nora Feldsee, student');
  await queryClient.fetchQuery({ queryKey: ['myclass'], queryFn: () => ['hers'] });
  await queryClient.fetchQuery({ queryKey: ['classes'], queryFn: () => ['all'], meta: PUBLIC });

  await press('Log out');

  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  expect(provider.current).toBeUndefined();
  expect(queryClient.getQueryData(['myclass'])).toBeUndefined();
  expect(queryClient.getQueryData(['classes'])).toEqual(['all']);
});

test('a server that does not answer is a problem with a retry, and logs nobody out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signInBefore(student);
  answer('GET /userInfo', () => refuse('unavailable'));
  renderApp(<Session />);
  expect(await screen.findByText(/We cannot do this right now/)).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();

  answer('GET /userInfo', student);
  await press('Retry');

  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
});

test('a session that the school does not continue ends on the log-in page with the reason', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signInBefore(student, 30);
  answer('POST /jwt', () => refuse('verify_email_first'));
  renderApp(
    <>
      <Session />
      <LoginPage />
    </>,
    { at: '/login' },
  );

  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please confirm your email address first.',
  );
  expect(provider.links).toEqual([student.email]);
  expect(provider.current).toBeUndefined();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('a renewal that the school refuses leads to the log-in page with the reason', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  renderApp(<LoginOrSession />, { at: '/dashboard/student', user: student });
  await screen.findByText('Nora Feldsee, student');
  answer('GET /userStats', () => refuse('session_expired'));
  answer('POST /jwt', () => refuse('address_changed'));

  await call('GET /userStats', { query: { email: student.email } }).catch(() => undefined);

  expect(await screen.findByRole('alert')).toHaveTextContent('Change it back');
  expect(location.pathname).toBe('/login');
});

test('a log-out in another tab logs out here too', async () => {
  renderApp(<Session />, { user: student });
  await screen.findByText('Nora Feldsee, student');

  localStorage.removeItem(TOKEN_KEY);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));

  expect(await screen.findByText('signed-out')).toBeVisible();
});

test('a log-in in another tab logs in here too', async () => {
  renderApp(<Session />);

  signInBefore(student);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));

  expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
});

test('when another tab changes the person, no data of the first person is left', async () => {
  const { queryClient } = renderApp(<Session />, { user: student });
  await screen.findByText('Nora Feldsee, student');
  await queryClient.fetchQuery({ queryKey: ['myclass'], queryFn: () => ['hers'] });

  act(() => signInBefore(other));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));

  expect(await screen.findByText('Timo Aalto, student')).toBeVisible();
  expect(queryClient.getQueryData(['myclass'])).toBeUndefined();
});

test('a late answer about the previous person is dropped', async () => {
  const answers: (() => void)[] = [];
  signInBefore(student);
  answer(
    'GET /userInfo',
    ({ query }) =>
      new Promise((resolve) => {
        answers.push(() => resolve(query['email'] === student.email ? student : other));
      }),
  );
  renderApp(<Session />);
  await waitFor(() => expect(answers).toHaveLength(1));

  localStorage.setItem(TOKEN_KEY, buildToken(other.email));
  act(() => provider.setCurrent({ email: other.email, name: other.name, photo: other.photo }));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers.reverse().forEach((send) => send());

  expect(await screen.findByText('Timo Aalto, student')).toBeVisible();
  expect(screen.queryByText('Nora Feldsee, student')).not.toBeInTheDocument();
});

slowTest(
  'a record that is read again is dropped if another tab has changed the person',
  async () => {
    const answers: (() => void)[] = [];
    renderApp(<Session />, { user: student });
    await screen.findByText('Nora Feldsee, student');
    answer('GET /userInfo', () => new Promise((resolve) => answers.push(() => resolve(student))));
    await press('Read again');
    await waitFor(() => expect(answers).toHaveLength(1));

    // The provider in this tab does not know about the change yet.
    localStorage.setItem(TOKEN_KEY, buildToken(other.email));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));
    expect(await screen.findByText('loading')).toBeVisible();
    answers[0]?.();

    await expect(screen.findByText('Nora Feldsee, student')).rejects.toThrow();
  },
);

test('while another tab signs somebody up, this one waits, and reads the finished record', async () => {
  let release = () => {};
  const isFree = new Promise<void>((resolve) => (release = resolve));
  const request = vi.fn((_name: string, act: () => Promise<void>) => isFree.then(act));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  const asked = vi.fn(() => student);
  signInBefore(student);
  answer('GET /userInfo', asked);
  try {
    renderApp(<Session />);
    await waitFor(() => expect(request).toHaveBeenCalledWith('session', expect.any(Function)));
    expect(asked).not.toHaveBeenCalled();
    release();
    expect(await screen.findByText('Nora Feldsee, student')).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('a token that was only renewed in another tab changes nothing', async () => {
  renderApp(<Session />, { user: student });
  await screen.findByText('Nora Feldsee, student');

  localStorage.setItem(TOKEN_KEY, buildToken(student.email, 7_200));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));

  expect(screen.getByText('Nora Feldsee, student')).toBeVisible();
});

test('a token is renewed before it expires', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderApp(<Session />, { user: student });
    await screen.findByText('Nora Feldsee, student');
    const fresh = buildToken(student.email, 7_200);
    answer('POST /jwt', { token: fresh });

    await act(() => vi.advanceTimersByTimeAsync(58.5 * 60_000));

    await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
  } finally {
    vi.useRealTimers();
  }
});
