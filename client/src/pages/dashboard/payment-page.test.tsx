import { SCHOOL } from '@speakifyr/contract/school.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { stripe, succeeded } from '../../testing/fake-stripe.tsx';
import {
  CART_ID,
  findPayButton,
  guitar,
  pay,
  PAY_BUTTON,
  preparePayment,
  renderPayment,
} from './payment-page.testing.tsx';
import { formatDay } from '../../lib/format.ts';
import { location, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';

let intents: unknown[];
let records: unknown[];
beforeEach(() => {
  ({ intents, records } = preparePayment());
});

// Rules: R63, R64, R233, R284, R365, R530.
test('a student who pays is enrolled', async () => {
  renderPayment();

  await pay();

  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  expect(await screen.findByText('Enrolled Course')).toBeInTheDocument();
  expect(await screen.findByText(/^We’re emailing all of this to/)).toHaveTextContent(
    student.email,
  );
  expect(intents).toEqual([{ price: 49, currency: 'USD', cartId: CART_ID }]);
  expect(stripe.confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret', {
    payment_method: {
      card: expect.anything() as unknown,
      billing_details: { name: student.name, email: student.email },
    },
  });
  expect(records).toEqual([
    {
      date: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/) as string,
      time: expect.stringMatching(/^\d{1,2}:\d{2}\s[AP]M$/) as string,
      pay: 'succeeded',
      transactionId: 'pi_1',
      price: 49,
      classId: guitar.classId,
      email: student.email,
      cartId: CART_ID,
      student_name: student.name,
    },
  ]);
});

test('the button, the promise and the order name the same amount, in the currency that is charged', async () => {
  answer('GET /myclass', [{ ...guitar, price: 89.5 }]);
  renderPayment();

  expect(await screen.findByRole('button', { name: 'Pay $89.50' })).toBeVisible();
  expect(screen.getByText(/^\$89\.50 USD is charged once/)).toBeVisible();
  expect(screen.getByRole('link', { name: /^Refund policy/ })).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: SCHOOL.phone })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:/),
  );
  const order = screen.getByRole('region', { name: 'Your order' });
  expect(within(order).getByText('$89.50 USD')).toBeVisible();
});

test('a held seat of a move says what the difference is for', async () => {
  const camp_start = nextYear('08-17');
  answer('GET /myclass', [{ ...guitar, price: 20, movesFrom: 'Sailing', camp_start }]);
  renderPayment();

  const order = await screen.findByRole('region', { name: 'Your order' });
  expect(order).toHaveTextContent('The difference for moving you from Sailing to Guitar');
  expect(order).toHaveTextContent('Difference$20 USD');
  await findPayButton();
  expect(
    screen.getByText(
      `This is for the difference; what you paid before keeps its refund policy. If you cancel, you get back everything until ${formatDay(nextYear('08-03'))}, 50% until ${formatDay(nextYear('08-14'))}, and nothing after that.`,
    ),
  ).toBeVisible();
});

