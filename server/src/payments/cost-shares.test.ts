import { randomUUID } from 'node:crypto';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  proveSignIn,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { buildCredit, startMixed } from '../testing/credit.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** Two guardians of a child share what its classes cost. R373, R374, R375, R376, decisions/0065 */
const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record, readOwed, readPayment, listPaymentsFor } = planFor(app, admin);

/** Anna added the child and pays 60 %, Ben 40 %. The class costs $100 and begins in 60 days. */
async function buildHouseholds(
  fields: Partial<ClassDocument> = {},
  may: GuardianRight[] = ['see', 'book'],
) {
  const [anna, ben] = [await buildUser(app), await buildUser(app)];
  const at = app.services.now();
  const child = await buildChild(app, anna, {
    guardians: [makeGuardian(anna._id), makeGuardian(ben._id, { may, invitedBy: anna._id })],
    costShare: { askedBy: anna._id, other: ben._id, percent: 40, askedAt: at, agreedAt: at },
  });
  const days = { camp_start: inDays(60), camp_end: inDays(65) };
  const campClass = await buildClass(app, { price: 100, ...days, ...fields });
  return { anna, ben, child, campClass };
}

type Households = Awaited<ReturnType<typeof buildHouseholds>>;

async function join(booker: UserDocument, { campClass, child }: Households): Promise<string> {
  const { email } = booker;
  const body = { classId: campClass.id, email, childId: child.id };
  return (await app.as(booker).call('POST /addClass', { body })).body.cartId;
}

const readCart = async ({ email }: UserDocument) =>
  (await app.as({ email }).call('GET /myclass', { query: { email } })).body;

const readEnrolled = async ({ email }: UserDocument) =>
  (await app.as({ email }).call('GET /myEnrolledClass', { query: { email } })).body;

function start(payer: { email: string }, cartId: string, price: number, more = {}) {
  return app
    .as(payer)
    .call('POST /createPayment-intent', { body: { cartIds: [cartId], price, ...more } });
}

/** Pays by card. @param price in whole currency units */
async function pay(payer: UserDocument, cartId: string, price: number): Promise<string> {
  const begun = await start(payer, cartId, price);
  expect(begun).toMatchObject({ status: 200 });
  const paymentId = getIntentId(begun.body.clientSecret);
  await confirmPayment(paymentId);
  expect(await recordPayment(app, payer, paymentId)).toMatchObject({ status: 200 });
  return paymentId;
}

/** Anna has booked and paid her $60. */
async function buildShared(fields: Partial<ClassDocument> = {}, may?: GuardianRight[]) {
  const households = await buildHouseholds(fields, may);
  const cartId = await join(households.anna, households);
  const own = await pay(households.anna, cartId, 60);
  return { ...households, cartId, own };
}

async function sumBack(paymentId: string): Promise<number> {
  return (await listAtStripe(paymentId)).reduce((sum, { amount }) => sum + amount, 0);
}

const preview = ({ email }: UserDocument, cartId: string) =>
  app.as({ email }).call('GET /cancellation/:cartId', { params: { cartId } });

const cancel = ({ email }: UserDocument, cartId: string, body: { refund: number }) =>
  app.as({ email }).call('POST /cancellation/:cartId', { params: { cartId }, body });

