import { ObjectId } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../errors.ts';
import { chargeDueParts } from './charge-due.ts';
import { settleDuePayments } from '../settle-due.ts';
import type { Services } from '../../services.ts';
import { confirmPayment, getIntentId } from '../../testing/factories.ts';
import {
  buyInParts,
  confirmSetup,
  IN_THREE_PARTS,
  listCardsAtStripe,
  readUser,
} from '../../testing/installments.ts';
import { setCardVerdict } from '../../testing/stripe-dashboard.ts';
import { useSecondServer, useTestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60;
const app = useTestApp(undefined, {}, IN_THREE_PARTS);
const second = useSecondServer(app);

type Bought = Awaited<ReturnType<typeof buyInParts>>;

async function readSeat({ campClass }: Pick<Bought, 'campClass'>) {
  const found = await app.services.database.collections.classes.findOne({ _id: campClass._id });
  const [seat] = found?.seats ?? [];
  if (seat?.state !== 'enrolled') throw new Error('The seat is gone');
  return seat;
}

/** What was paid for a seat so far, in cents, and what its payments in the ledger came to. */
async function readMoney(bought: Pick<Bought, 'campClass' | 'student'>) {
  const { plan } = await readSeat(bought);
  const { payments } = app.services.database.collections;
  const all = await payments.find({ userId: bought.student._id }).sort({ createdAt: 1 }).toArray();
  return {
    paid: plan?.paid.map(({ amount }) => amount),
    tries: all.filter(({ installment }) => installment).map(({ status }) => status),
    kept: all
      .filter(({ status }) => status !== 'canceled')
      .reduce((sum, { kept }) => sum + kept, 0),
  };
}

/** Moves both servers' clocks, and the card's turn with it. */
function passDays(days: number): void {
  app.passMinutes(days * DAY);
  second.passMinutes(days * DAY);
}

const runJob = (services: Services = app.services) => chargeDueParts(services);

/** The job is about to look at this account, and at no other one. */
async function lookAt({ student }: Pick<Bought, 'student'>): Promise<void> {
  const { users } = app.services.database.collections;
  const others = { card: { $exists: true }, _id: { $ne: student._id } };
  await users.updateMany(others, { $set: { 'card.checkAfter': new Date('2100-01-01') } });
  const mine = { _id: student._id, card: { $exists: true } };
  await users.updateOne(mine, { $set: { 'card.checkAfter': app.services.now() } });
}

async function charge(
  bought: Pick<Bought, 'student'>,
  services: Services = app.services,
): Promise<void> {
  await lookAt(bought);
  await runJob(services);
}

const startBalance = (bought: Bought, amount: number) =>
  app.as(bought.student).call('POST /createPayment-intent', {
    body: { price: amount / 100, cartIds: [bought.cartId] },
  });

// Rules: R366, R367, R368, R369, R370, R378.
describe('a part that is due', () => {
  it('is charged together with the next one if it is less than a card can pay', async () => {
    const bought = await buyInParts(app);
    const { cartId, paymentId, amount } = { ...bought, paymentId: 'office_part', amount: 6_263 };
    const { classes } = app.services.database.collections;
    const seat = await readSeat(bought);
    const paid = [...seat.plan!.paid, { paymentId, amount }];
    await classes.updateOne(
      { 'seats.seatId': new ObjectId(cartId) },
      { $set: { seats: [{ ...seat, plan: { ...seat.plan!, paid } }] }, $inc: { version: 1 } },
    );
    passDays(32);
    await charge(bought);
    expect((await readMoney(bought)).tries).toEqual([]);
    passDays(31);
    await charge(bought);
    expect((await readMoney(bought)).paid).toEqual([6300, 6_263, 6_337]);
  });

  it('is charged on its day and not before, and the card is forgotten after the last one', async () => {
    const bought = await buyInParts(app);
    const { card } = await readUser(app, bought.student);
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12 });
    await charge(bought);
    expect(await readMoney(bought)).toEqual({ paid: [6300], tries: [], kept: 6300 });
    passDays(32);
    await charge(bought);
    await charge(bought);
    expect(await readMoney(bought)).toEqual({
      ...{ paid: [6300, 6300], tries: ['enrolled'], kept: 12_600 },
    });
    passDays(31);
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300, 6300], kept: 18_900 });
    await charge(bought);
    expect(await readUser(app, bought.student)).not.toHaveProperty('card');
    expect(await listCardsAtStripe(card?.customerId)).toEqual([]);
  });

  it('is charged once by two servers at the same moment', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    await lookAt(bought);
    await Promise.all([runJob(), runJob(second.services), runJob(), runJob(second.services)]);
    expect(await readMoney(bought)).toEqual({
      ...{ paid: [6300, 6300], tries: ['enrolled'], kept: 12_600 },
    });
  });

  it('is charged once even if two servers are about to charge it at the same moment', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    const { cardPayments } = app.services;
    const toCreate = makeMeeting();
    const toCharge = makeMeeting();
    /** A server that is slower than its claim. It makes each step when the other one is about to make it. */
    const slow: Services = {
      ...app.services,
      cardPayments: {
        ...cardPayments,
        async createIntent(...args) {
          await toCreate();
          return cardPayments.createIntent(...args);
        },
        async chargeSavedCard(...args) {
          await toCharge();
          return cardPayments.chargeSavedCard(...args);
        },
      },
    };
    const first = charge(bought, slow);
    await vi.waitFor(() => expect(toCreate.arrived()).toBe(1));
    await charge(bought, slow);
    await first;
    expect([toCreate.arrived(), toCharge.arrived()]).toEqual([2, 2]);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300], kept: 12_600 });
    expect(await countChargedTwice(bought)).toBe(0);
  });
});

