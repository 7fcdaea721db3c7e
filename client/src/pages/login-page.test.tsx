import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { ArrivalNote } from '../app/arrival-note.tsx';
import { provider, providerError } from '../testing/fake-firebase.ts';
import { buildToken, location, renderApp, student } from '../testing/render.tsx';
import { answer, breakConnection, refuse } from '../testing/server.ts';
import { LoginPage } from './login-page.tsx';

const PASSWORD = 'summer-camp';
const from = { pathname: '/classes', search: '?page=2', hash: '', state: null, key: 'k' };

beforeEach(() => {
  // Spec section 8: log-in errors are logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { name, photo, email } = student;
  provider.accounts.set(email, { name, photo, email, password: PASSWORD });
  answer('POST /jwt', { token: buildToken(email) });
  answer('GET /userInfo', student);
});

function renderLogin(state: unknown = null) {
  return renderApp(
    <>
      <ArrivalNote />
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<h1>Sign up page</h1>} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
    </>,
    { at: { pathname: '/login', state } },
  );
}

async function logIn(email = student.email, password = PASSWORD) {
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: LABELS.login }));
}

// Rules: R56, R67, R235, R521, R540.
test('after the log-in a person goes to the home page', async () => {
  renderLogin();

  await logIn();

  expect(await screen.findByText('Another page')).toBeVisible();
  expect(location.pathname).toBe('/');
  expect(await screen.findByText(/Good to see you, Nora Feldsee!/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/dashboard/student',
  );
});

test('a person who came from a page goes back to it, with the class they wanted to join', async () => {
  renderLogin({ from, join: 'c'.repeat(24) });

  await logIn();

  expect(await screen.findByText('Another page')).toBeVisible();
  expect(location).toMatchObject({
    pathname: '/classes',
    search: '?page=2',
    state: { join: 'c'.repeat(24) },
  });
  expect(screen.queryByText(/Good to see you/)).not.toBeInTheDocument();
});

test('a wrong password is explained, and the form keeps its values', async () => {
  renderLogin();

  await logIn(student.email, 'wrong');

  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password');
  expect(console.error).toHaveBeenCalledWith('Could not sign in', expect.any(Error));
  expect(screen.getByLabelText('Email')).toHaveValue(student.email);
  expect(screen.getByRole('button', { name: LABELS.login })).toBeEnabled();
});

test('a person who has to confirm their email first gets a link, and is signed out', async () => {
  answer('POST /jwt', () => refuse('verify_email_first'));
  renderLogin();

  await logIn();

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please confirm your email address first. Open the link that we have sent you, then log in again.',
  );
  expect(provider.links).toEqual([student.email]);
  expect(provider.current).toBeUndefined();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a link that could not be sent is not promised', async () => {
  answer('POST /jwt', () => refuse('verify_email_first'));
  provider.linkError = providerError('auth/network-request-failed');
  renderLogin();

  await logIn();

  expect(await screen.findByRole('alert')).toHaveTextContent('We could not send you the link');
  expect(provider.current).toBeUndefined();
});

test.each([
  ['other_sign_in', 'This email address belongs to another sign-in at our school.'],
  ['address_changed', 'You are registered at our school with another email address.'],
  ['address_unusable', 'Our school can’t use the email address of this log-in. Please call us'],
] as const)('a log-in refused as %s says why, and signs out', async (code, sentence) => {
  answer('POST /jwt', () => refuse(code));
  renderLogin();

  await logIn();

  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(provider.links).toEqual([]);
  expect(provider.current).toBeUndefined();
  expect(location.pathname).toBe('/login');
});

test('a server that cannot be reached is reported as such', async () => {
  breakConnection('POST /jwt');
  renderLogin();

  await logIn();

  expect(await screen.findByRole('alert')).toHaveTextContent('We could not reach the camp');
});

test('missing values are reported next to their fields', async () => {
  renderLogin();

  await logIn('', '');

  expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
});

test('the button is busy while it works', async () => {
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  answer('POST /jwt', async () => {
    await asked;
    return { token: buildToken(student.email) };
  });
  renderLogin();

  await logIn();

  expect(screen.getByRole('button', { name: LABELS.login })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: LABELS.google })).toBeDisabled();
  goOn();
  expect(await screen.findByText('Another page')).toBeVisible();
});

