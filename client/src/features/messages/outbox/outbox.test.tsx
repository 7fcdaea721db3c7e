import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf, refuse } from '../../../testing/server.ts';
import { buildMail } from './mail.testing.ts';
import { Outbox } from './outbox.tsx';
import { OutboxBadge } from './outbox-badge.tsx';

const failed = buildMail();

afterEach(() => vi.useRealTimers());

/** An outbox with one email, which a retry puts into the queue again. */
function renderOutbox({ at = '/dashboard/outbox', mail = failed } = {}) {
  const outbox = { mail, asked: [] as Record<string, string>[] };
  answer('GET /outbox', ({ query }) => {
    outbox.asked.push(query);
    const isFound = !query['state'] || query['state'] === outbox.mail.state;
    return isFound ? pageOf([outbox.mail], 1) : pageOf([], 0);
  });
  answer('GET /outbox/:id', () => outbox.mail);
  answer('POST /outbox/:id/retry', ({ params }) => {
    expect(params['id']).toBe(failed._id);
    outbox.mail = { ...outbox.mail, state: 'queued', attempts: 0, lastError: null };
    return { status: true };
  });
  renderApp(
    <>
      <OutboxBadge />
      <Outbox />
    </>,
    { at },
  );
  return outbox;
}

const findRow = async () => within(await screen.findByRole('row', { name: /Ada Byron/ }));
const pressRetry = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Try again/ }));

// Rules: R81.
test('an email says who it is for, what it is about, and why it failed', async () => {
  renderOutbox();

  const row = await findRow();
  expect(row.getByText('ada@speakifyr.test')).toBeVisible();
  expect(row.getByText('Payment')).toBeVisible();
  expect(row.getByText('Failed')).toBeVisible();
  expect(row.getByText('The mail server said: no such mailbox')).toBeVisible();
  expect(
    row.getByRole('link', { name: 'You are enrolled in Sailing on the Lake' }),
  ).toHaveAttribute('href', '/dashboard/outbox/paid-pi_ada');
  expect(
    row.getByRole('button', {
      name: 'Try again: You are enrolled in Sailing on the Lake, to Ada Byron',
    }),
  ).toBeVisible();
});

test('an email that is not written yet is named by its kind, and says when it is tried next', async () => {
  renderOutbox({
    mail: buildMail({
      kind: 'reminder',
      subject: '',
      state: 'queued',
      lastError: 'The mail server asks to wait',
      nextAt: '2027-05-01T20:05:00.000Z',
    }),
  });

  const row = await findRow();
  expect(row.getByRole('link', { name: 'Reminder' })).toBeVisible();
  expect(row.getByText('Waiting')).toBeVisible();
  expect(row.getByText('The mail server asks to wait')).toBeVisible();
  expect(row.getByText(/^Next try:/)).toHaveTextContent('Sun 2 May 2027 2:05 AM Dhaka time');
  expect(row.queryByRole('button')).not.toBeInTheDocument();
});

test.each([
  [1, 'Will be sent shortly'],
  [60, 'It should have been sent by now. Is a mail server set up?'],
])('an email that waits for its first try for %i minutes says: %s', async (minutes, text) => {
  const nextAt = new Date(Date.now() - minutes * 60_000).toISOString();
  renderOutbox({ mail: buildMail({ state: 'queued', attempts: 0, lastError: null, nextAt }) });
  expect(await screen.findByText(text)).toBeVisible();
});

test('search, state and kind are in the address and go to the server', async () => {
  const { asked } = renderOutbox();
  await findRow();

  await userEvent.selectOptions(screen.getByLabelText('State'), 'Failed');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Message to a class');
  await userEvent.type(screen.getByLabelText('Search by name, email or subject'), 'ada{Enter}');

  expect(await screen.findByText('1 email found for “ada”')).toBeVisible();
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    state: 'failed',
    kind: 'school message',
    search: 'ada',
  });
  expect(asked.at(-1)).toEqual({
    state: 'failed',
    kind: 'school message',
    search: 'ada',
    page: '1',
    size: '25',
  });
});

test('a failed email is tried again, and the page says what becomes of it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const outbox = renderOutbox({ at: '/dashboard/outbox?state=failed' });
  expect(await screen.findByText('failed')).toBeInTheDocument();

  await pressRetry();

  const result = within(await screen.findByRole('status', { name: 'Tried again' }));
  expect(await result.findByText('Waiting')).toBeVisible();
  // Nothing has failed anymore: the list is empty and the badge is gone.
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(screen.queryByText('failed')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Outbox' })).toHaveFocus();

  outbox.mail = buildMail({ state: 'sent', lastError: null, sentAt: '2027-05-01T20:09:00.000Z' });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await result.findByText('Sent')).toBeVisible();
});

test('an email that fails once more is in the list of failed ones again, and counted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const outbox = renderOutbox({ at: '/dashboard/outbox?state=failed' });
  await pressRetry();
  expect(await screen.findByText('Nothing found')).toBeVisible();

  outbox.mail = buildMail({ lastError: 'The mailbox is full' });
  await act(() => vi.advanceTimersByTimeAsync(3_000));

  expect(await (await findRow()).findByText('The mailbox is full')).toBeVisible();
  expect(screen.getByText('failed')).toBeInTheDocument();
});

test('the list loads again by itself as long as an email is waiting', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const outbox = renderOutbox({ mail: buildMail({ state: 'sending', lastError: null }) });
  expect((await findRow()).getByText('Sending')).toBeVisible();

  outbox.mail = buildMail({ state: 'sent', lastError: null, sentAt: '2027-05-01T20:09:00.000Z' });
  await act(() => vi.advanceTimersByTimeAsync(3_000));

  expect(await (await findRow()).findByText('Sent')).toBeVisible();
  const calls = outbox.asked.length;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(outbox.asked).toHaveLength(calls);
});

test('if another admin has already tried the email again, the list says so and reloads', async () => {
  const outbox = renderOutbox();
  answer('POST /outbox/:id/retry', () => {
    outbox.mail = { ...failed, state: 'sent', sentAt: '2027-05-01T20:09:00.000Z' };
    return refuse('mail_not_done');
  });

  await pressRetry();

  const dialog = await findDialog(/This email is on its way/);
  await userEvent.click(within(dialog).getByRole('button', { name: LABELS.ok }));
  expect(await (await findRow()).findByText('Sent')).toBeVisible();
});

test('an empty outbox says so', async () => {
  answer('GET /outbox', []);
  renderApp(<Outbox />);
  expect(await screen.findByText('No emails yet')).toBeVisible();
});

test('a failed load says so', async () => {
  breakConnection('GET /outbox');
  renderApp(<Outbox />);
  expect(await screen.findByText('The emails could not be loaded')).toBeVisible();
});
