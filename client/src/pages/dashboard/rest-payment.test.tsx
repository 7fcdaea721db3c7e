import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildCredit } from '../../features/enrollment/credit/credit.testing.ts';
import { stripe } from '../../testing/fake-stripe.tsx';
import { student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import {
  CART_ID,
  enrolled,
  findPayButton,
  guitar,
  pay,
  preparePayment,
  renderPayment,
} from './payment-page.testing.tsx';

const seat: EnrolledClass = {
  ...{ classId: guitar.classId, camp_start: '2099-06-01', camp_end: '2099-06-05', ...NO_FACTS },
  classData: { image: '', name: 'Guitar', instructor: 'Mina Rahman' },
  ...{ date: '04/05/2026', time: '9:02 AM', room: 12, entry_code: 'GTR-101', price: 100 },
  ...{ currency: 'USD', transactionId: 'office_1', cartId: CART_ID, childId: null },
  ...{ student_name: student.name, isPayer: true, isForResale: false, paidBy: null },
  installments: null,
  share: null,
  owed: [
    { due: '2099-05-01', amount: 2_000 },
    { due: '2099-05-20', amount: 5_050 },
  ],
  ...{ health: null, needs: null, calendar: '' },
};

// Rules: R354.
test.each([
  ['what is due next', '', 20, 'Still owed after that$50.50 USD'],
  ['all of it', '&all=1', 70.5, 'To pay now$70.50 USD'],
])('%s of the rest is paid by card', async (_what, all, price, told) => {
  const { intents, records } = preparePayment();
  answer('GET /myEnrolledClass', [seat]);
  answer('POST /createPayment-intent', ({ body }) => {
    intents.push(body);
    return { clientSecret: 'pi_1_secret', heldUntil: null };
  });
  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    answer('GET /myEnrolledClass', [{ ...seat, owed: [] }]);
    return enrolled;
  });
  renderPayment(`/dashboard/payment?rest=${CART_ID}${all}`);

  await findPayButton();
  const order = screen.getByRole('region', { name: 'What you owe' });
  expect(order).toHaveTextContent('Guitar for you');
  expect(order.textContent).toContain(told);
  expect(intents).toEqual([{ price, currency: 'USD', cartId: CART_ID }]);
  await pay();
  expect(await screen.findByRole('heading', { name: 'Enrolled Course' })).toBeVisible();
  expect(records).toMatchObject([{ transactionId: 'pi_1' }]);
});

test('the saved card pays the rest with one tap; another card can be typed', async () => {
  const { records } = preparePayment();
  answer('GET /myEnrolledClass', [seat]);
  answer('POST /createPayment-intent', { clientSecret: 'pi_1_secret', heldUntil: null });
  answer('GET /savedCard', {
    card: { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2130 },
  });
  stripe.confirmCardPayment.mockResolvedValueOnce({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  renderPayment(`/dashboard/payment?rest=${CART_ID}`);

  const button = await screen.findByRole('button', { name: 'Pay $20 with Visa 4242' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(stripe.confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret', {
    payment_method: 'pm_1',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Use another card' }));
  await pay();
  expect(await screen.findByRole('heading', { name: 'Enrolled Course' })).toBeVisible();
  expect(records).toMatchObject([{ transactionId: 'pi_1' }]);
});

test('credit pays a part of the rest by itself, and the page says what is owed after that', async () => {
  const { records } = preparePayment();
  answer('GET /myEnrolledClass', [seat]);
  answer('GET /myCredit', buildCredit(4_000));
  answer('POST /createPayment-intent', { clientSecret: 'pi_1_secret', heldUntil: null });
  const sent: unknown[] = [];
  answer('POST /creditPayments', ({ body }) => {
    sent.push(body);
    return { status: true, transactionId: 'credit_1' };
  });
  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    return enrolled;
  });
  renderPayment(`/dashboard/payment?rest=${CART_ID}&all=1`);
  await userEvent.click(
    await screen.findByRole('checkbox', {
      name: /Use \$40 of your credit After that, you still owe \$30\.50\./,
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $40 with credit' }));
  expect(await screen.findByRole('heading', { name: 'Enrolled Course' })).toBeVisible();
  expect(sent).toMatchObject([{ cartIds: [CART_ID], price: 40, currency: 'USD' }]);
  expect(records).toMatchObject([{ transactionId: 'credit_1' }]);
});

test('nothing is owed anymore', async () => {
  preparePayment();
  answer('GET /myEnrolledClass', [{ ...seat, owed: [] }]);
  renderPayment(`/dashboard/payment?rest=${CART_ID}`);
  expect(await screen.findByText('Nothing is owed')).toBeVisible();
});
