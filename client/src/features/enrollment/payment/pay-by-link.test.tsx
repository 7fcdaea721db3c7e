import type { PayLink } from '@speakifyr/contract/pay-links.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { stripe, succeeded } from '../../../testing/fake-stripe.tsx';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { PayByLink } from './pay-by-link.tsx';

const OPEN: PayLink = {
  state: 'open',
  seats: [{ className: 'Judo', camp_start: '2027-07-05', camp_end: '2027-07-09', amount: 7_500 }],
  ...{ amount: 7_500, heldUntil: '2127-05-04T10:30:00.000Z', clientSecret: null },
};
const OVER: PayLink = { state: 'paid', seats: [], amount: 0, heldUntil: null, clientSecret: null };

// Rules: R582.
test('a typed code shows the seats and the card; once they are paid, it says so', async () => {
  const sent: unknown[] = [];
  stripe.confirmCardPayment.mockReset().mockResolvedValue(succeeded);
  answer('POST /payLink', ({ body }) => {
    sent.push(body);
    const { code, price, transactionId } = body as Record<string, string>;
    if (code === 'K7QM2ZPA9RXX') return refuse('code_unknown');
    if (transactionId) return OVER;
    return { ...OPEN, clientSecret: price ? 'pi_1_secret' : null };
  });
  renderApp(<PayByLink linked="" />);
  await userEvent.type(screen.getByLabelText('Code'), 'K7QM2ZPA9RXX');
  await userEvent.click(screen.getByRole('button', { name: 'Show the seats' }));
  expect(await screen.findByText(/We don’t know this code/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Code'));
  await userEvent.type(screen.getByLabelText('Code'), 'k7qm-2zpa-9rxc');
  await userEvent.click(screen.getByRole('button', { name: 'Show the seats' }));
  expect(await screen.findByText('Together: $75 USD')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /^Pay \$75/ }));
  expect(await screen.findByText('These seats are paid. Thank you!')).toBeVisible();
  const code = 'k7qm-2zpa-9rxc';
  expect(sent.slice(1)).toEqual([
    { code },
    { code, price: 75, currency: 'USD' },
    // The payer agrees to the texts that the form links to, in those versions.
    {
      ...{ code, price: 75, currency: 'USD' },
      texts: {
        terms: SCHOOL.termsDate,
        refundPolicy: FIRST_TEXT_VERSION,
        refundCases: FIRST_TEXT_VERSION,
      },
    },
    { code, transactionId: 'pi_1' },
  ]);
});

test('a link with a payment whose seat has ended does not say that nothing was charged', async () => {
  answer('POST /payLink', { ...OVER, state: 'over' });
  renderApp(<PayByLink linked="K7QM2ZPA9RXC" />);
  expect(await screen.findByText(/was not given or has ended since/)).toBeVisible();
  expect(screen.queryByText(/not been charged/)).toBeNull();
});

test('a link whose seats were released says that nothing was charged', async () => {
  answer('POST /payLink', { ...OVER, state: 'ended' });
  renderApp(<PayByLink linked="K7QM2ZPA9RXC" />);
  expect(await screen.findByText('These seats are no longer reserved')).toBeVisible();
  expect(screen.getByText(/You have not been charged/)).toBeVisible();
});
