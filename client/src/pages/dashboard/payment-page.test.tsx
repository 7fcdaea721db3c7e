import type { CartItem } from '@speakifyr/contract/cart.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { type InitialEntry, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { PaymentPage } from './payment-page.tsx';

/** What stands in for Stripe, at the edge of its own packages. */
const stripe = vi.hoisted(() => ({
  confirmCardPayment: vi.fn(),
  retrievePaymentIntent: vi.fn(),
}));
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: () => Promise.resolve(stripe) }));
vi.mock('@stripe/react-stripe-js', async () => {
  const { useEffect } = await import('react');
  const card = { focus: () => undefined };
  return {
    Elements: ({ children }: { children: unknown }) => children,
    useStripe: () => stripe,
    useElements: () => ({ getElement: () => card }),
    CardElement({ onReady }: { onReady: () => void }) {
      useEffect(onReady, [onReady]);
      return <input aria-label="Card" />;
    },
  };
});

const CART_ID = '1'.repeat(24);
const guitar: CartItem = {
  _id: CART_ID,
  name: 'Guitar',
  price: 49,
  image: '/pictures/classes/music.webp',
  classId: '5'.repeat(24),
  email: student.email,
  heldUntil: '2126-05-04T10:30:00.000Z',
  camp_start: '2026-06-01',
  camp_end: '2026-06-05',
};
const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

/** The bodies of the calls that were made. */
let intents: unknown[];
let records: unknown[];

beforeEach(() => {
  intents = [];
  records = [];
  stripe.confirmCardPayment.mockReset().mockResolvedValue(succeeded);
  stripe.retrievePaymentIntent
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } });
  answer('GET /myclass', [guitar]);
  answer('GET /myEnrolledClass', []);
  answer('POST /createPayment-intent', ({ body }) => {
    intents.push(body);
    return { clientSecret: 'pi_1_secret', heldUntil: guitar.heldUntil };
  });
  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    answer('GET /myclass', []);
    return { status: true, message: 'Enrolled', entry_code: 'GTR-101', room: 12 };
  });
});

function renderPayment(at: InitialEntry = `/payment?cartId=${CART_ID}`) {
  return renderApp(
    <StrictMode>
      <Routes>
        <Route path="/payment" element={<PaymentPage />} />
        <Route path="/dashboard/myclasses" element={<h1>Selected Course</h1>} />
        <Route path="/dashboard/enroll" element={<h1>Enrolled Course</h1>} />
        <Route path="/dashboard/payment" element={<PaymentPage />} />
      </Routes>
    </StrictMode>,
    { at, user: student },
  );
}

