import { ObjectId } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';
import { setCardVerdict } from '../testing/stripe-dashboard.ts';
import { toDecline } from './stripe-objects.ts';
import { connectStripe, createCardPayments } from './stripe.ts';

const options = {
  secretKey: 'sk_test_sandbox',
  webhookSecret: 'whsec_1',
  apiUrl: inject('sandboxUrl'),
};
const cards = createCardPayments(options);
const stripe = connectStripe(options);

const createCustomer = () => cards.createCustomer(new ObjectId().toHexString());

function createIntent(customerId: string, savesCard = false) {
  const intent = { amount: 4900, currency: 'usd', metadata: {}, customerId, savesCard };
  return cards.createIntent(intent, new ObjectId().toHexString());
}

/** An account that has paid once, with a card that is saved. */
async function saveCard(method = 'pm_card_visa') {
  const customerId = await createCustomer();
  const { paymentId } = await createIntent(customerId, true);
  await stripe.paymentIntents.confirm(paymentId, { payment_method: method });
  const { savedCard } = (await cards.retrieveIntent(paymentId)) ?? {};
  return { customerId, cardId: savedCard?.cardId ?? '', savedCard };
}

/** Charges the saved card for a new intent. */
async function charge({ customerId, cardId }: { customerId: string; cardId: string }) {
  const { paymentId } = await createIntent(customerId);
  const outcome = await cards.chargeSavedCard(paymentId, cardId, `${paymentId}-1`);
  return { paymentId, outcome, intent: await cards.retrieveIntent(paymentId) };
}

// Rules: R368.
describe('a saved card', () => {
  it('comes with a payment that saves it, and pays later', async () => {
    const saved = await saveCard();
    expect(saved.savedCard).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12 });
    const { outcome, intent } = await charge(saved);
    expect(outcome).toEqual({ outcome: 'charged' });
    expect(intent).toMatchObject({ status: 'succeeded', amount: 4900 });
    expect(intent).not.toHaveProperty('savedCard');
  });

  it('is charged once, however often and by however many servers', async () => {
    const { customerId, cardId } = await saveCard();
    const { paymentId } = await createIntent(customerId);
    const ask = () => cards.chargeSavedCard(paymentId, cardId, `${paymentId}-1`);
    const outcomes = await Promise.all([ask(), ask(), ask()]);
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'charged' })));
    // A day later, Stripe has forgotten the key.
    const late = await cards.chargeSavedCard(paymentId, cardId, `${paymentId}-2`);
    expect(late).toEqual({ outcome: 'over' });
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    expect(data).toHaveLength(1);
  });

  it.each([
    ['insufficient_funds', 'later'],
    ['stolen_card', 'another card'],
    ['expired_card', 'another card'],
    ['incorrect_cvc', 'another card'],
    ['authentication_required', 'the payer'],
  ] as const)('may be declined: %s, so we ask %s', async (code, advice) => {
    const saved = await saveCard();
    await setCardVerdict(saved.cardId, code);
    const { paymentId, outcome, intent } = await charge(saved);
    const { cardId } = saved;
    expect(outcome).toEqual({ outcome: 'declined', decline: { code, advice, cardId } });
    // A server that was killed before the response reads the same.
    expect(intent?.decline).toEqual({ code, advice, cardId });
    // Canceling the payment does not hide it.
    await cards.cancelIntent(paymentId);
    expect((await cards.retrieveIntent(paymentId))?.decline).toEqual({ code, advice, cardId });
  });

  it('is never charged for an intent that was canceled, or that nobody knows', async () => {
    const { customerId, cardId } = await saveCard();
    const { paymentId } = await createIntent(customerId);
    await cards.cancelIntent(paymentId);
    const over = { outcome: 'over' };
    expect(await cards.chargeSavedCard(paymentId, cardId, `${paymentId}-1`)).toEqual(over);
    expect(await cards.chargeSavedCard('pi_nobody', cardId, `${paymentId}-2`)).toEqual(over);
  });

  it('is forgotten, and then pays no more', async () => {
    const saved = await saveCard();
    await cards.forgetCards(saved.customerId);
    await cards.forgetCards(saved.customerId);
    const { outcome } = await charge(saved);
    const decline = { code: 'card_gone', advice: 'another card' };
    expect(outcome).toEqual({ outcome: 'declined', decline });
    const { outcome: never } = await charge({ ...saved, cardId: 'pm_nobody' });
    expect(never).toEqual({ outcome: 'declined', decline });
  });

  it('never pays for another account', async () => {
    const { cardId } = await saveCard();
    const { outcome } = await charge({ customerId: await createCustomer(), cardId });
    expect(outcome).toMatchObject({ outcome: 'declined', decline: { code: 'card_gone' } });
  });
});

describe('another card', () => {
  it('is saved without a payment, and the old one is forgotten', async () => {
    const { customerId, cardId } = await saveCard();
    const { setupId } = await cards.createCardSetup(customerId);
    expect(await cards.readCardSetup(setupId)).toBeNull();
    await stripe.setupIntents.confirm(setupId, { payment_method: 'pm_card_chargeCustomerFail' });
    const setup = await cards.readCardSetup(setupId);
    expect(setup).toMatchObject({ customerId, card: { brand: 'visa', last4: '0341' } });
    await cards.forgetCards(customerId, setup?.card.cardId);
    const { data } = await stripe.customers.listPaymentMethods(customerId);
    expect(data.map(({ id }) => id)).toEqual([setup?.card.cardId]);
    expect(data[0]?.id).not.toBe(cardId);
    expect(await cards.readCardSetup('seti_nobody')).toBeNull();
  });

  it('of an account is kept with one customer', async () => {
    const userId = new ObjectId().toHexString();
    const [one, two] = [await cards.createCustomer(userId), await cards.createCustomer(userId)];
    expect(one).toBe(two);
  });
});

it.each([
  [{ code: 'card_declined', decline_code: 'do_not_honor' }, 'later'],
  [{ code: 'card_declined', decline_code: 'lost_card' }, 'another card'],
  [{ code: 'card_declined', decline_code: 'fraudulent' }, 'another card'],
  [
    { code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'do_not_try_again' },
    'another card',
  ],
  [{ code: 'incorrect_number', advice_code: 'confirm_card_data' }, 'another card'],
  [{ code: 'card_declined', decline_code: 'authentication_required' }, 'the payer'],
])('what may help after %j: %s', (error, advice) => {
  expect(toDecline(error).advice).toBe(advice);
});
