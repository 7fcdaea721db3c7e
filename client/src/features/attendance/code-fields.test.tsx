import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, refuse } from '../../testing/server.ts';
import { answerTaps, at, buildTap, findPerson, mia, renderDay } from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('12:31')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

async function enterCode(code: string) {
  await press('Leaves: Mia Byron');
  await user.click(screen.getByRole('radio', { name: 'Somebody else, with a code' }));
  await user.type(screen.getByLabelText('Code'), code);
}

const here = { ...mia, taps: [buildTap({})] };

// Rules: R393.
test('the team sees whom the family named before the child leaves with them', async () => {
  const { requests } = answerTaps([here]);
  const checked: unknown[] = [];
  answer('POST /pickupCode/:childId/check', ({ body }) => {
    checked.push(body);
    return { name: 'Eva Stone', problem: null };
  });
  renderDay();
  await enterCode('482 19');
  expect(screen.getByRole('button', { name: 'Check the code' })).toBeDisabled();
  await user.type(screen.getByLabelText('Code'), '3');
  await press('Check the code');

  expect(await screen.findByText('Eva Stone')).toBeVisible();
  expect(checked).toEqual([{ classId: 'c'.repeat(24), code: '482 193' }]);
  expect(requests).toEqual([]);
  // Another code is another adult.
  await user.type(screen.getByLabelText('Code'), '{Backspace}3');
  expect(screen.queryByText('Eva Stone')).toBeNull();
  await press('Check the code');
  await press('Mia Byron leaves with Eva Stone');

  const person = await findPerson(/^Mia/);
  expect(
    await within(person).findByText('Collected 12:31 PM by Eva Stone, with a code'),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests[0]?.taps[0]).toMatchObject({
    collectedBy: { how: 'code', name: 'Eva Stone', code: '482 193' },
  });
});

test('a code that is not right says why, and the child stays', async () => {
  const { requests } = answerTaps([here], () => 'code_used');
  answer('POST /pickupCode/:childId/check', { name: null, problem: 'code_wrong' });
  renderDay();
  await enterCode('482193');
  await press('Check the code');
  expect(await screen.findByText(/^This code is not right for Mia Byron/)).toBeVisible();

  // Another phone was faster.
  answer('POST /pickupCode/:childId/check', { name: 'Eva Stone', problem: null });
  await press('Check the code');
  await press('Mia Byron leaves with Eva Stone');
  expect(await screen.findByText(/^This code was used already/)).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('without a connection the child stays; pressed again, it is the same tap', async () => {
  answerTaps([here]);
  answer('POST /pickupCode/:childId/check', { name: 'Eva Stone', problem: null });
  const sent: unknown[] = [];
  answer('POST /attendance', ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refuse('unavailable') : { problems: [null] };
  });
  renderDay();
  await enterCode('482193');
  await press('Check the code');
  await press('Mia Byron leaves with Eva Stone');
  expect(
    await screen.findByText(/without one a code can’t be checked. Keep Mia Byron/),
  ).toBeVisible();
  expect(screen.getByText('1 here, 0 expected, 0 absent, 0 gone')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(5_000);
  await press('Mia Byron leaves with Eva Stone');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The server may have written the first one down, and then knows it again by its id and its moment.
  expect(sent[1]).toEqual(sent[0]);
});
