import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../../jobs/jobs.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  proveSignIn,
  recordPayment,
} from '../../testing/factories.ts';
import {
  agreeToParts,
  buyInParts,
  confirmSetup,
  IN_THREE_PARTS,
  listCardsAtStripe,
  readUser,
} from '../../testing/installments.ts';
import { readMailTo } from '../../testing/mails.ts';
import { setCardVerdict } from '../../testing/stripe-dashboard.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { inDays } from '../../testing/today.ts';
import { mergeAccounts } from '../../testing/merging.ts';

const app = useTestApp(undefined, {}, IN_THREE_PARTS);

const LATER = { camp_start: inDays(200), camp_end: inDays(204), price: 189 };
const WEEK_AFTER = { camp_start: inDays(207), camp_end: inDays(211) };

async function askForOffer(student: { email: string }, ...cartIds: string[]) {
  const query = { cartIds: cartIds.join(',') };
  return (await app.as(student).call('GET /installments', { query } as never)).body.offer;
}

// Rules: R621.
it('the account reads again in which version of the text it agreed to the parts, also after a merge; the office does, too', async () => {
  const admin = await buildUser(app, 'admin');
  const { student, paymentId, text } = await buyInParts(app);
  const agreed = {
    name: 'partsConsent',
    version: FIRST_TEXT_VERSION,
    at: expect.any(String) as string,
    about: text,
  };
  expect((await app.as(student).call('GET /myAgreements')).body).toEqual([agreed]);
  const into = await buildUser(app);
  expect(await mergeAccounts(app, admin, { from: student, into })).toMatchObject({ status: 200 });
  expect((await app.as(into).call('GET /myAgreements')).body).toEqual([agreed]);
  const params = { id: into._id.toHexString() };
  const office = await app.as(admin).call('GET /families/:id', { params });
  expect(office.body.agreements).toEqual([agreed]);
  // Of before it was recorded, the words stay.
  await app.services.database.collections.payments.updateOne(
    { _id: paymentId },
    { $unset: { 'items.0.plan.byCard.version': '' } },
  );
  const older = (await app.as(into).call('GET /myAgreements')).body;
  expect(older).toEqual([{ ...agreed, version: '' }]);
});

// Rules: R365, R369, R370.
describe('the offer to pay in parts', () => {
  it('has equal parts a month apart, in words that the payer agrees to', async () => {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, await buildClass(app, LATER));
    const offer = await askForOffer(student, cartId);
    expect(offer?.parts.map(({ amount }) => amount)).toEqual([6300, 6300, 6300]);
    expect(offer?.parts[0]?.due).toBe(inDays(0));
    expect(offer?.text).toContain('I pay $63 USD now.');
    expect(offer?.text).toContain('the price of $189 USD: no interest and no fees');
  });

  it('is for several seats together, each with its own price', async () => {
    const student = await buildUser(app);
    const one = await holdSeatOf(app, student, await buildClass(app, LATER));
    const two = await holdSeatOf(
      app,
      student,
      await buildClass(app, { ...LATER, ...WEEK_AFTER, price: 50 }),
    );
    const offer = await askForOffer(student, one.cartId, two.cartId);
    expect(offer?.parts.map(({ amount }) => amount)).toEqual([7967, 7966, 7967]);
    const { paymentId } = await agreeToParts(app, student, [one.cartId, two.cartId]);
    await confirmPayment(paymentId);
    await recordPayment(app, student, paymentId);
    const { body } = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(body.map(({ installments }) => installments?.map(({ left }) => left))).toEqual(
      expect.arrayContaining([
        [0, 6300, 6300],
        [0, 1666, 1667],
      ]),
    );
  });

  it('is not made if a class starts before the last part, or somebody else holds the seat', async () => {
    const student = await buildUser(app);
    const soon = { ...LATER, camp_start: inDays(50) };
    const { cartId } = await holdSeatOf(app, student, await buildClass(app, soon));
    expect(await askForOffer(student, cartId)).toBeNull();
    const query = { cartIds: cartId };
    const stranger = app.as(await buildUser(app));
    const refused = await stranger.call('GET /installments', { query } as never);
    expect(refused.body.code).toBe('seat_not_held');
  });

  it('must be the one that was shown', async () => {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, await buildClass(app, LATER));
    const pay = (body: object) =>
      app.as(student).call('POST /createPayment-intent', {
        body: { price: 63, cartIds: [cartId], ...body },
      });
    expect((await pay({ agreed: 'I pay whenever I want.' })).body.code).toBe('price_changed');
    expect((await pay({})).body.code).toBe('price_changed');
    const agreed = (await askForOffer(student, cartId))?.text ?? '';
    expect((await pay({ price: 62, agreed })).body.code).toBe('price_changed');
    expect((await pay({ agreed })).status).toBe(200);
  });
});