/** Nobody leaves before two have come. */
function makeMeeting() {
  let count = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => (open = resolve));
  const meet = () => {
    count += 1;
    if (count === 2) open();
    return both;
  };
  return Object.assign(meet, { arrived: () => count });
}

/** How much more Stripe has of the payments in the ledger than our books say, in cents. */
async function countChargedTwice({ student }: Pick<Bought, 'student'>): Promise<number> {
  const { payments } = app.services.database.collections;
  const all = await payments.find({ userId: student._id }).toArray();
  const intents = await Promise.all(
    all.map(({ _id }) => app.services.cardPayments.retrieveIntent(_id)),
  );
  const charged = intents
    .filter((one) => one?.status === 'succeeded')
    .reduce((sum, one) => sum + (one?.amount ?? 0), 0);
  const { kept } = await readMoney({ student, ...(await findClassOf(student)) });
  return charged - kept;
}

async function findClassOf({ _id }: { _id: Bought['student']['_id'] }) {
  const campClass = await app.services.database.collections.classes.findOne({
    'seats.userId': _id,
  });
  if (!campClass) throw new Error('No class');
  return { campClass: { ...campClass, id: campClass._id.toHexString() } };
}

describe('a server that is killed', () => {
  type Cards = Services['cardPayments'];
  /** The services of a server that stops in a call to Stripe: before Stripe gets it, or before the answer comes. */
  function dieIn(call: 'createIntent' | 'chargeSavedCard', when: 'before' | 'after'): Services {
    const { cardPayments } = app.services;
    const die = async (...args: never[]) => {
      if (when === 'after') await (cardPayments[call] as (...all: never[]) => unknown)(...args);
      throw new ApiError('unavailable');
    };
    return { ...app.services, cardPayments: { ...cardPayments, [call]: die } as unknown as Cards };
  }

  it.each([
    ['createIntent', 'before'],
    ['createIntent', 'after'],
    ['chargeSavedCard', 'before'],
    ['chargeSavedCard', 'after'],
  ] as const)('in %s, %s Stripe has done it: the part is charged once', async (call, when) => {
    const bought = await buyInParts(app);
    passDays(32);
    await charge(bought, dieIn(call, when));
    expect((await readMoney(bought)).paid).toEqual([6300]);
    await charge(bought);
    expect(await readMoney(bought)).toEqual({
      ...{ paid: [6300, 6300], tries: ['enrolled'], kept: 12_600 },
    });
    expect(await countChargedTwice(bought)).toBe(0);
  });

  it('after the charge: the usual job for payments finds it, too', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    await charge(bought, dieIn('chargeSavedCard', 'after'));
    app.passMinutes(1);
    await settleDuePayments(app.services);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300], tries: ['enrolled'] });
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300], kept: 12_600 });
  });

  it('after a decline: the bank is not asked again, and the decline counts', async () => {
    const bought = await buyInParts(app);
    const { card } = await readUser(app, bought.student);
    await setCardVerdict(card?.cardId ?? '', 'stolen_card');
    passDays(32);
    await charge(bought, dieIn('chargeSavedCard', 'after'));
    await setCardVerdict(card?.cardId ?? '', 'approved');
    await charge(bought);
    passDays(20);
    await charge(bought);
    expect(await readMoney(bought)).toEqual({ paid: [6300], tries: ['canceled'], kept: 6300 });
  });

  it('after a decline, and then the payer begins to pay by hand: the card is not asked again', async () => {
    const bought = await buyInParts(app);
    const { card } = await readUser(app, bought.student);
    await setCardVerdict(card?.cardId ?? '', 'stolen_card');
    passDays(32);
    await charge(bought, dieIn('chargeSavedCard', 'after'));
    expect((await startBalance(bought, 6300)).status).toBe(200);
    app.passMinutes(45);
    await setCardVerdict(card?.cardId ?? '', 'approved');
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300], tries: ['canceled'] });
  });

  it('after a decline, and then the card is changed: the new card is tried at once, as another try', async () => {
    const bought = await buyInParts(app);
    const { card } = await readUser(app, bought.student);
    await setCardVerdict(card?.cardId ?? '', 'stolen_card');
    passDays(32);
    await charge(bought, dieIn('chargeSavedCard', 'after'));
    const { clientSecret } = (await app.as(bought.student).call('POST /savedCard')).body;
    const setupId = await confirmSetup(clientSecret, 'pm_card_visa');
    await app.as(bought.student).call('PUT /savedCard', { body: { setupId } });
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({
      ...{ paid: [6300, 6300], tries: ['canceled', 'enrolled'] },
    });
  });

  it('between the charge of the first part and its seat: the card is kept all the same', async () => {
    const bought = await buyInParts(app);
    const { users, payments } = app.services.database.collections;
    const { card } = await readUser(app, bought.student);
    await users.updateOne({ _id: bought.student._id }, { $unset: { card: '' } });
    await payments.updateOne(
      { _id: bought.paymentId },
      { $set: { status: 'open', checkAfter: app.services.now() } },
    );
    await settleDuePayments(app.services);
    expect(card?.cardId).toMatch(/^pm_/);
    expect((await readUser(app, bought.student)).card?.cardId).toBe(card?.cardId);
  });
});