test('when the time for a move is over, the old seat stays, and nothing is joined again', async () => {
  answer('GET /myclass', [{ ...guitar, price: 20, movesFrom: 'Sailing' }]);
  answer('POST /createPayment-intent', () => refuse('seat_not_held'));
  renderPayment();

  expect(await screen.findByText('The seat in Sailing stays as it is.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Join again/ })).toBeNull();
});

test('the refund policy is a sentence with the days of the class', async () => {
  answer('GET /myclass', [{ ...guitar, camp_start: nextYear('08-17') }]);
  renderPayment();

  expect(
    await screen.findByText(
      `If you cancel, you get back everything until ${formatDay(nextYear('08-03'))}, 50% until ${formatDay(nextYear('08-14'))}, and nothing after that.`,
    ),
  ).toBeVisible();
});

test('a payment is possible if the refund policy can’t be loaded', async () => {
  answer('GET /refundPolicy', () => refuse('internal'));
  renderPayment();

  expect(await findPayButton()).toBeEnabled();
});

test('the seat is held until a time of day that names the school’s zone', async () => {
  renderPayment();

  const order = await screen.findByRole('region', { name: 'Your order' });
  // Half past ten in UTC. An offered seat is held for longer, so a later day is named, too.
  expect(within(order).getByText('Sat 4 May 2126, 4:30 PM Dhaka time')).toBeVisible();
});

test('the order comes before the card form, as on a phone', async () => {
  renderPayment();

  const button = await findPayButton();
  const order = screen.getByRole('region', { name: 'Your order' });
  expect(button.compareDocumentPosition(order)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('the course can come in the navigation’s state', async () => {
  renderPayment({ pathname: '/dashboard/payment', state: { cartId: CART_ID } });

  expect(await screen.findByText('Guitar')).toBeVisible();
});

test('without a course in the address the whole cart is paid for', async () => {
  const chess = { ...guitar, _id: '2'.repeat(24), name: 'Chess', price: 20 };
  answer('GET /myclass', [guitar, chess, { ...guitar, _id: '3'.repeat(24), price: 0 }]);
  renderPayment('/dashboard/payment');

  expect(await screen.findByRole('button', { name: 'Pay $69' })).toBeVisible();
  expect(location.search).toBe(`?carts=${CART_ID},${chess._id}`);
  expect(screen.getByRole('link', { name: 'Pay for only some of these' })).toHaveAttribute(
    'href',
    '/dashboard/myclasses',
  );
});

test('with an empty cart the page goes back to the selected courses', async () => {
  answer('GET /myclass', []);
  renderPayment('/dashboard/payment');

  expect(await screen.findByRole('heading', { name: 'Selected Course' })).toBeVisible();
});

test('a course that is no longer selected says so and links back', async () => {
  renderPayment(`/dashboard/payment?cartId=${'9'.repeat(24)}`);

  expect(await screen.findByText('This course is not among your selected courses')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Selected Course' })).toHaveAttribute(
    'href',
    '/dashboard/myclasses',
  );
});

test('if there is nothing to pay, no secret is requested, the button is disabled, and joining again enrolls', async () => {
  answer('GET /myclass', [{ ...guitar, price: 0 }]);
  renderPayment();

  expect(await screen.findByRole('button', { name: PAY_BUTTON })).toBeDisabled();
  expect(screen.getByText('Free')).toBeVisible();
  expect(screen.getByText(/there is nothing to pay. Join it again/)).toBeVisible();
  expect(intents).toEqual([]);

  const joins: unknown[] = [];
  answer('GET /isUser', true);
  answer('POST /addClass', ({ body }) => {
    joins.push(body);
    const heldUntil = guitar.heldUntil;
    return { status: true, message: '', cartId: CART_ID, heldUntil, enrolled: true };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Join again: Guitar' }));
  await screen.findByRole('dialog', { name: /You are enrolled/ });
  expect(joins).toMatchObject([{ classId: guitar.classId, price: 0 }]);
});

test('the bank’s message appears under the field, and the same payment is tried again', async () => {
  stripe.confirmCardPayment.mockResolvedValueOnce({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  renderPayment();

  await pay();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your card was declined.');
  expect(alert).toHaveTextContent(
    'You have not been charged. Your seat is held until Sat 4 May 2126, 4:30 PM Dhaka time.',
  );
  await pay();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment.mock.calls.map(([secret]) => secret as string)).toEqual([
    'pi_1_secret',
    'pi_1_secret',
  ]);
  expect(intents).toHaveLength(1);
});

test('while the bank decides, the button does nothing, and the browser asks before leaving', async () => {
  let answerBank = (_result: unknown) => {};
  stripe.confirmCardPayment.mockReturnValue(
    new Promise((resolve) => {
      answerBank = resolve;
    }),
  );
  renderPayment();

  await userEvent.dblClick(await findPayButton());

  expect(await screen.findByRole('button', { name: 'Paying…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(stripe.confirmCardPayment).toHaveBeenCalledOnce();
  expect(tryToLeave()).toBe(false);

  answerBank(succeeded);
  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(tryToLeave()).toBe(true);
});

test('a payment that was confirmed before a reload is only recorded', async () => {
  stripe.retrievePaymentIntent.mockResolvedValue(succeeded);
  renderPayment();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(records).toHaveLength(1);
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
});

/** Whether the browser would close the page without asking. */
function tryToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('with the sandbox’s key, or without https, there is no wallet', async () => {
  renderPayment();

  await findPayButton();
  expect(screen.queryByRole('button', { name: 'Apple Pay' })).toBeNull();
});

const OFFER = {
  parts: [
    { due: '2026-01-10', amount: 1700 },
    { due: '2099-02-10', amount: 1600 },
    { due: '2099-03-10', amount: 1600 },
  ],
  text: 'I pay $17 USD now.',
};

test('a parent pays in parts once they have agreed to them, and starts no payment before', async () => {
  answer('GET /installments', { offer: OFFER });
  renderPayment();
  expect(await screen.findByRole('radio', { name: /^All now/ })).toBeChecked();
  await findPayButton();
  await userEvent.click(screen.getByRole('radio', { name: /^In 3 parts \$17 USD now/ }));
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).toBeNull();
  expect(screen.getByText(/10 February 2099/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: OFFER.text }));
  expect(await screen.findByText(/^\$17 USD is charged now/)).toBeVisible();
  await pay();
  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  expect(intents).toEqual([
    { price: 49, currency: 'USD', cartId: CART_ID },
    { price: 17, currency: 'USD', cartId: CART_ID, agreed: OFFER.text },
  ]);
});

test('the card waits for the choice above it, so that nothing pushes it away', async () => {
  let respond = () => {};
  answer('GET /installments', async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return { offer: OFFER };
  });
  renderPayment();
  expect(await screen.findByText(guitar.name)).toBeVisible();
  expect(intents).toEqual([]);
  expect(screen.queryByRole('heading', { name: 'Pay by card' })).toBeNull();
  respond();
  expect(await screen.findByRole('radio', { name: /^All now/ })).toBeChecked();
  await findPayButton();
});