// Rules: R477.
describe('a price that two households share', () => {
  it('is split: the guardian who books pays their share, and the other one owes theirs', async () => {
    for (const [isAnna, own, other] of [
      [true, 60, 40],
      // Whoever books pays at least half.
      [false, 50, 50],
    ] as const) {
      const households = await buildHouseholds();
      const { anna, ben } = households;
      const [booker, payer] = isAnna ? [anna, ben] : [ben, anna];
      const cartId = await join(booker, households);
      expect(await readCart(booker)).toMatchObject([{ price: own, otherPays: other }]);
      expect(await start(booker, cartId, 100)).toMatchObject({ status: 409 });
      await pay(booker, cartId, own);
      expect(await readOwed(booker, cartId)).toEqual([]);
      const owed = [{ due: inDays(14), amount: other * 100 }];
      expect(await readEnrolled(payer)).toMatchObject([
        { cartId, price: 100, share: other * 100, isPayer: false, owed },
      ]);
      expect(await readEnrolled(booker)).toMatchObject([{ share: own * 100, isPayer: true }]);
      const mail = await readMailTo(app, payer, 'seat booked');
      expect(mail).toMatchObject({ props: { booked: [{ owed }] } });
      await pay(payer, cartId, other);
      expect(await readOwed(payer, cartId)).toEqual([]);
      const kept = (await listPaymentsFor(cartId)).map((one) => one.kept);
      expect(kept).toEqual([own * 100, other * 100]);
    }
  });

  it('is whole without an agreement of two guardians who may book now', async () => {
    const { children } = app.services.database.collections;
    const asked = await buildHouseholds();
    const left = await buildHouseholds();
    const seer = await buildHouseholds();
    const at = { _id: { $in: [asked.child._id] } };
    await children.updateOne(at, { $unset: { 'costShare.agreedAt': true } });
    const [first] = left.child.guardians;
    await children.updateOne(
      { _id: left.child._id },
      { $set: { guardians: first ? [first] : [] } },
    );
    const guardians = seer.child.guardians.map((one) => ({ ...one, may: ['see' as const] }));
    const [own, other] = [seer.child.guardians[0], guardians[1]];
    await children.updateOne(
      { _id: seer.child._id },
      { $set: { guardians: [own, other] as never } },
    );
    for (const one of [asked, left, seer]) {
      await join(one.anna, one);
      expect(await readCart(one.anna)).toMatchObject([{ price: 100, otherPays: null }]);
    }
  });

  it('is refused at the old share once the agreement has ended', async () => {
    const households = await buildHouseholds();
    const { anna, child } = households;
    const cartId = await join(anna, households);
    const begun = getIntentId((await start(anna, cartId, 60)).body.clientSecret);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $unset: { costShare: true } },
    );
    expect(await start(anna, cartId, 60)).toMatchObject({ status: 409 });
    await pay(anna, cartId, 100);
    expect(await readPayment(begun)).toMatchObject({ status: 'canceled' });
    expect((await readEnrolled(anna))[0]).toMatchObject({ share: null, owed: [] });
  });

  it('is not owed by somebody who ended the agreement while the payment was open', async () => {
    const households = await buildHouseholds();
    const { anna, ben, child } = households;
    const cartId = await join(anna, households);
    const begun = getIntentId((await start(anna, cartId, 60)).body.clientSecret);
    const params = { id: child.id };
    expect((await app.as(ben).call('DELETE /myChildren/:id/costShare', { params })).status).toBe(
      200,
    );
    await confirmPayment(begun);
    expect(await recordPayment(app, anna, begun)).toMatchObject({ status: 200 });
    expect((await readEnrolled(anna))[0]).toMatchObject({ price: 100, owed: [{ amount: 4_000 }] });
    expect(await readEnrolled(ben)).not.toMatchObject([{ owed: [{ amount: 4_000 }] }]);
  });

  it('is not split into less than a card can pay', async () => {
    const households = await buildHouseholds({ price: 1 });
    await join(households.anna, households);
    expect(await readCart(households.anna)).toMatchObject([{ price: 1, otherPays: null }]);
  });

  it('is a payment of each one’s own, also if both pay the same amount at the same moment', async () => {
    const households = await buildHouseholds();
    const { anna, ben, campClass, child } = households;
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $set: { 'costShare.percent': 50 } },
    );
    const { body } = await app.as(admin).call('POST /families/:id/seats', {
      params: { id: anna._id.toHexString() },
      body: { classId: campClass.id, childId: child.id, until: inDays(3) },
    });
    const { cartId } = body;
    // Anna pays $25 of her $50 now.
    const plan = [{ due: inDays(20) }];
    await record(anna._id.toHexString(), { cartIds: [cartId], amount: 2_500, plan });
    await record(ben._id.toHexString(), { cartIds: [cartId], amount: 2_500 });
    const both = await Promise.all([start(anna, cartId, 25), start(ben, cartId, 25)]);
    const again = await start(anna, cartId, 25);
    const [ofAnna, ofBen] = both.map((one) => getIntentId(one.body.clientSecret));
    expect(getIntentId(again.body.clientSecret)).toBe(ofAnna);
    expect(ofBen).not.toBe(ofAnna);
    await Promise.all(
      [ofAnna, ofBen].map((paymentId) => confirmPayment(paymentId ?? '').catch(() => '')),
    );
    for (const [payer, paymentId] of [
      [anna, ofAnna],
      [ben, ofBen],
    ] as const)
      expect(await recordPayment(app, payer, paymentId ?? '')).toMatchObject({ status: 200 });
    expect([await readOwed(anna, cartId), await readOwed(ben, cartId)]).toEqual([[], []]);
  });

  it('is paid in part with credit, which comes back as credit', async () => {
    const households = await buildHouseholds();
    const { anna, ben } = households;
    await buildCredit(app, anna, 20);
    const cartId = await join(anna, households);
    const own = await startMixed(app, anna, { cartId, price: 60, credit: 2_000 });
    await confirmPayment(own);
    expect(await recordPayment(app, anna, own)).toMatchObject({ status: 200 });
    expect(await readOwed(anna, cartId)).toEqual([]);
    expect(await readOwed(ben, cartId)).toMatchObject([{ amount: 4_000 }]);
    const readCredit = async () => (await app.as(anna).call('GET /myCredit')).body.available;
    expect(await readCredit()).toBe(0);
    expect((await preview(anna, cartId)).body).toMatchObject({ refund: 6_000, fromCredit: 2_000 });
    await cancel(anna, cartId, { refund: 6_000 });
    expect([await sumBack(own), await readCredit()]).toEqual([4_000, 2_000]);
  });

  it('given back by an admin for one household is not taken from the other', async () => {
    const { ben, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    const give = (amount: number) =>
      app.as(admin).call('POST /refunds', {
        body: {
          ...{ paymentId: own, cartId, keepsSeat: true, amount, note: 'Ill' },
          requestId: randomUUID(),
        },
      });
    expect(await give(6_001)).toMatchObject({ status: 409 });
    expect(await give(6_000)).toMatchObject({ status: 200 });
    expect([await sumBack(own), await sumBack(other)]).toEqual([6_000, 0]);
  });

  it('is taken once, also if a card and cash come at the same moment', async () => {
    const { ben, cartId } = await buildShared();
    const id = ben._id.toHexString();
    const begun = getIntentId((await start(ben, cartId, 40)).body.clientSecret);
    await Promise.all([
      confirmPayment(begun).then(() => recordPayment(app, ben, begun)),
      record(id, { cartIds: [cartId], amount: 4_000 }),
    ]);
    const waiting = (await app.as(admin).call('GET /openRefunds')).body;
    const payments = await listPaymentsFor(cartId);
    const back = waiting.filter((one) => payments.some(({ _id }) => _id === one.paymentId));
    const kept = payments.filter(({ status }) => status !== 'canceled').map((one) => one.kept);
    const sum = [...kept, ...back.map(({ amount }) => -amount)].reduce((a, b) => a + b, 0);
    expect(sum).toBe(10_000);
    expect(await readOwed(ben, cartId)).toEqual([]);
  });
});

