import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { confirmCard, readCardOutcome } from './card-outcome.ts';

function intentThat(status: PaymentIntent.Status): PaymentIntentResult {
  return { paymentIntent: { id: 'pi_1', status } as PaymentIntent };
}

function refusal(error: Partial<StripeError>): PaymentIntentResult {
  return { error: error as StripeError };
}

const connectionLost = refusal({ type: 'api_connection_error', message: 'We are offline' });

test('a payment that succeeded is paid', () => {
  expect(readCardOutcome(intentThat('succeeded'))).toEqual({
    state: 'paid',
    transactionId: 'pi_1',
    status: 'succeeded',
  });
});

test('a refusal shows the bank’s message', () => {
  const result = refusal({ type: 'card_error', message: 'Your card was declined.' });

  expect(readCardOutcome(result)).toEqual({
    state: 'refused',
    message: 'Your card was declined.',
    isUncharged: true,
  });
});

test('a failed 3-D Secure has charged nothing either; without an answer about the payment that is not known', () => {
  const failed = refusal({
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
    payment_intent: { id: 'pi_1', status: 'requires_payment_method' } as PaymentIntent,
  });
  expect(readCardOutcome(failed)).toMatchObject({ state: 'refused', isUncharged: true });
  expect(readCardOutcome(connectionLost)).not.toHaveProperty('isUncharged');
});

test('a second try of a payment that succeeded counts as paid', () => {
  const result = refusal({
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: { id: 'pi_1', status: 'succeeded' } as PaymentIntent,
  });

  expect(readCardOutcome(result)).toMatchObject({ state: 'paid', transactionId: 'pi_1' });
});

test('a payment whose seat was given back has ended', () => {
  expect(readCardOutcome(intentThat('canceled'))).toEqual({ state: 'ended' });
});

test('a payment that waits for a card or for its owner is not paid', () => {
  expect(readCardOutcome(intentThat('requires_payment_method')).state).toBe('refused');
  expect(readCardOutcome(intentThat('requires_action')).state).toBe('refused');
});

test('after a broken connection we ask Stripe whether the card was charged', async () => {
  const retrievePaymentIntent = vi.fn().mockResolvedValue(intentThat('succeeded'));

  const outcome = await confirmCard({ retrievePaymentIntent }, 'secret', () =>
    Promise.resolve(connectionLost),
  );

  expect(retrievePaymentIntent).toHaveBeenCalledWith('secret');
  expect(outcome).toMatchObject({ state: 'paid' });
});

test('while Stripe cannot be reached, the person reads that a new try does not charge twice', async () => {
  const retrievePaymentIntent = vi.fn().mockResolvedValue(connectionLost);

  const outcome = await confirmCard({ retrievePaymentIntent }, 'secret', () =>
    Promise.resolve(connectionLost),
  );

  expect(outcome).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('you will not be charged twice') as string,
  });
});

test('after a declined card we do not ask Stripe again', async () => {
  const retrievePaymentIntent = vi.fn();
  const declined = refusal({ type: 'card_error', message: 'Your card was declined.' });

  await confirmCard({ retrievePaymentIntent }, 'secret', () => Promise.resolve(declined));

  expect(retrievePaymentIntent).not.toHaveBeenCalled();
});
