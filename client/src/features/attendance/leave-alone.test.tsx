import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTaps, at, buildTap, findPerson, mia, renderDay } from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('12:20')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

const free = { ...mia, mayLeaveAloneFrom: '12:30', taps: [buildTap({})] };
const leftAlone = (more: { notAllowed?: 'not_alone' }) => ({
  ...free,
  taps: [
    ...free.taps,
    buildTap({ kind: 'out', at: at('12:10'), collectedBy: { how: 'alone' }, ...more }),
  ],
});

// Rules: R413, R493.
test('a child leaves alone from the time on that its family said, and before it nobody can choose that', async () => {
  const { requests } = answerTaps([free]);
  renderDay();
  const person = await findPerson(/^Mia/);
  expect(within(person).getByText('May leave alone from 12:30 PM')).toBeVisible();
  await press('Leaves: Mia Byron');
  expect(screen.getByText('Mia Byron may leave alone from 12:30 PM, not before.')).toBeVisible();
  expect(screen.queryByRole('radio', { name: /alone/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));

  vi.setSystemTime(at('12:30'));
  await vi.advanceTimersByTimeAsync(15_000);
  await press('Leaves: Mia Byron');
  await user.click(screen.getByRole('radio', { name: 'Leaves alone' }));
  await user.click(screen.getByRole('button', { name: 'Mia Byron leaves alone' }));
  expect(await within(person).findByText(/^Left alone 12:30 PM/)).toBeVisible();
  expect(within(person).queryByText(/May leave alone/)).toBeNull();
  await waitFor(() =>
    expect(requests[0]?.taps[0]).toMatchObject({ kind: 'out', collectedBy: { how: 'alone' } }),
  );
});

test('earlier, or without the family’s word, only an admin lets a child leave alone, and says why', async () => {
  const { requests } = answerTaps([{ ...free, mayLeaveAloneFrom: null }]);
  renderDay({ mayOverride: true });
  await press('Leaves: Mia Byron');
  await user.click(screen.getByRole('radio', { name: 'Leaves alone, approved by the office' }));
  expect(screen.getByRole('button', { name: 'Mia Byron leaves' })).toBeDisabled();
  await user.type(screen.getByLabelText('Why may Mia Byron leave alone?'), 'The mother called');
  await user.click(screen.getByRole('button', { name: 'Mia Byron leaves alone' }));
  const words = /^Left alone 12:2\d PM, approved by the office: The mother called/;
  expect(await screen.findByText(words)).toBeVisible();
  await waitFor(() =>
    expect(requests[0]?.taps[0]?.collectedBy).toEqual({ how: 'alone', note: 'The mother called' }),
  );
});

test('a child that a phone without a connection let go too early is an alarm', async () => {
  answerTaps([leftAlone({ notAllowed: 'not_alone' })]);
  const { unmount } = renderDay();
  expect(await screen.findByText(/left alone, and the family had not allowed it/)).toBeVisible();
  unmount();
  answerTaps([leftAlone({})]);
  renderDay();
  expect(await screen.findByText(/^Left alone 12:10 PM/)).toBeVisible();
  expect(screen.queryByText(/had not allowed it/)).toBeNull();
});

test('if it was taken back, the team reads that the child must stay', async () => {
  vi.setSystemTime(at('12:40'));
  answerTaps([free], ({ kind }) => (kind === 'out' ? 'not_alone' : null));
  renderDay();
  await press('Leaves: Mia Byron');
  await user.click(screen.getByRole('radio', { name: 'Leaves alone' }));
  await user.click(screen.getByRole('button', { name: 'Mia Byron leaves alone' }));
  const why =
    /the family has not said that Mia Byron may leave alone at this time\. Keep Mia Byron/;
  expect(await screen.findByText(why)).toBeVisible();
});