describe('a seat that is paid in parts', () => {
  it('keeps what its payer agreed to, and when', async () => {
    const { student, text, campClass } = await buyInParts(app);
    const found = await app.services.database.collections.classes.findOne({ _id: campClass._id });
    expect(found?.seats[0]).toMatchObject({
      state: 'enrolled',
      price: 189,
      plan: { by: student._id, byCard: { text }, agreedAt: expect.any(Date) as Date },
    });
  });

  it('is paid all at once if the parent changes their mind before they pay', async () => {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, await buildClass(app, LATER));
    const { paymentId } = await agreeToParts(app, student, [cartId]);
    const whole = { price: 189, cartIds: [cartId] };
    const answer = await app.as(student).call('POST /createPayment-intent', { body: whole });
    expect(answer.status).toBe(200);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
  });
});

describe('the saved card', () => {
  it('is shown to its owner only', async () => {
    const { student } = await buyInParts(app);
    const { body } = await app.as(student).call('GET /savedCard');
    const expYear = new Date().getFullYear() + 1;
    const { card } = await readUser(app, student);
    expect(body.card).toEqual({
      ...{ cardId: card?.cardId, brand: 'visa', last4: '4242' },
      ...{ expMonth: 12, expYear },
    });
    const other = app.as(await buildUser(app));
    expect((await other.call('GET /savedCard')).body.card).toBeNull();
    expect((await other.call('POST /savedCard')).body.code).toBe('not_found');
  });

  it('is replaced by another one of its owner, and Stripe forgets the old one', async () => {
    const { student } = await buyInParts(app);
    const { clientSecret } = (await app.as(student).call('POST /savedCard')).body;
    const setupId = await confirmSetup(clientSecret, 'pm_card_chargeCustomerFail');
    const { body } = await app.as(student).call('PUT /savedCard', { body: { setupId } });
    expect(body.card.last4).toBe('0341');
    const { card } = await readUser(app, student);
    expect(await listCardsAtStripe(card?.customerId)).toEqual([card?.cardId]);
  });

  it('pays the balance without being typed again', async () => {
    const { student, cartId } = await buyInParts(app);
    const { card } = (await app.as(student).call('GET /savedCard')).body;
    const body = { price: 126, cartId };
    const { clientSecret } = (await app.as(student).call('POST /createPayment-intent', { body }))
      .body;
    const [paymentId = ''] = clientSecret.split('_secret_');
    await confirmPayment(paymentId, card?.cardId);
    await recordPayment(app, student, paymentId);
    const query = { email: student.email };
    const [seat] = (await app.as(student).call('GET /myEnrolledClass', { query })).body;
    expect(seat).toMatchObject({ cartId, owed: [] });
  });

  it('is never replaced by one that somebody else saved, or that the bank has refused', async () => {
    const mine = await buyInParts(app);
    const other = await buyInParts(app);
    const { card } = await readUser(app, mine.student);
    const theirs = (await app.as(other.student).call('POST /savedCard')).body.clientSecret;
    const refused = (await app.as(mine.student).call('POST /savedCard')).body.clientSecret;
    for (const setupId of [
      await confirmSetup(theirs, 'pm_card_visa'),
      await confirmSetup(refused, 'pm_card_chargeDeclinedStolenCard'),
      'seti_nobody',
    ]) {
      const answer = await app.as(mine.student).call('PUT /savedCard', { body: { setupId } });
      expect(answer.body.code).toBe('card_not_saved');
    }
    expect((await readUser(app, mine.student)).card?.cardId).toBe(card?.cardId);
  });

  it('is forgotten at Stripe when its owner is removed', async () => {
    const { student } = await buyInParts(app);
    const { card } = await readUser(app, student);
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: student._id }, { $set: { status: 'removed' } });
    app.passMinutes(61);
    await runJobs(app.services);
    expect(await listCardsAtStripe(card?.customerId)).toEqual([]);
    expect(await readUser(app, student)).not.toHaveProperty('card');
  });
});

