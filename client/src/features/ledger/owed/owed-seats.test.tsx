import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { OwedSeats } from './owed-seats.tsx';

const late: OwedSeat = {
  _id: '1'.repeat(24),
  familyId: '2'.repeat(24),
  isCoPay: false,
  kind: 'seat',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  phone: '+12025550100',
  student_name: 'Mia',
  className: 'Guitar',
  camp_start: '2099-08-02',
  currency: 'USD',
  ...{ next: 2_000, due: '2020-06-01', owed: 7_000, reminders: 2, releaseOn: null },
};

// Rules: R355, R377, R505.
test('says who owes how much since when, how often they were reminded, and whom to call', async () => {
  const noAddress = { ...late, _id: '3'.repeat(24), name: 'Bo Lind', email: null, reminders: 0 };
  const soon = { due: '2099-07-01', owed: 2_000, releaseOn: '2099-07-16' };
  answer('GET /owedSeats', [late, { ...noAddress, ...soon }]);
  answer('GET /owedTotals', [
    { currency: 'USD', count: 2, amount: 9_000, late: 1, overdue: 2_000 },
  ]);
  renderApp(<OwedSeats />);
  const [first, second] = await screen.findAllByRole('article');
  expect(screen.getByText('Owed in all').nextSibling).toHaveTextContent('$90 USD');
  expect(screen.getByText('Overdue', { selector: 'dt' }).nextSibling).toHaveTextContent('$20 USD');
  expect(first).toHaveTextContent('Ada Byron');
  expect(first).toHaveTextContent('$20 USD was due');
  expect(first).toHaveTextContent('In all, $70 USD is owed');
  expect(first).toHaveTextContent('+1 202 555 0100 · ada@speakifyr.test · reminded 2 times');
  expect(within(first!).getByRole('link', { name: 'Ada Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${'2'.repeat(24)}`,
  );
  expect(second).toHaveTextContent('$20 USD due');
  expect(second).toHaveTextContent('no email address: please call');
  expect(second).not.toHaveTextContent('In all');
  expect(first).not.toHaveTextContent('Released');
  expect(second).toHaveTextContent('Released on Thu 16 July 2099, unless it is paid');
});

test('what is owed for a seat is waived with a reason; what bounced is not', async () => {
  const bounced = { ...late, _id: 'office_1', kind: 'bounce' as const, name: 'Bo Lind' };
  answer('GET /owedSeats', [late, bounced]);
  answer('GET /owedTotals', []);
  const sent: unknown[] = [];
  answer('POST /owedSeats/:id/waive', ({ params, body }) => {
    sent.push(params, body);
    return { status: true };
  });
  renderApp(<OwedSeats />);
  await screen.findByText('Ada Byron');
  const button = screen.getByRole('button', { name: 'Waive it for Ada Byron, Mia' });
  expect(screen.getAllByRole('button', { name: /Waive it/ })).toHaveLength(1);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('The family no longer owes $70 USD for Mia in Guitar.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Waive' }));
  expect(await within(dialog).findByText('Say why.')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Hardship');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Waive' }));
  await findDialog('$70 USD is waived');
  expect(sent).toEqual([{ id: late._id }, { amount: 7_000, note: 'Hardship' }]);
});

test('nothing is owed', async () => {
  answer('GET /owedSeats', []);
  answer('GET /owedTotals', []);
  renderApp(<OwedSeats />);
  expect(await screen.findByText('Nothing is owed')).toBeVisible();
});
