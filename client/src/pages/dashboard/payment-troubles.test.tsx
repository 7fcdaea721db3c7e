import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { stripe } from '../../testing/fake-stripe.tsx';
import {
  CART_ID,
  guitar,
  isAgreeing,
  pay,
  PAY_BUTTON,
  preparePayment,
  enrolled,
  renderPayment,
} from './payment-page.testing.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { answerTexts } from '../../testing/texts.ts';

let intents: unknown[];
let records: unknown[];
beforeEach(() => {
  ({ intents, records } = preparePayment());
});

// Rules: R136.
test('a payment that could not be recorded is not a payment that failed', async () => {
  answer('POST /makepayment', () => refuse('unavailable'));
  renderPayment();

  await pay();

  await userEvent.click(await screen.findByRole('button', { name: LABELS.ok }));
  expect(await screen.findByRole('heading', { name: 'Your payment went through' })).toBeVisible();
  expect(screen.getByText(/the enrollment follows by itself/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Enrolled Course' })).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
});

test('recording is tried again without charging again', async () => {
  answer('POST /makepayment', () => refuse('unavailable'));
  renderPayment();
  await pay();
  await screen.findByRole('dialog', { name: 'Something went wrong' });
  await userEvent.click(screen.getByRole('button', { name: LABELS.ok }));

  answer('POST /makepayment', ({ body }) => {
    records.push(body);
    return enrolled;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again now' }));

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment).toHaveBeenCalledOnce();
  expect(records).toMatchObject([{ transactionId: 'pi_1' }]);
});

test('a new price is shown, and charged only after the person agrees', async () => {
  answer('POST /createPayment-intent', ({ body }) => {
    if (!isAgreeing(body)) intents.push(body);
    answer('GET /myclass', [{ ...guitar, price: 59 }]);
    if (intents.length === 1) return refuse('price_changed');
    return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
  });
  renderPayment();

  expect(await screen.findByText(/This class cost \$49 USD .* costs \$59 USD now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue with $59' }));
  await pay();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(intents).toEqual([
    { price: 49, currency: 'USD', cartId: CART_ID },
    { price: 59, currency: 'USD', cartId: CART_ID },
  ]);
  expect(records).toMatchObject([{ price: 59 }]);
});

test('a page that shows another currency than the one that is charged starts no payment', async () => {
  answer('POST /createPayment-intent', () => refuse('price_changed'));
  renderPayment();

  expect(
    await screen.findByRole('heading', { name: 'The payment could not be started' }),
  ).toBeVisible();
  expect(screen.getByText(/Nothing has been charged/)).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).toBeNull();
});

test('the seat of a class that has started is not paid for', async () => {
  answer('POST /createPayment-intent', () => refuse('class_started'));
  renderPayment();

  expect(await screen.findByRole('heading', { name: 'This class has started' })).toBeVisible();
  expect(screen.getByText(/Nothing has been charged/)).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).toBeNull();
});

test('a seat that is no longer held can be joined again and paid', async () => {
  const again = { ...guitar, _id: '2'.repeat(24) };
  answer('POST /createPayment-intent', () => refuse('seat_not_held'));
  answer('GET /isUser', true);
  answer('POST /addClass', () => {
    answer('GET /myclass', [again]);
    answer('POST /createPayment-intent', ({ body }) => {
      intents.push(body);
      return { clientSecret: 'pi_2_secret', heldUntil: guitar.heldUntil };
    });
    return {
      status: true,
      message: '',
      cartId: again._id,
      heldUntil: again.heldUntil,
      enrolled: false,
    };
  });
  renderPayment();

  expect(
    await screen.findByRole('heading', { name: 'The time for this seat ran out' }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Join again/ }));

  await waitFor(() =>
    expect(intents).toContainEqual({ price: 49, currency: 'USD', cartId: again._id }),
  );
  await screen.findByRole('dialog', { name: 'Added to Cart, Check Your Dashboard' });
});

// Rules: R635.
test('who pays agrees to the versions that they could read; if one has changed, nothing is charged and the card stays typed', async () => {
  const agreed: unknown[] = [];
  answer('POST /createPayment-intent', ({ body }) => {
    if (isAgreeing(body)) agreed.push(body);
    if (agreed.length === 1) {
      answerTexts('2026-11-30.2', { refundPolicy: '# No refunds' });
      return refuse('text_changed');
    }
    return { clientSecret: 'pi_1_secret', heldUntil: guitar.heldUntil };
  });
  renderPayment();
  const card = await screen.findByLabelText('Card');
  await userEvent.type(card, '4242');

  await pay();
  expect(await screen.findByText(/^The school has just changed what you agree to/)).toBeVisible();
  expect(screen.getByText(/^You have not been charged/)).toBeVisible();
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Card')).toHaveValue('4242');

  await pay();
  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment).toHaveBeenCalledOnce();
  const order = { price: 49, currency: 'USD', cartId: CART_ID };
  const texts = {
    terms: SCHOOL.termsDate,
    refundPolicy: FIRST_TEXT_VERSION,
    refundCases: FIRST_TEXT_VERSION,
  };
  expect(agreed).toEqual([
    { ...order, texts },
    { ...order, texts: { ...texts, refundPolicy: '2026-11-30.2' } },
  ]);
});

test.each([
  ['the server does not answer', 'unavailable' as const, false],
  ['the seat is no longer held', 'seat_not_held' as const, true],
])('nothing is charged if, at the press, %s', async (_what, code, isAskedAgain) => {
  let begun = 0;
  answer('POST /createPayment-intent', ({ body }) => {
    if (isAgreeing(body)) return refuse(code as never);
    begun += 1;
    return { clientSecret: 'pi_1_secret', heldUntil: guitar.heldUntil };
  });
  renderPayment();
  await pay();
  await waitFor(() => expect(begun).toBe(isAskedAgain ? 2 : 1));
  expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
});

test('a payment that another window has paid is found by Stripe, which charges it once', async () => {
  answer('POST /createPayment-intent', ({ body }) =>
    isAgreeing(body)
      ? refuse('already_joined')
      : { clientSecret: 'pi_1_secret', heldUntil: guitar.heldUntil },
  );
  renderPayment();
  await pay();
  await screen.findByRole('dialog', { name: /Congratulations/ });
});

test('a payment that was stopped in the meantime starts again', async () => {
  answer('POST /createPayment-intent', ({ body }) => {
    if (!isAgreeing(body)) intents.push(body);
    return { clientSecret: `pi_${intents.length}_secret`, heldUntil: guitar.heldUntil };
  });
  stripe.confirmCardPayment.mockResolvedValueOnce({
    paymentIntent: { id: 'pi_1', status: 'canceled' },
  });
  renderPayment();

  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent(/nothing was charged/);
  await waitFor(() => expect(intents).toHaveLength(2));
  await pay();

  await screen.findByRole('dialog', { name: /Congratulations/ });
  expect(stripe.confirmCardPayment).toHaveBeenLastCalledWith('pi_2_secret', expect.anything());
});

test('a payment that was returned says so', async () => {
  answer('POST /makepayment', () => refuse('payment_refunded'));
  renderPayment();

  await pay();

  expect(await screen.findByRole('heading', { name: 'Your payment was returned' })).toBeVisible();
  expect(screen.getByText(/all of it goes back the way you paid/)).toBeVisible();
});

test('a guardian who is removed during the payment sees that and stays logged in', async () => {
  answer('POST /makepayment', () => refuse('guardian_may_not'));
  renderPayment();

  await pay();

  expect(await screen.findByRole('heading', { name: 'Your payment went through' })).toBeVisible();
  expect(screen.getByText('You can no longer do this for this child.')).toBeVisible();
});

test('a class paid for in another window links to the enrolled courses', async () => {
  answer('POST /createPayment-intent', () => refuse('already_joined'));
  renderPayment();

  expect(await screen.findByRole('heading', { name: 'This seat is paid for' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Enrolled Course' })).toBeVisible();
});

test('a payment that a bank is working on is not asked for again, even after the hold is over', async () => {
  const past = new Date(Date.now() - 60_000).toISOString();
  answer('GET /myclass', [{ ...guitar, state: 'processing', heldUntil: past }]);
  answer('POST /createPayment-intent', () => refuse('seat_not_held'));
  renderPayment();

  expect(await screen.findByRole('heading', { name: 'Your bank is working on it' })).toBeVisible();
  expect(screen.getByText('Your bank has decided')).toBeVisible();
  expect(screen.queryByRole('button', { name: PAY_BUTTON })).not.toBeInTheDocument();
});