describe('the saved card of an account that goes', () => {
  // Its clock is right, as for the provider.
  const own = useTestApp(undefined, {}, IN_THREE_PARTS);

  it('is forgotten with the account; its owner could download what the school knew of it', async () => {
    const { student, campClass } = await buyInParts(own);
    const { card } = await readUser(own, student);
    const body = { email: student.email, idToken: await proveSignIn(student) };
    const refused = await own.as(student).call('DELETE /myAccount', { body });
    expect(refused.body).toMatchObject({ code: 'still_owes' });
    // The school cancels the class, so nothing is owed anymore.
    const { classes } = own.services.database.collections;
    const canceled = { at: own.services.now(), by: student._id, note: '', seats: 1 };
    await classes.updateOne({ _id: campClass._id }, { $set: { canceled } });
    const { profile } = (await own.as(student).call('POST /myData', { body })).body;
    expect(profile.savedCard?.last4).toBe('4242');
    const deleted = await own.as(student).call('DELETE /myAccount', { body });
    expect(deleted.status).toBe(200);
    expect(await listCardsAtStripe(card?.customerId)).toEqual([]);
    expect(await readUser(own, student)).not.toHaveProperty('card');
  });

  it('does not go to another account; the balance is owed there and paid by hand', async () => {
    const { student, cartId } = await buyInParts(own);
    const { card } = await readUser(own, student);
    const into = await buildUser(own);
    const { users } = own.services.database.collections;
    await users.updateOne({ _id: into._id }, { $set: { isVerified: true } });
    const admin = await buildUser(own, 'admin');
    const merged = await mergeAccounts(own, admin, { from: student, into });
    expect(merged.status).toBe(200);
    expect(await listCardsAtStripe(card?.customerId)).toEqual([]);
    expect(await readUser(own, into)).not.toHaveProperty('card');
    const rest = await own.as(into).call('POST /createPayment-intent', {
      body: { price: 126, cartIds: [cartId] },
    });
    expect(rest.status).toBe(200);
    // Nothing says that a card is charged.
    const query = { email: into.email };
    const [seat] = (await own.as(into).call('GET /myEnrolledClass', { query })).body;
    expect(seat).toMatchObject({ cartId, installments: null, owed: [{}, {}] });
  });
});

it.each([
  ['authentication_required', { asksPayer: true, nextTry: null }],
  ['stolen_card', { asksPayer: false, nextTry: null }],
  ['insufficient_funds', { asksPayer: false, nextTry: expect.any(Date) as Date }],
])(
  'the parent hears by email that the card was declined (%s), and what helps',
  async (verdict, helps) => {
    const { student } = await buyInParts(app);
    const { card } = await readUser(app, student);
    await setCardVerdict(card?.cardId ?? '', verdict);
    app.passMinutes(32 * 24 * 60);
    await runJobs(app.services);
    const read = () => readMailTo(app, student, 'card declined');
    expect(await read()).toMatchObject({
      props: { ...helps, last4: '4242', charge: { amount: 6300, currency: 'usd' } },
    });
    // It is not sent anymore once the part is paid.
    await app.services.database.collections.classes.updateOne(
      { 'seats.userId': student._id },
      { $push: { 'seats.0.plan.paid': { paymentId: 'pi_by_hand', amount: 6300 } } as never },
    );
    expect(await read()).toBeUndefined();
  },
);

it('the email about the first part names the card that is charged next; the receipt has the same seller', async () => {
  const { student, parts, paymentId } = await buyInParts(app);
  const [, ...later] = parts;
  expect(await readMailTo(app, student, 'paid')).toMatchObject({
    props: { items: [{ outcome: 'given', card: 'Visa 4242', owed: later }] },
  });
  const { body } = await app
    .as(student)
    .call('GET /receipts/:paymentId', { params: { paymentId } });
  expect(body.seller.name).toBe(SCHOOL.seller);
});

it('each receipt says which part it is for, and says so a year later', async () => {
  const { student, paymentId, parts } = await buyInParts(app);
  const readPart = async (id: string) =>
    (await app.as(student).call('GET /receipts/:paymentId', { params: { paymentId: id } })).body
      .items[0]?.parts;
  const of = parts.length;
  expect(await readPart(paymentId)).toEqual({ first: 1, last: 1, of });

  app.passMinutes(32 * 24 * 60);
  await runJobs(app.services);
  const campClass = await app.services.database.collections.classes.findOne({
    'seats.userId': student._id,
  });
  const [seat] = campClass?.seats ?? [];
  const second = (seat?.state === 'enrolled' && seat.plan?.paid[1]?.paymentId) || '';
  expect(await readPart(second)).toEqual({ first: 2, last: 2, of });
  app.passMinutes(365 * 24 * 60);
  expect(await readPart(second)).toEqual({ first: 2, last: 2, of });
});

it('the parent hears three days before that the card will be charged', async () => {
  const { student, parts } = await buyInParts(app);
  const days = (Date.parse(parts[1]?.due ?? '') - Date.parse(parts[0]?.due ?? '')) / 86_400_000;
  app.passMinutes((days - 2) * 24 * 60);
  expect(await readMailTo(app, student, 'payment due')).toMatchObject({
    props: { card: '4242', isLate: false },
  });
});
