import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildEnrolledPerson } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { CancelClass } from './cancel-class.tsx';
import { CancelProgress } from './cancel-progress.tsx';

const SAILING: ClassPeople = {
  _id: 'c'.repeat(24),
  name: 'Sailing on the Lake',
  course_tag: 'SAI',
  instructor: 'Maren Solbakk',
  camp_start: '2027-08-02',
  camp_end: '2027-08-06',
  status: 'open',
  sit: 6,
  price: 249,
  assign_room: 8,
  enrolled: [buildEnrolledPerson(), buildEnrolledPerson({ cartId: '4'.repeat(24), left: 10_050 })],
  held: [],
  refunded: [],
  groups: { version: 0, groups: [], pairs: [], seats: [] },
  canceled: null,
};

async function openDialog(changes: Partial<ClassPeople> = {}) {
  const ended: string[] = [];
  renderApp(
    <CancelClass people={{ ...SAILING, ...changes }} onChanged={() => ended.push('canceled')} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel class' }));
  return { ended, dialog: within(await findDialog(/^Cancel .*\?$/)) };
}

test('a class is canceled after the admin has read who gets how much back and typed its name', async () => {
  const sent: unknown[] = [];
  answer('POST /cancelClass/:id', ({ params, body }) => {
    sent.push([params['id'], body]);
    return { status: true };
  });
  const { dialog, ended } = await openDialog();
  expect(
    dialog.getByText(
      '2 people are enrolled. Everybody gets all their money back, including fees: $349.50 USD in total. 2 people get an email.',
    ),
  ).toBeVisible();

  const confirm = dialog.getByRole('button', { name: 'Yes, cancel the class' });
  await userEvent.click(confirm);
  expect(await dialog.findByText('Say why.')).toBeVisible();
  expect(dialog.getByText('Please type Sailing on the Lake')).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.type(dialog.getByLabelText('Message to everybody (optional)'), 'We are sorry.');
  await userEvent.type(dialog.getByLabelText('Why?'), 'Storm');
  await userEvent.type(
    dialog.getByLabelText(/^Type “Sailing on the Lake”/),
    'sailing on the  lake',
  );
  await userEvent.click(confirm);

  await findDialog('The class is canceled');
  const body = { confirm_affected: 2, note: 'Storm', message: 'We are sorry.' };
  expect(sent).toEqual([[SAILING._id, body]]);
  await waitFor(() => expect(ended).toEqual(['canceled']));
});

// Rules: R704.
test('the admin reads who hears that a reservation ends, and what becomes of other held seats', async () => {
  const hold = (name: string, isReserved: boolean, email = 'ada@speakifyr.test') =>
    ({ name, email, isReserved }) as ClassPeople['held'][number];
  const { dialog } = await openDialog({
    enrolled: [],
    held: [hold('Ada', true), hold('Ruth Garcia', true, NO_EMAIL), hold('Ben', false)],
  });
  expect(
    dialog.getByText(
      /^2 seats are reserved but not paid for yet\. .* 1 person gets an email\. Without an email address, so please call: Ruth Garcia\./,
    ),
  ).toBeVisible();
  expect(dialog.getByText(/^1 seat is held but not paid for yet\./)).toBeVisible();
});

test('a keyboard’s straight apostrophe is as good as the one in the name', async () => {
  answer('POST /cancelClass/:id', { status: true });
  const { dialog } = await openDialog({ name: 'The Chefs’ Kitchen' });
  await userEvent.type(dialog.getByLabelText('Why?'), 'Storm');
  await userEvent.type(dialog.getByLabelText(/^Type “/), "The Chefs' Kitchen");
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel the class' }));
  await findDialog('The class is canceled');
});

test('if somebody else enrolls first, the dialog stays open and says so', async () => {
  answer('POST /cancelClass/:id', () => refuse('students_affected'));
  const { dialog } = await openDialog();
  await userEvent.type(dialog.getByLabelText('Why?'), 'Storm');
  await userEvent.type(dialog.getByLabelText(/^Type “/), 'Sailing on the Lake');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel the class' }));

  expect(await dialog.findByText(/concerns students who are enrolled/)).toBeVisible();
  expect(dialog.getByLabelText('Why?')).toHaveValue('Storm');
});

test('a draft and an archived class can’t be canceled', () => {
  for (const status of ['draft', 'archived'] as const)
    renderApp(<CancelClass people={{ ...SAILING, status }} onChanged={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Cancel class' })).toBeNull();
});

test('afterwards the page says how far the refunds are, and leads to those that failed', () => {
  const at = '2027-06-01T10:00:00.000Z';
  renderApp(
    <CancelProgress
      canceled={{ at, seats: 20, left: 0, refundsOpen: 7, refundsByHand: 2, refundsFailed: 1 }}
    />,
  );
  expect(
    screen.getByRole('heading', { name: 'This class was canceled on Tue 1 June 2027' }),
  ).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(
    '10 of 20 refunds are done. 7 refunds are on their way or waiting for your Stripe balance. 2 wait to be given back by hand. 1 has failed.',
  );
  expect(screen.getByRole('progressbar', { name: 'Refunds done' })).toHaveAttribute('value', '10');
  expect(screen.getByRole('link', { name: 'Open Refunds' })).toHaveAttribute(
    'href',
    '/dashboard/refunds',
  );
});

test('when all money is back, the page says so', () => {
  const canceled = {
    at: '2027-06-01T10:00:00.000Z',
    left: 0,
    refundsOpen: 0,
    refundsByHand: 0,
    refundsFailed: 0,
  };
  renderApp(<CancelProgress canceled={{ ...canceled, seats: 3 }} />);
  expect(screen.getByRole('status')).toHaveTextContent(
    'All 3 people who were enrolled have their money back.',
  );
});