describe('a declined card', () => {
  async function buyAndDecline(verdict: string): Promise<Bought & { cardId: string }> {
    const bought = await buyInParts(app);
    const cardId = (await readUser(app, bought.student)).card?.cardId ?? '';
    await setCardVerdict(cardId, verdict);
    passDays(32);
    await charge(bought);
    expect(await readMoney(bought)).toEqual({ paid: [6300], tries: ['canceled'], kept: 6300 });
    return { ...bought, cardId };
  }

  it('is tried again on the days when its bank may say yes, and the seat stays', async () => {
    const { cardId, ...bought } = await buyAndDecline('insufficient_funds');
    passDays(2);
    await charge(bought);
    expect((await readMoney(bought)).tries).toHaveLength(1);
    passDays(1);
    await charge(bought);
    expect((await readMoney(bought)).tries).toHaveLength(2);
    await setCardVerdict(cardId, 'approved');
    passDays(4);
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({
      ...{ paid: [6300, 6300], tries: ['canceled', 'canceled', 'enrolled'] },
    });
  });

  it('is tried four times in 14 days at most', async () => {
    const bought = await buyAndDecline('insufficient_funds');
    for (let day = 0; day < 20; day += 1) {
      passDays(1);
      await charge(bought);
    }
    expect((await readMoney(bought)).tries).toHaveLength(4);
  });

  it.each(['stolen_card', 'expired_card', 'authentication_required'])(
    'is never tried again after %s, until there is another card',
    async (verdict) => {
      const { cardId, ...bought } = await buyAndDecline(verdict);
      await setCardVerdict(cardId, 'approved');
      passDays(15);
      await charge(bought);
      expect((await readMoney(bought)).tries).toHaveLength(1);
      const { clientSecret } = (await app.as(bought.student).call('POST /savedCard')).body;
      const setupId = await confirmSetup(clientSecret, 'pm_card_visa');
      await app.as(bought.student).call('PUT /savedCard', { body: { setupId } });
      await runJob();
      expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300] });
    },
  );
});

