import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPersonalData } from '../../lib/query-client.ts';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { answerTaps, at, ben, mia, renderDay, type Sent } from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('09:04')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

// Rules: R403.
test('without a connection taps are kept, said to be not sent, and sent once when it is back', async () => {
  const { requests } = answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');

  await press('Arrived: Mia Byron');
  await press('Arrived: Ben Ahlers');
  expect(await screen.findByText('2 not sent.')).toBeVisible();
  expect(screen.getByText('2 here, 0 expected, 0 absent, 0 gone')).toBeVisible();
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(true);
  expect(Object.values({ ...localStorage }).join()).not.toContain(mia.personId);

  const { requests: later } = answerTaps();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('focus'));

  await waitFor(() => expect(screen.queryByText(/not sent/i)).toBeNull());
  await vi.advanceTimersByTimeAsync(30_000);
  expect(requests).toEqual([]);
  expect(later).toHaveLength(1);
  expect(later[0]?.taps).toMatchObject([
    { personId: mia.personId, offline: true, at: expect.stringMatching(/T03:04:/) },
    { personId: ben.personId, offline: true },
  ]);
});

test('a tap that is on its way is not sent again with the next one', async () => {
  answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  const sent: string[][] = [];
  answer('POST /attendance', async ({ body }) => {
    const { taps } = body as Sent;
    sent.push(taps.map(({ personId }) => personId));
    await isFinished;
    return { problems: taps.map(() => null) };
  });

  await press('Arrived: Mia Byron');
  await waitFor(() => expect(sent).toHaveLength(1));
  await press('Arrived: Ben Ahlers');
  await vi.advanceTimersByTimeAsync(1_000);
  finish();

  await waitFor(() => expect(sent).toEqual([[mia.personId], [ben.personId]]));
});

test('a server that fails is asked again every ten seconds, with the same tap', async () => {
  answerTaps();
  const ids: string[] = [];
  answer('POST /attendance', ({ body }) => {
    ids.push((body as Sent).taps[0]!._id);
    return refuse('internal');
  });
  renderDay();

  await press('Arrived: Mia Byron');
  expect(await screen.findByText('1 not sent.')).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);

  await waitFor(() => expect(ids.length).toBeGreaterThan(1));
  expect(new Set(ids).size).toBe(1);
  answerTaps();
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(screen.queryByText(/not sent/i)).toBeNull());
});

test('a tap that is not recorded is taken back with the reason, and the others stay', async () => {
  answerTaps([mia, ben], ({ personId }) => (personId === mia.personId ? 'not_in_class' : null));
  renderDay();

  await press('Arrived: Mia Byron');
  await press('Arrived: Ben Ahlers');

  expect(
    await screen.findByText(
      '“Arrived” for Mia Byron is not recorded: Mia Byron is not in this class.',
    ),
  ).toBeVisible();
  expect(await screen.findByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  await press('I have read this');
  expect(screen.queryByText(/not recorded/)).toBeNull();
});

test('until a new list comes, the old one has what was recorded, and not what was refused', async () => {
  answerTaps([mia, ben], ({ personId }) => (personId === mia.personId ? 'not_in_class' : null));
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('GET /dayList/:classId/:day');

  await press('Arrived: Mia Byron');
  await press('Arrived: Ben Ahlers');

  expect(await screen.findByText(/is not recorded: Mia Byron is not in this class/)).toBeVisible();
  expect(await screen.findByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
});

test('taps go on being sent while the person reads another page', async () => {
  answerTaps();
  const { rerender } = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');
  rerender(<p>Another page</p>);

  const { requests } = answerTaps();
  await vi.advanceTimersByTimeAsync(10_000);

  await waitFor(() => expect(requests).toHaveLength(1));
});

test('who logs out leaves no tap behind that the next person would send', async () => {
  answerTaps();
  const { rerender, queryClient } = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');
  rerender(<p>Another page</p>);
  forgetPersonalData(queryClient);

  const { requests } = answerTaps();
  await vi.advanceTimersByTimeAsync(30_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);

  expect(requests).toEqual([]);
});

test('without a connection the list stays, and says that it may be old', async () => {
  answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('GET /dayList/:classId/:day');
  await vi.advanceTimersByTimeAsync(30_000);

  expect(await screen.findByText('List of 9:04 AM.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Arrived: Mia Byron' })).toBeVisible();
});
