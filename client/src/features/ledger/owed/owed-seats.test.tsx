import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { OwedSeats } from './owed-seats.tsx';

const late: OwedSeat = {
  _id: '1'.repeat(24),
  familyId: '2'.repeat(24),
  isCoPay: false,
  isBounced: false,
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  phone: '555 0100',
  student_name: 'Mia',
  className: 'Guitar',
  camp_start: '2099-08-02',
  currency: 'USD',
  ...{ next: 2_000, due: '2020-06-01', owed: 7_000, reminders: 2, releaseOn: null },
};

test('says who owes how much since when, how often they were reminded, and whom to call', async () => {
  const noAddress = { ...late, _id: '3'.repeat(24), name: 'Bo Lind', email: null, reminders: 0 };
  const soon = { due: '2099-07-01', owed: 2_000, releaseOn: '2099-07-16' };
  answer('GET /owedSeats', [late, { ...noAddress, ...soon }]);
  renderApp(<OwedSeats />);
  const [first, second] = await screen.findAllByRole('article');
  expect(first).toHaveTextContent('Ada Byron');
  expect(first).toHaveTextContent('$20 USD was due');
  expect(first).toHaveTextContent('In all, $70 USD is owed');
  expect(first).toHaveTextContent('555 0100 · ada@speakifyr.test · reminded 2 times');
  expect(within(first!).getByRole('link', { name: 'Ada Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${'2'.repeat(24)}`,
  );
  expect(second).toHaveTextContent('$20 USD due');
  expect(second).toHaveTextContent('no email address, so no reminders: please call');
  expect(second).not.toHaveTextContent('In all');
  expect(first).not.toHaveTextContent('Released');
  expect(second).toHaveTextContent('Released on Thu 16 July 2099, unless it is paid');
});

test('nothing is owed', async () => {
  answer('GET /owedSeats', []);
  renderApp(<OwedSeats />);
  expect(await screen.findByText('Nothing is owed')).toBeVisible();
});