describe('a part that is paid by hand', () => {
  it('early is not charged, and all at once ends the plan', async () => {
    const bought = await buyInParts(app);
    const { clientSecret } = (await startBalance(bought, 12_600)).body;
    const paymentId = getIntentId(clientSecret);
    await confirmPayment(paymentId);
    await app.as(bought.student).call('POST /makepayment', {
      body: { transactionId: paymentId, email: bought.student.email },
    });
    passDays(70);
    await charge(bought);
    expect(await readMoney(bought)).toEqual({ paid: [6300, 12_600], tries: [], kept: 18_900 });
    expect(await readUser(app, bought.student)).not.toHaveProperty('card');
  });

  it('is left alone while somebody may be paying it', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    const { clientSecret } = (await startBalance(bought, 6300)).body;
    await charge(bought);
    expect((await readMoney(bought)).tries).toEqual([]);
    // They left. The job ends their payment and charges the card.
    app.passMinutes(31);
    await charge(bought);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300, 6300], tries: ['enrolled'] });
    expect(await confirmPayment(getIntentId(clientSecret))).toBe('payment_intent_unexpected_state');
  });

  it('at the moment of the charge: one counts, and the other money goes back', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    const { cardPayments } = app.services;
    let byHand = '';
    const racing: Services = {
      ...app.services,
      cardPayments: {
        ...cardPayments,
        // The parent pays after the job has looked for other payments, and before its own is in the ledger.
        async createIntent(...args) {
          const { clientSecret } = (await startBalance(bought, 6300)).body;
          byHand = getIntentId(clientSecret);
          const intent = await cardPayments.createIntent(...args);
          await confirmPayment(byHand);
          return intent;
        },
      },
    };
    await charge(bought, racing);
    await app.as(bought.student).call('POST /makepayment', {
      body: { transactionId: byHand, email: bought.student.email },
    });
    const { paid, kept } = await readMoney(bought);
    expect(paid).toEqual([6300, 6300]);
    expect(kept).toBe(12_600);
  });

  it('ends the charge that the job has only prepared', async () => {
    const bought = await buyInParts(app);
    passDays(32);
    const { cardPayments } = app.services;
    let byHand = '';
    const racing: Services = {
      ...app.services,
      cardPayments: {
        ...cardPayments,
        async chargeSavedCard(...args) {
          const { clientSecret } = (await startBalance(bought, 6300)).body;
          byHand = getIntentId(clientSecret);
          return cardPayments.chargeSavedCard(...args);
        },
      },
    };
    await charge(bought, racing);
    expect(await readMoney(bought)).toMatchObject({ paid: [6300], tries: ['canceled'] });
    expect(await confirmPayment(byHand)).toBe('succeeded');
  });
});

describe('a card', () => {
  it('is never charged for a seat that came from another account', async () => {
    const bought = await buyInParts(app);
    const other = await buyInParts(app);
    const { classes } = app.services.database.collections;
    await classes.updateOne(
      { _id: bought.campClass._id },
      { $set: { 'seats.0.userId': other.student._id } },
    );
    passDays(32);
    await charge(other);
    expect((await readSeat(bought)).plan?.paid).toHaveLength(1);
    expect((await readSeat(other)).plan?.paid).toHaveLength(2);
  });

  it('is not tried while a cancellation of the seat is under way', async () => {
    const bought = await buyInParts(app);
    const seatId = new ObjectId(bought.cartId);
    await app.services.database.collections.seatChanges.insertOne({
      ...{ _id: seatId, kind: 'cancel', state: 'decided', seatId, openSeatId: seatId },
    } as never);
    passDays(32);
    await charge(bought);
    expect((await readMoney(bought)).tries).toEqual([]);
  });

  it('is not charged for a canceled seat, and forgotten', async () => {
    const bought = await buyInParts(app);
    await app.services.database.collections.classes.updateOne(
      { _id: bought.campClass._id },
      { $set: { seats: [] } },
    );
    passDays(32);
    await charge(bought);
    expect(await readUser(app, bought.student)).not.toHaveProperty('card');
  });

  it('is not charged while the bank has the money of the first part', async () => {
    const bought = await buyInParts(app);
    await app.services.database.collections.payments.updateOne(
      { _id: bought.paymentId },
      {
        $set: {
          dispute: {
            ...{ stripeId: 'dp_1', amount: 6300, state: 'open', status: 'needs_response' },
            at: app.services.now(),
          },
        },
      },
    );
    passDays(32);
    await charge(bought);
    expect((await readMoney(bought)).tries).toEqual([]);
  });
});