test('Google signs in, and registers new people', async () => {
  provider.googleAccount = { name: 'Gus', photo: 'http://p.test/g.png', email: student.email };
  renderLogin({ from });

  await userEvent.click(screen.getByRole('button', { name: LABELS.google }));

  expect(await screen.findByText('Another page')).toBeVisible();
  expect(location.pathname).toBe('/classes');
});

test('closing Google’s window is explained', async () => {
  provider.googleAccount = providerError('auth/popup-closed-by-user');
  renderLogin();
  const button = screen.getByRole('button', { name: LABELS.google });

  await userEvent.click(button);

  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a blocked window is explained', async () => {
  provider.googleAccount = providerError('auth/popup-blocked');
  renderLogin();

  await userEvent.click(screen.getByRole('button', { name: LABELS.google }));

  expect(await screen.findByRole('alert')).toHaveTextContent('Your browser blocked Google’s popup');
});

test.each(['\u200brosa&leo@x.test', '\u2068Rosa&Leo@x.test\u2069', 'ｒosa&leo＠x.test\u3000'])(
  'marks that nobody sees around the address don’t matter: %j',
  async (typed) => {
    const email = 'rosa&leo@x.test';
    provider.accounts.set(email, { ...student, email, password: PASSWORD });
    answer('POST /jwt', { token: buildToken(email) });
    answer('GET /userInfo', { ...student, email });
    renderLogin();
    await userEvent.type(screen.getByLabelText('Email'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await waitFor(() => expect(provider.passwordResets).toEqual([email]));
    await logIn('');
    expect(await screen.findByText('Another page')).toBeVisible();
  },
);

test('a forgotten password: a link is sent to the email that was typed', async () => {
  renderLogin();
  const forgot = screen.getByRole('button', { name: 'Forgot your password?' });

  await userEvent.click(forgot);
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
  expect(screen.getByLabelText('Email')).toHaveFocus();

  await userEvent.type(screen.getByLabelText('Email'), student.email);
  await userEvent.click(forgot);

  expect(await screen.findByText(/a link to choose a new password is on its way/)).toBeVisible();
  expect(provider.passwordResets).toEqual([student.email]);
});

test('the password can be shown', async () => {
  renderLogin();
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');

  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));

  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

test('the tab Sign up remembers where the person came from', async () => {
  const state = { from, join: 'c'.repeat(24) };
  renderLogin(state);

  await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));

  expect(location.pathname).toBe('/signup');
  expect(location.state).toEqual(state);
});

test.each([
  ['Hold your seat in Chess', {}],
  ['Join the waiting list of Chess', { isWaiting: true }],
])(
  'a visitor who pressed the button of a class reads “%s”, with Google first',
  async (title, more) => {
    const state = { from, join: 'c'.repeat(24), className: 'Chess', ...more };
    renderLogin(state);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(screen.queryByText('Welcome back')).toBeNull();
    const google = screen.getByRole('button', { name: LABELS.google });
    expect(google.compareDocumentPosition(screen.getByLabelText('Email'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));
    expect(location).toMatchObject({ pathname: '/signup', state });
  },
);

test('who opens the email’s link to an invitation reads what it is for, and no name', () => {
  const invited = { ...from, pathname: '/dashboard/children', search: '', hash: '#invited' };
  const view = renderLogin({ from: invited });

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'You were invited to a family',
  );
  expect(screen.getByText(/with the address that the invitation went to/)).toBeVisible();
  view.unmount();
  // Whose session ended there was not invited.
  renderLogin({ from: { ...invited, hash: '' } });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back');
});

test('Sign up and Log in are two tabs, also without a purpose', () => {
  renderLogin();

  const tabs = within(screen.getByRole('navigation', { name: 'Create an account or log in' }));
  expect(tabs.getByRole('link', { name: 'Log in', current: 'page' })).toBeVisible();
  expect(tabs.getByRole('link', { name: 'Sign up', current: false })).toHaveAttribute(
    'href',
    '/signup',
  );
});
