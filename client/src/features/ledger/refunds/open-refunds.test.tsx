import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { readToday } from '../../../lib/format.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { OpenRefunds } from './open-refunds.tsx';

const failed: ListedRefund = {
  _id: 'pi_ada:cart',
  paymentId: 'pi_ada',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  ...{ userId: '7'.repeat(24), phone: '+12025550123' },
  amount: 8_000,
  ...{ currency: 'USD', method: 'card' },
  reason: 'no seat',
  state: 'failed',
  createdAt: '2027-05-01T20:00:00.000Z',
  cartId: 'd'.repeat(24),
  failure: 'The card is no longer valid.',
  choices: [],
};

const question: ListedRefund = {
  ...failed,
  _id: 're_1',
  reason: 'by the school',
  state: 'succeeded',
  cartId: null,
  failure: null,
  choices: [
    { cartId: 'd'.repeat(24), className: 'Guitar', student_name: 'Mia' },
    { cartId: 'e'.repeat(24), className: 'Guitar', student_name: 'Tom' },
  ],
};

function renderRefunds(refunds: ListedRefund[]) {
  answer('GET /openRefunds', refunds);
  renderApp(<OpenRefunds />);
}

// Rules: R175.
test('a failed refund says why, and is tried again', async () => {
  const tried: unknown[] = [];
  renderRefunds([failed]);
  answer('POST /openRefunds/:refundId/retry', ({ params }) => {
    tried.push(params['refundId']);
    answer('GET /openRefunds', []);
    return { status: true };
  });

  expect(await screen.findByText('The card is no longer valid.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'pi_ada' })).toHaveAttribute(
    'href',
    '/dashboard/payments?search=pi_ada',
  );
  expect(screen.getByRole('link', { name: 'The family’s page' })).toHaveAttribute(
    'href',
    `/dashboard/families/${'7'.repeat(24)}`,
  );
  expect(await screen.findByRole('link', { name: '+1 202 555 0123' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again: $80 USD to Ada Byron' }));

  await findDialog('The refund is on its way again');
  expect(tried).toEqual(['pi_ada:cart']);
  expect(await screen.findByText('No refund to look at')).toBeInTheDocument();
});

// Rules: R598.
test('a failed refund that was paid in another way leaves the list with how, when, and its number', async () => {
  const answers: unknown[] = [];
  renderRefunds([failed]);
  answer('POST /openRefunds/:refundId/answer', ({ body }) => {
    answers.push(body);
    answer('GET /openRefunds', []);
    return { status: true };
  });

  await userEvent.click(await screen.findByRole('button', { name: /^Paid in another way/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Was it refunded in another way?' }));
  const how = dialog.getByLabelText('How was it given back?');
  expect(how).toHaveValue('bank transfer');
  await userEvent.selectOptions(how, 'Cash');
  const day = dialog.getByLabelText('When was it given back?');
  expect(day).toHaveValue(readToday());
  await userEvent.clear(day);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it has' }));
  expect(await dialog.findByText('Please choose a day.')).toBeVisible();
  expect(answers).toEqual([]);
  await userEvent.type(day, '2026-03-04');
  expect(dialog.getByText(/^In the books, it counts in /)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reference'), ' No. 17 ');
  await userEvent.type(dialog.getByLabelText(/^Note/), 'They came by');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it has' }));

  await findDialog('The refund is off the list');
  const given = { method: 'cash', day: '2026-03-04', reference: ' No. 17 ' };
  expect(answers).toEqual([{ cartId: null, paidOtherwise: 8_000, given, note: 'They came by' }]);
});

test('an admin says which seat a refund was for, and confirms that it is freed', async () => {
  const answers: unknown[] = [];
  renderRefunds([question]);
  answer('POST /openRefunds/:refundId/answer', ({ body }) => {
    answers.push(body);
    answer('GET /openRefunds', []);
    return { status: true };
  });

  const choices = within(
    await screen.findByRole('group', { name: 'Which seat was this refund for?' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save the answer' }));
  expect(await screen.findByText('Please choose one.')).toBeVisible();
  expect(choices.getByRole('radio', { name: 'Mia: Guitar' })).toHaveFocus();
  await userEvent.click(choices.getByRole('radio', { name: 'Tom: Guitar' }));
  await userEvent.type(screen.getByLabelText(/^Note/), 'Tom is ill');
  await userEvent.click(screen.getByRole('button', { name: 'Save the answer' }));
  expect(await findDialog('Free the seat of Tom?')).toBeVisible();
  expect(answers).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, free the seat' }));

  await findDialog('The seat is free');
  expect(answers).toEqual([{ cartId: 'e'.repeat(24), note: 'Tom is ill' }]);
});

test('an admin keeps all seats without a second question', async () => {
  const answers: unknown[] = [];
  renderRefunds([question]);
  answer('POST /openRefunds/:refundId/answer', ({ body }) => {
    answers.push(body);
    return { status: true };
  });

  await userEvent.click(await screen.findByRole('radio', { name: 'Keep all seats' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save the answer' }));

  await findDialog('All seats are kept');
  expect(answers).toEqual([{ cartId: null }]);
});

test('an answer that somebody else has given already says so', async () => {
  renderRefunds([question]);
  answer('POST /openRefunds/:refundId/answer', () => refuse('refund_answered'));

  await userEvent.click(await screen.findByRole('radio', { name: 'Keep all seats' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save the answer' }));

  expect(await findDialog(/already answered this/)).toBeVisible();
});

test('each refund says why the money goes back', async () => {
  renderRefunds([
    { ...failed, reason: 'class canceled' },
    { ...failed, _id: 'admin:1', reason: 'by admin' },
  ]);

  expect(await screen.findByText(/The class was canceled\./)).toBeVisible();
  expect(screen.getByText(/An admin gave back money\. The seat stays\./)).toBeVisible();
});

test('money that is back after an appeal says that its seat is gone, and leaves the list', async () => {
  const sent: unknown[] = [];
  renderRefunds([{ ...failed, _id: 'dispute:du_1', reason: 'dispute', state: 'reversed' }]);
  answer('POST /openRefunds/:refundId/answer', ({ params, body }) => {
    sent.push(params['refundId'], body);
    answer('GET /openRefunds', []);
    return { status: true };
  });
  expect(await screen.findByRole('heading', { name: '$80 USD of Ada Byron' })).toBeVisible();
  expect(screen.getByText(/has given it back after an appeal/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Done: $80 USD of Ada Byron' }));
  await findDialog('It is off the list');
  expect(sent).toEqual(['dispute:du_1', { cartId: null }]);
});
