import type { CartItem } from '@speakifyr/contract/cart.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { type InitialEntry, Route, Routes, useLocation } from 'react-router-dom';
import { expect } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, answerUnlessTold } from '../../testing/server.ts';
import { stripe, succeeded, wallets } from '../../testing/fake-stripe.tsx';
import { Confirmation } from '../../features/enrollment/payment/confirmation.tsx';
import { useSession } from '../../session/auth.tsx';
import { PaymentPage } from './payment-page.tsx';
import { NO_CREDIT } from '../../features/enrollment/credit/credit.testing.ts';

/** For tests: the payment page with all the answers it needs. fake-stripe.tsx stands in for Stripe's packages. */

/** `Pay $49`: the button names the amount. */
export const PAY_BUTTON = /^Pay \$/;

export const CART_ID = '1'.repeat(24);

export const guitar: CartItem = {
  state: 'held',
  _id: CART_ID,
  name: 'Guitar',
  price: 49,
  movesFrom: null,
  otherPays: null,
  offer: null,
  image: '/pictures/classes/music.webp',
  classId: '5'.repeat(24),
  email: student.email,
  childId: null,
  student_name: student.name,
  heldUntil: '2126-05-04T10:30:00.000Z',
  camp_start: '2026-06-01',
  camp_end: '2026-06-05',
};

/**
 * Answers like the server and the bank in a successful payment.
 * @returns the bodies of the calls made afterwards; `agreed`: those with which the payer agrees to the texts
 */
export function preparePayment(): { intents: unknown[]; agreed: unknown[]; records: unknown[] } {
  const intents: unknown[] = [];
  const agreed: unknown[] = [];
  const records: unknown[] = [];
  delete wallets.applePay;
  stripe.confirmCardPayment.mockReset().mockResolvedValue(succeeded);
  stripe.confirmPayment.mockReset().mockResolvedValue(succeeded);
  stripe.retrievePaymentIntent
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } });
  answer('GET /myclass', [guitar]);
  answer('GET /myEnrolledClass', []);
  answer('POST /createPayment-intent', ({ body }) => {
    (isAgreeing(body) ? agreed : intents).push(body);
    return { clientSecret: 'pi_1_secret', heldUntil: guitar.heldUntil };
  });
  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    answer('GET /myclass', []);
    return enrolled;
  });
  return { intents, agreed, records };
}

/** Whether this is the call that is made when the payer presses Pay. */
export function isAgreeing(body: unknown): boolean {
  return (body as { texts?: unknown }).texts !== undefined;
}

/** The answer to a payment for the one course in the cart. */
export const enrolled = {
  status: true as const,
  message: 'Enrolled',
  entry_code: 'GTR-101',
  room: 12,
  items: [
    {
      cartId: guitar._id,
      classId: guitar.classId,
      className: guitar.name,
      childId: null,
      student_name: student.name,
      amount: guitar.price * 100,
      state: 'enrolled' as const,
      entry_code: 'GTR-101',
      room: 12,
    },
  ],
};

export function renderPayment(at: InitialEntry = `/dashboard/payment?cartId=${CART_ID}`) {
  answerUnlessTold('GET /refundPolicy', DEFAULT_REFUND_TERMS);
  answerUnlessTold('GET /myCredit', NO_CREDIT);
  answerUnlessTold('GET /installments', { offer: null });
  answerUnlessTold('GET /savedCard', { card: null });
  return renderApp(
    <StrictMode>
      <Routes>
        <Route path="/dashboard/payment" element={<PaymentPage />} />
        <Route path="/dashboard/myclasses" element={<h1>Selected Course</h1>} />
        <Route path="/dashboard/enroll" element={<EnrolledCourse />} />
      </Routes>
    </StrictMode>,
    { at, user: student },
  );
}

/** As much of Enrolled Course as a payment leads to. */
function EnrolledCourse() {
  const { user } = useSession();
  const { state } = useLocation();
  const { paid } = (state ?? {}) as { paid?: string };
  return (
    <>
      <h1>Enrolled Course</h1>
      {user && paid && <Confirmation paymentId={paid} user={user} />}
    </>
  );
}

export async function findPayButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: PAY_BUTTON });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

export async function pay(): Promise<void> {
  await userEvent.click(await findPayButton());
}