describe('the two households', () => {
  it('see their own payments only, and pay nothing of the other’s', async () => {
    const { anna, ben, child, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    for (const [reader, theirs, notTheirs] of [
      [anna, own, other],
      [ben, other, own],
    ] as const) {
      const { email } = reader;
      const receipt = (paymentId: string) =>
        app.as(reader).call('GET /receipts/:paymentId', { params: { paymentId } });
      expect(await receipt(theirs)).toMatchObject({ status: 200 });
      expect(await receipt(notTheirs)).toMatchObject({ status: 404 });
      const history = await app.as(reader).call('POST /myData', {
        body: { email, idToken: await proveSignIn(reader) },
      });
      expect(JSON.stringify(history.body.payments)).toContain(theirs);
      expect(JSON.stringify(history.body.payments)).not.toContain(notTheirs);
    }
    const read = async (reader: UserDocument) =>
      (await app.as(reader).call('GET /myChildren/:id', { params: { id: child.id } })).body
        .guardians;
    // Anna has invited Ben by his address.
    expect(await read(anna)).toMatchObject([{ email: anna.email }, { email: ben.email }]);
    expect(await read(ben)).toMatchObject([{ email: null }, { email: ben.email }]);
    const stranger = await buildUser(app);
    for (const payer of [anna, stranger])
      expect((await start(payer, cartId, 40)).status).toBeGreaterThanOrEqual(400);
  });

  // Rules: R699.
  it('pay at the same time: money for one of them leaves the other’s card payment as it is', async () => {
    const households = await buildHouseholds();
    const { anna, ben, campClass, child } = households;
    const held = await app.as(admin).call('POST /families/:id/seats', {
      params: { id: anna._id.toHexString() },
      body: { classId: campClass.id, childId: child.id, until: inDays(3) },
    });
    const { cartId } = held.body;
    const pays = (amount: number, plan?: { due: string }[]) =>
      record(anna._id.toHexString(), { cartIds: [cartId], amount, ...(plan && { plan }) });
    await pays(1_000, [{ due: inDays(20) }]);
    const begun = getIntentId((await start(ben, cartId, 40)).body.clientSecret);
    expect(await pays(1_500)).toMatchObject({ status: 200 });
    expect(await readPayment(begun)).toMatchObject({ status: 'open' });
    // Also while Ben's bank is still working on it.
    expect(await confirmPayment(begun, 'pm_card_processing')).toBe('processing');
    expect(await pays(1_000)).toMatchObject({ status: 200 });
    await buildCredit(app, anna, 10);
    const paid = await app.as(anna).call('POST /creditPayments', {
      body: { requestId: randomUUID(), cartIds: [cartId], price: 10 },
    });
    expect(paid).toMatchObject({ status: 200 });
    const own = getIntentId((await start(anna, cartId, 15)).body.clientSecret);
    const waived = await app.as(admin).call('POST /owedSeats/:id/waive', {
      params: { id: cartId },
      body: { amount: 1_500, note: 'Ill' },
    });
    expect(waived).toMatchObject({ status: 200 });
    expect(await readPayment(begun)).toMatchObject({ status: 'open' });
    expect(await readPayment(own)).toMatchObject({ status: 'canceled' });
    expect(await readOwed(anna, cartId)).toEqual([]);
    expect(await readOwed(ben, cartId)).toMatchObject([{ amount: 4_000 }]);
  });

  it('owe on their own page of the office, where cash is recorded for the one who brought it', async () => {
    const { anna, ben, cartId } = await buildShared();
    const list = (await app.as(admin).call('GET /owedSeats', { query: {} })).body;
    const rows = list.filter(({ _id }) => _id.endsWith(cartId));
    const ofBen = { familyId: ben._id.toHexString(), isCoPay: true, owed: 4_000 };
    expect(rows).toMatchObject([ofBen]);
    const read = async ({ _id }: UserDocument) =>
      (await app.as(admin).call('GET /families/:id', { params: { id: _id.toHexString() } })).body
        .enrolled;
    const coPay = { name: ben.name, amount: 4_000 };
    expect(await read(ben)).toMatchObject([{ person: { owed: [{ amount: 4_000 }], coPay } }]);
    expect(await read(anna)).toMatchObject([{ person: { owed: [], left: 6_000 } }]);
    const [annaId, benId] = [anna._id.toHexString(), ben._id.toHexString()];
    expect(await record(annaId, { cartIds: [cartId], amount: 1_000 })).toMatchObject({
      status: 409,
    });
    const check = { cartIds: [cartId], amount: 1_500, method: 'cheque' as const };
    const { body } = await record(benId, check);
    expect(await readOwed(ben, cartId)).toMatchObject([{ amount: 2_500 }]);
    const bounced = await app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId: body.transactionId },
      body: { day: inDays(0), note: 'No funds', until: null },
    });
    expect(bounced).toMatchObject({ status: 200 });
    expect(await readOwed(ben, cartId)).toMatchObject([{ amount: 4_000 }]);
    expect(await readOwed(anna, cartId)).toEqual([]);
  });
});

