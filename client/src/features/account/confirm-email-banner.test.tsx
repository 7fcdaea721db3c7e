import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../session/auth.tsx';
import { TOKEN_KEY } from '../../session/session-token.ts';
import { provider, providerError } from '../../testing/fake-firebase.ts';
import { buildToken, renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';

const { email } = student;
const newcomer = { ...student, isVerified: false };
const fresh = buildToken(email, 7_200);

function Page() {
  const { status } = useSession();
  return (
    <>
      <ConfirmEmailBanner />
      <main id="main" tabIndex={-1}>
        {status}
      </main>
    </>
  );
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const findBanner = () => screen.findByRole('region', { name: 'Confirm your email address' });
const queryBanner = () => screen.queryByRole('region', { name: 'Confirm your email address' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** What happens when the person opens the link, in another tab or on another device. */
function openLink() {
  provider.confirmed.add(email);
  answer('POST /jwt', () => {
    answer('GET /userInfo', student);
    return { token: fresh };
  });
}

// Rules: R56.
test('only people who have not confirmed their email see the banner', async () => {
  const { unmount } = renderApp(<Page />);
  expect(await screen.findByText('signed-out')).toBeVisible();
  expect(queryBanner()).toBeNull();
  unmount();

  const confirmed = renderApp(<Page />, { user: student });
  expect(await screen.findByText('signed-in')).toBeVisible();
  expect(queryBanner()).toBeNull();
  confirmed.unmount();

  renderApp(<Page />, { user: newcomer });
  expect(await findBanner()).toHaveTextContent(
    `Please confirm your email address: open the link in our email to ${email}. Until then you can hold up to 3 seats at a time.`,
  );
});

test('another link is sent, but not twice within a minute', async () => {
  renderApp(<Page />, { user: newcomer });

  await press(LABELS.resendLink);
  expect(await screen.findByText(/We have sent a new link to/)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(email);

  await press(LABELS.resendLink);
  expect(await screen.findByText(/You can get another one in \d+ seconds/)).toBeVisible();
  expect(provider.links).toEqual([email]);

  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
  await press(LABELS.resendLink);
  await waitFor(() => expect(provider.links).toEqual([email, email]));
});

test.each([
  ['auth/too-many-requests', /We have sent you several links already/],
  ['auth/network-request-failed', /We could not send you the link.*check your connection/],
])(
  'a link that is refused with %s is explained, and can be asked for again',
  async (code, text) => {
    provider.linkError = providerError(code);
    renderApp(<Page />, { user: newcomer });

    await press(LABELS.resendLink);
    expect(await screen.findByText(text)).toBeVisible();

    provider.linkError = undefined;
    await press(LABELS.resendLink);
    expect(await screen.findByText(/We have sent a new link to/)).toBeVisible();
  },
);

test('an email that was confirmed before the page was opened: the banner goes, and the session is new', async () => {
  openLink();
  renderApp(<Page />, { user: newcomer });

  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh));
  await waitFor(() => expect(queryBanner()).toBeNull());
  expect(screen.getByText('signed-in')).toBeVisible();
});

test('the banner goes by itself when the person comes back to the window', async () => {
  renderApp(<Page />, { user: newcomer });
  await findBanner();

  openLink();
  act(() => void fireEvent.focus(window));

  await waitFor(() => expect(queryBanner()).toBeNull());
  expect(localStorage.getItem(TOKEN_KEY)).toBe(fresh);
});

test('“I have confirmed it” says that it is not, or thanks and moves the focus to the page', async () => {
  renderApp(<Page />, { user: newcomer });

  await press(LABELS.emailConfirmed);
  expect(await screen.findByText(`${email} is not confirmed yet.`, { exact: false })).toBeVisible();

  openLink();
  await press(LABELS.emailConfirmed);
  await screen.findByRole('dialog', { name: 'Your email address is confirmed' });
  expect(queryBanner()).toBeNull();
});

test('a check that fails changes nothing: by itself it is silent, asked for it says why', async () => {
  provider.confirmed.add(email);
  breakConnection('POST /jwt');
  renderApp(<Page />, { user: newcomer });
  await waitFor(() =>
    expect(console.error).toHaveBeenCalledWith('Could not check the email', expect.any(Error)),
  );
  expect(screen.getByRole('status')).toBeEmptyDOMElement();

  await press(LABELS.emailConfirmed);

  expect(
    await screen.findByText(/We could not check that. We could not reach the camp/),
  ).toBeVisible();
  expect(screen.getByText('signed-in')).toBeVisible();
  expect(queryBanner()).toBeVisible();
});

test('an answer about a person who has logged out is dropped', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  renderApp(<Page />, { user: newcomer });
  await findBanner();
  openLink();
  const asked = vi.fn();
  answer('POST /jwt', { token: fresh });
  answer('GET /userInfo', async () => {
    asked();
    await held;
    return student;
  });
  act(() => void fireEvent.focus(window));
  await waitFor(() => expect(asked).toHaveBeenCalled());

  act(() => provider.setCurrent(undefined));
  expect(await screen.findByText('signed-out')).toBeVisible();
  await act(async () => {
    goOn();
    await held;
  });

  expect(screen.getByText('signed-out')).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});
