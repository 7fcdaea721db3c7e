import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildEnrolled } from '../../features/enrollment/changes/change-seat.testing.ts';
import { stripe } from '../../testing/fake-stripe.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { InstallmentsPage } from './installments-page.tsx';

const CARD = { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 3, expYear: 2099 };

const seat = buildEnrolled({
  installments: [
    { due: '2026-01-10', amount: 6300, left: 0 },
    { due: '2026-02-10', amount: 6300, left: 6300 },
    { due: '2099-03-10', amount: 6300, left: 6300 },
  ],
});

beforeEach(() => {
  answer('GET /myEnrolledClass', [seat]);
  answer('GET /savedCard', { card: CARD });
  stripe.confirmCardSetup.mockReset();
});

const open = () => renderApp(<InstallmentsPage />, { user: student });

test('a parent sees which parts are paid, missed and to come, and the card', async () => {
  open();
  const plan = await screen.findByRole('region', { name: /Guitar/ });
  const parts = within(plan).getAllByRole('listitem');
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Paid'),
    expect.stringContaining('Not paid yet. Please pay it, or change your card.'),
    expect.stringContaining('We charge Visa 4242 on this day'),
  ]);
  expect(await screen.findByText('Visa ending in 4242, expires 03/2099')).toBeVisible();
});

test('the rest can be paid at once; what is paid, is', async () => {
  const { unmount } = open();
  const link = await screen.findByRole('link', { name: 'Pay the rest now: $126 USD' });
  expect(link).toHaveAttribute('href', `/dashboard/payment?rest=${seat.cartId}&all=1`);
  unmount();
  const paid = seat.installments?.map((part) => ({ ...part, left: 0 })) ?? null;
  answer('GET /myEnrolledClass', [{ ...seat, installments: paid }]);
  open();
  expect(await screen.findByText('Everything is paid.')).toBeVisible();
});

test('another card is saved at Stripe, and a refusal of its bank is shown', async () => {
  answer('POST /savedCard', { clientSecret: 'seti_1_secret' });
  answer('PUT /savedCard', ({ body }) => {
    expect(body).toEqual({ setupId: 'seti_1' });
    return { card: { ...CARD, last4: '0341' } };
  });
  stripe.confirmCardSetup
    .mockResolvedValueOnce({ error: { message: 'Your card was declined.' } })
    .mockResolvedValueOnce({ setupIntent: { id: 'seti_1', status: 'succeeded' } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change card' }));
  const save = await screen.findByRole('button', { name: 'Save this card' });
  await vi.waitFor(() => expect(save).toBeEnabled());
  await userEvent.click(save);
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  await userEvent.click(save);
  expect(await screen.findByText('Visa ending in 0341, expires 03/2099')).toBeVisible();
});

test('without a plan, nothing is shown; without a connection, it says so', async () => {
  answer('GET /myEnrolledClass', [buildEnrolled()]);
  const { unmount } = open();
  expect(await screen.findByText('Nothing is paid in parts')).toBeVisible();
  unmount();
  breakConnection('GET /myEnrolledClass');
  open();
  expect(await screen.findByText('Your payments could not be loaded')).toBeVisible();
});