describe('a shared seat that is canceled', () => {
  it('gives each household back what it has paid', async () => {
    const { anna, ben, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    expect(await preview(ben, cartId)).toMatchObject({ status: 404 });
    expect((await preview(anna, cartId)).body).toMatchObject({ paid: 6_000, refund: 6_000 });
    const done = await cancel(anna, cartId, { refund: 6_000 });
    expect(done.body).toMatchObject({ refund: 6_000, kept: 0 });
    expect(JSON.stringify(done.body)).not.toContain(other);
    expect([await sumBack(own), await sumBack(other)]).toEqual([6_000, 4_000]);
    const [toAnna, toBen] = [
      await readMailTo(app, anna, 'seat canceled'),
      await readMailTo(app, ben, 'seat canceled'),
    ];
    const money = (amount: number) => ({ props: { money: { refund: { amount } } } });
    expect(toAnna).toMatchObject(money(6_000));
    expect(toBen).toMatchObject(money(4_000));
  });

  it('tells the other household also if it may only book, and before it has paid', async () => {
    const { anna, ben, cartId } = await buildShared({}, ['book']);
    expect(await readEnrolled(ben)).toMatchObject([{ share: 4_000, owed: [{ amount: 4_000 }] }]);
    expect(await readMailTo(app, ben, 'seat booked')).toMatchObject({
      props: { booked: [{ owed: [{ amount: 4_000 }] }] },
    });
    await cancel(anna, cartId, { refund: 6_000 });
    expect(await readEnrolled(ben)).toEqual([]);
    expect(await readMailTo(app, ben, 'seat canceled')).toMatchObject({
      props: { money: { isShare: true, refund: { amount: 0 } } },
    });
  });

  it('gives the booker back their part, also if the other household has not paid', async () => {
    const { anna, ben, cartId, own } = await buildShared({
      camp_start: inDays(5),
      camp_end: inDays(6),
    });
    expect(await readOwed(ben, cartId)).toMatchObject([{ due: inDays(4) }]);
    // Half is refunded now.
    const quote = { paid: 6_000, owed: 0, refund: 3_000, kept: 3_000 };
    expect((await preview(anna, cartId)).body).toMatchObject(quote);
    await cancel(anna, cartId, { refund: 3_000 });
    expect(await sumBack(own)).toBe(3_000);
    const list = (await app.as(admin).call('GET /owedSeats', { query: {} })).body;
    expect(list.filter(({ _id }) => _id.endsWith(cartId))).toEqual([]);
  });

  it('becomes credit only for the one who wants it', async () => {
    const { anna, ben, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    await app.as(anna).call('POST /cancellation/:cartId', {
      params: { cartId },
      body: { refund: 6_000, asCredit: true },
    });
    expect([await sumBack(own), await sumBack(other)]).toEqual([0, 4_000]);
    const { body } = await app.as(anna).call('GET /myCredit');
    expect(JSON.stringify(body)).toContain('6000');
    expect(await readMailTo(app, ben, 'seat canceled')).toMatchObject({
      props: { money: { refund: { amount: 4_000 } } },
    });
  });

  it('with an amount by an admin, goes back in proportion', async () => {
    const { ben, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    const body = {
      ...{ paymentId: own, cartId, amount: 5_000, note: 'Ill', requestId: randomUUID() },
    };
    expect(await app.as(admin).call('POST /refunds', { body })).toMatchObject({ status: 200 });
    expect([await sumBack(own), await sumBack(other)]).toEqual([3_000, 2_000]);
  });

  it('by the school with its class, tells each what comes back to them', async () => {
    const { anna, ben, campClass, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    const answer = await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { note: 'No teacher', confirm_affected: 1 },
    });
    expect(answer.status).toBe(200);
    for (const [reader, amount, id] of [
      [anna, 6_000, own],
      [ben, 4_000, other],
    ] as const) {
      const mail = await readMailTo(app, reader, 'class canceled');
      expect(mail).toMatchObject({
        props: { payment: { charges: [{ amount }], ids: [id] } },
      });
    }
    expect(await findKinds(app, ben)).not.toContain('seat canceled');
  });
});

describe('a shared seat that moves', () => {
  it('to a cheaper class gives each household back its part, or lowers what it owes', async () => {
    for (const isPaid of [true, false]) {
      const { anna, ben, cartId, own } = await buildShared();
      const other = isPaid && (await pay(ben, cartId, 40));
      const days = { camp_start: inDays(62), camp_end: inDays(65) };
      const cheaper = await buildClass(app, { price: 50, ...days });
      const moved = await app.as(anna).call('POST /moves', {
        body: { cartId, classId: cheaper.id, refund: 3_000 },
      });
      expect(moved.body).toMatchObject({ state: 'moved', refund: 3_000 });
      expect(await sumBack(own)).toBe(3_000);
      if (other) expect(await sumBack(other)).toBe(2_000);
      const owed = isPaid ? [] : [{ amount: 2_000 }];
      expect(await readOwed(ben, cartId)).toMatchObject(owed);
      expect((await readEnrolled(ben))[0]).toMatchObject({ share: 2_000, price: 50 });
    }
  });

  it('to a free class costs nobody anything', async () => {
    const { anna, ben, cartId, own } = await buildShared();
    const days = { camp_start: inDays(62), camp_end: inDays(65) };
    const free = await buildClass(app, { price: 0, ...days });
    const moved = await app.as(anna).call('POST /moves', {
      body: { cartId, classId: free.id, refund: 6_000 },
    });
    expect(moved.body).toMatchObject({ state: 'moved', refund: 6_000 });
    expect(await sumBack(own)).toBe(6_000);
    expect((await readEnrolled(ben))[0]).toMatchObject({ share: 0, price: 0, owed: [] });
  });

  it('to a dearer class costs only the one who moves it; and it stays with the child', async () => {
    const { anna, ben, cartId } = await buildShared();
    const days = { camp_start: inDays(62), camp_end: inDays(65) };
    const dearer = await buildClass(app, { price: 130, ...days });
    const sibling = await buildChild(app, anna);
    const move = (body: object) =>
      app.as(anna).call('POST /moves', { body: { cartId, ...body } as never });
    expect(await move({ childId: sibling.id })).toMatchObject({ status: 409 });
    const held = await move({ classId: dearer.id });
    expect(held.body).toMatchObject({ state: 'pay', difference: 3_000 });
    await pay(anna, held.body.cartId, 30);
    expect((await readEnrolled(anna))[0]).toMatchObject({ price: 130, share: 9_000 });
    expect((await readEnrolled(ben))[0]).toMatchObject({ share: 4_000 });
  });
});

describe('two families that become one', () => {
  it('owe together what was shared', async () => {
    const { anna, ben, cartId } = await buildShared();
    const merged = await mergeAccounts(app, admin, { from: ben, into: anna });
    expect(merged).toMatchObject({ status: 200 });
    expect(await readOwed(anna, cartId)).toMatchObject([{ amount: 4_000 }]);
    await pay(anna, cartId, 40);
    expect(await readOwed(anna, cartId)).toEqual([]);
  });

  it('get back together what both have paid', async () => {
    const { anna, ben, cartId, own } = await buildShared();
    const other = await pay(ben, cartId, 40);
    await mergeAccounts(app, admin, { from: ben, into: anna });
    expect((await preview(anna, cartId)).body).toMatchObject({ paid: 10_000, refund: 10_000 });
    const days = { camp_start: inDays(62), camp_end: inDays(65) };
    const cheaper = await buildClass(app, { price: 50, ...days });
    const moved = await app.as(anna).call('POST /moves', {
      body: { cartId, classId: cheaper.id, refund: 5_000 },
    });
    expect(moved.body).toMatchObject({ state: 'moved', refund: 5_000 });
    expect((await sumBack(own)) + (await sumBack(other))).toBe(5_000);
    expect((await preview(anna, cartId)).body).toMatchObject({ paid: 5_000, refund: 5_000 });
  });
});

// Rules: R475.
describe('a share that passes to the booker when a part of it is paid', () => {
  it('still gives back to the other household what that one has paid', async () => {
    const { anna, ben, child, cartId, own } = await buildShared();
    const { body } = await record(ben._id.toHexString(), { cartIds: [cartId], amount: 1_000 });
    const left = await app.as(ben).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: child.id, guardianId: ben._id.toHexString() },
    });
    expect(left).toMatchObject({ status: 200 });
    expect(await readOwed(anna, cartId)).toMatchObject([{ amount: 3_000 }]);
    const days = { camp_start: inDays(62), camp_end: inDays(65) };
    const free = await buildClass(app, { price: 0, ...days });
    const moved = await app.as(anna).call('POST /moves', {
      body: { cartId, classId: free.id, refund: 6_000 },
    });
    expect(moved.body).toMatchObject({ state: 'moved', refund: 6_000 });
    expect(await sumBack(own)).toBe(6_000);
    const waiting = (await app.as(admin).call('GET /openRefunds')).body;
    const ofBen = waiting.filter(({ paymentId }) => paymentId === body.transactionId);
    expect(ofBen).toMatchObject([{ amount: 1_000 }]);
  });
});