async function findPayButton() {
  const button = await screen.findByRole('button', { name: 'Payment' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

async function pay() {
  await userEvent.click(await findPayButton());
}

test('who pays is enrolled', async () => {
  renderPayment();

  await pay();

  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  expect(screen.getByText('Enrolled Course')).toBeInTheDocument();
  expect(intents).toEqual([{ price: 49, cartId: CART_ID }]);
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

test('the course can come in the state of the navigation', async () => {
  renderPayment({ pathname: '/payment', state: { cartId: CART_ID } });

  expect(await screen.findByText('Guitar')).toBeVisible();
});

test('without a course it leads back to the selected ones', async () => {
  renderPayment('/payment');

  expect(await screen.findByRole('heading', { name: 'Selected Course' })).toBeVisible();
});

test('a course that is not selected any more says so, and leads back', async () => {
  renderPayment(`/payment?cartId=${'9'.repeat(24)}`);

  expect(await screen.findByText('This course is not among your selected courses')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Selected Course' })).toHaveAttribute(
    'href',
    '/dashboard/myclasses',
  );
});

test('where there is nothing to pay, no secret is asked for and the button is dead', async () => {
  answer('GET /myclass', [{ ...guitar, price: 0 }]);
  renderPayment();

  expect(await screen.findByRole('button', { name: 'Payment' })).toBeDisabled();
  expect(screen.getByText('$0')).toBeVisible();
  expect(intents).toEqual([]);
});

test('what the bank says stands under the field, and the same payment is tried again', async () => {
  stripe.confirmCardPayment.mockResolvedValueOnce({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
  renderPayment();

  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
  await pay();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment.mock.calls.map(([secret]) => secret as string)).toEqual([
    'pi_1_secret',
    'pi_1_secret',
  ]);
  expect(intents).toHaveLength(1);
});

test('while the bank is asked, the button is dead and the browser asks before it leaves', async () => {
  let answerBank = (_result: unknown) => {};
  stripe.confirmCardPayment.mockReturnValue(
    new Promise((resolve) => {
      answerBank = resolve;
    }),
  );
  renderPayment();

  await userEvent.dblClick(await findPayButton());

  expect(await screen.findByRole('button', { name: 'Paying…' })).toBeDisabled();
  expect(stripe.confirmCardPayment).toHaveBeenCalledOnce();
  expect(tryToLeave()).toBe(false);

  answerBank(succeeded);
  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(tryToLeave()).toBe(true);
});

test('a payment that could not be recorded is not a payment that failed', async () => {
  answer('POST /makepayment', () => refuse('unavailable'));
  renderPayment();

  await pay();

  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(await screen.findByRole('heading', { name: 'Your payment went through' })).toBeVisible();
  expect(screen.getByText(/the enrolment follows by itself/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Enrolled Course' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Payment' })).not.toBeInTheDocument();
});

test('recording is tried again without charging again', async () => {
  answer('POST /makepayment', () => refuse('unavailable'));
  renderPayment();
  await pay();
  await screen.findByRole('dialog', { name: 'Something went wrong' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));

  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    return { status: true, message: 'Enrolled', entry_code: 'GTR-101', room: 12 };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again now' }));

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment).toHaveBeenCalledOnce();
  expect(records).toMatchObject([{ transactionId: 'pi_1' }]);
});

test('a payment that was confirmed before a reload is only recorded', async () => {
  stripe.retrievePaymentIntent.mockResolvedValue(succeeded);
  renderPayment();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(records).toHaveLength(1);
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
});

test('a new price is shown, and charged only to who agrees', async () => {
  answer('POST /createPayment-intent', ({ body }) => {
    intents.push(body);
    answer('GET /myclass', [{ ...guitar, price: 59 }]);
    if (intents.length === 1) return refuse('price_changed');
    return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
  });
  renderPayment();

  expect(await screen.findByText(/This class cost \$49 .* costs \$59 now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Payment' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue with $59' }));
  await pay();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(intents).toEqual([
    { price: 49, cartId: CART_ID },
    { price: 59, cartId: CART_ID },
  ]);
  expect(records).toMatchObject([{ price: 59 }]);
});

test('a seat that is not held any more can be taken again, and paid', async () => {
  const again = { ...guitar, _id: '2'.repeat(24) };
  answer('POST /createPayment-intent', () => refuse('seat_not_held'));
  answer('GET /isUser', true);
  answer('POST /addClass', () => {
    answer('GET /myclass', [again]);
    answer('POST /createPayment-intent', ({ body }) => {
      intents.push(body);
      return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
    });
    return { status: true, message: '', cartId: again._id, heldUntil: again.heldUntil };
  });
  renderPayment();

  expect(
    await screen.findByRole('heading', { name: 'The time for this seat ran out' }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Join again/ }));

  await waitFor(() => expect(intents).toContainEqual({ price: 49, cartId: again._id }));
  await screen.findByRole('dialog', { name: 'Added to Cart, Check Your Dashboard' });
});

test('a payment that was returned says so', async () => {
  answer('POST /makepayment', () => refuse('payment_refunded'));
  renderPayment();

  await pay();

  expect(await screen.findByRole('heading', { name: 'Your payment was returned' })).toBeVisible();
  expect(screen.getByText(/Your payment has been returned to your card/)).toBeVisible();
});

test('a class that is paid for in another window leads to the enrolled ones', async () => {
  answer('POST /createPayment-intent', () => refuse('already_joined'));
  renderPayment();

  expect(await screen.findByRole('heading', { name: 'This class is paid for' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Enrolled Course' })).toBeVisible();
});

/** Whether the browser would close the page without a question. */
function tryToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
