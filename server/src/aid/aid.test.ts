import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { applyCode } from '../payments/cart-codes.ts';
import { startOfferClocks } from '../waiting/tend-lists.ts';
import { AID_ANSWER, AID_WORDS, useAid } from '../testing/aid.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { makeGuardian } from '../testing/documents.ts';
import { readMailTo } from '../testing/mails.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { useTestApp } from '../testing/test-app.ts';
import { runJobs } from '../jobs/jobs.ts';
import { inDays, inWeek } from '../testing/today.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
const { answer, ask, award, end, listOpen, readOwn } = useAid(app, director);
const joinFor = async (parent: UserDocument, campClass: { id: string }, childId?: string) => {
  const body = { classId: campClass.id, email: parent.email, ...(childId && { childId }) };
  const joined = await app.as(parent).call('POST /addClass', { body });
  expect(joined).toMatchObject({ status: 200 });
  return joined.body.cartId;
};
const readCart = async ({ email }: UserDocument) =>
  (await app.as({ email }).call('GET /myclass', { query: { email } })).body;
const readPrices = async (parent: UserDocument) =>
  (await readCart(parent)).map(({ price }) => price);
let built = 0;
/** A class in a week of its own, so that a family can hold several. */
const build = (fields: Partial<ClassDocument> = {}) =>
  buildClass(app, { price: 100, ...inWeek((built += 1)), ...fields });

async function pay(parent: UserDocument, cartId: string, price: number) {
  const paymentId = await startPaymentOf(app, parent, { cartId, price });
  expect(await confirmPayment(paymentId)).toBe('succeeded');
  expect(await recordPayment(app, parent, paymentId)).toMatchObject({ status: 200 });
  return paymentId;
}

// Rules: R450, R454.
describe('a request', () => {
  it('is read by the family and by directors, and can be taken back', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    expect(await ask(parent, child.id, { canPay: 4_000 })).toMatchObject({ status: 200 });
    const request = {
      ...{ childId: child.id, person_name: child.name, words: AID_WORDS, canPay: 4_000 },
      ...{ answeredAt: null, answer: null, award: null },
    };
    expect(await readOwn(parent)).toMatchObject([request]);
    const found = (await listOpen()).find(({ email }) => email === parent.email);
    expect(found).toMatchObject({ ...request, name: parent.name, answeredBy: null });
    const params = { id: found?._id ?? '' };
    const stranger = await buildUser(app);
    expect(await app.as(stranger).call('DELETE /myAid/:id', { params })).toMatchObject({
      status: 404,
    });
    expect(await app.as(parent).call('DELETE /myAid/:id', { params })).toMatchObject({
      status: 200,
    });
    expect(await readOwn(parent)).toEqual([]);
    expect(await answer(params.id, null)).toMatchObject({ status: 404 });
  });

  it('is one at a time, also if two are sent at once', async () => {
    const parent = await buildUser(app);
    const answers = await Promise.all([ask(parent), ask(parent), ask(parent)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('aid_asked');
    expect(await readOwn(parent)).toHaveLength(1);
  });

  it('is for a child for whom one books', async () => {
    const child = await buildChild(app, await buildUser(app));
    expect(await ask(await buildUser(app), child.id)).toMatchObject({ status: 404 });
  });
});

describe('an award', () => {
  it('is a line in the cart, on the payment and on the receipt', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await award(parent, child.id, { percent: 40 });
    const cartId = await joinFor(parent, await build(), child.id);
    const lines = [{ amount: 10_000 }, { kind: 'aid', label: 'Financial aid', amount: -4_000 }];
    expect(await readCart(parent)).toMatchObject([{ price: 60, lines }]);
    const paymentId = await pay(parent, cartId, 60);
    const query = { email: parent.email };
    expect((await app.as(parent).call('GET /myEnrolledClass', { query })).body).toMatchObject([
      { price: 60, lines },
    ]);
    const receipt = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(receipt.body).toMatchObject({ amount: 6_000, items: [{ amount: 6_000, lines }] });
    expect(await readOwn(parent)).toMatchObject([
      { answer: AID_ANSWER, award: { percent: 40, isOver: false } },
    ]);
  });

  it('comes on top of the best discounts, and leaves what a card can pay', async () => {
    const { body } = await app.as(director).call('GET /discounts');
    const early = {
      ...{ id: new ObjectId().toHexString(), kind: 'early' as const, label: 'Early bird' },
      ...{ percent: 20, amount: null, until: inDays(5), from: null, classIds: [], stacks: false },
    };
    const put = (version: number, discounts: (typeof early)[]) =>
      app.as(director).call('PUT /discounts', { body: { version, discounts } });
    const { version } = (await put(body.version, [early])).body;
    const parent = await buildUser(app);
    await award(parent, undefined, { percent: 50 });
    await joinFor(parent, await build());
    expect(await readPrices(parent)).toEqual([40]);
    const other = await buildUser(app);
    await award(other, undefined, { percent: null, amount: 9_999_00 });
    await joinFor(other, await build());
    expect(await readPrices(other)).toEqual([0.5]);
    await put(version, []);
  });

  it('is only for whom it was awarded, for its classes, and through its last day', async () => {
    const parent = await buildUser(app);
    const [mia, leo] = [await buildChild(app, parent), await buildChild(app, parent)];
    const [here, there] = [await build(), await build()];
    await award(parent, mia.id, { classIds: [here.id], until: inDays(0) });
    await joinFor(parent, here, mia.id);
    await joinFor(parent, here, leo.id);
    await joinFor(parent, there, mia.id);
    expect(await readPrices(parent)).toEqual([50, 100, 100]);
    const stranger = await buildUser(app);
    await joinFor(stranger, here);
    expect(await readPrices(stranger)).toEqual([100]);
  });

  it('is for all of a family’s seats, if a director says so', async () => {
    const parent = await buildUser(app);
    const [mia, leo] = [await buildChild(app, parent), await buildChild(app, parent)];
    await award(parent, mia.id, { isForAll: true });
    const campClass = await build();
    await joinFor(parent, campClass, mia.id);
    await joinFor(parent, campClass, leo.id);
    expect(await readPrices(parent)).toEqual([50, 50]);
    // Nor for another guardian of the same child, or for another family.
    const [other, stranger] = [await buildUser(app), await buildUser(app)];
    await app.services.database.collections.children.updateOne(
      { _id: mia._id },
      { $push: { guardians: makeGuardian(other._id, { invitedBy: parent._id }) } },
    );
    await joinFor(other, await build(), mia.id);
    await joinFor(stranger, campClass);
    expect([...(await readPrices(other)), ...(await readPrices(stranger))]).toEqual([100, 100]);
  });

  it('for all of a family’s seats stays when the child that it was asked for is deleted', async () => {
    const parent = await buildUser(app);
    const [mia, leo] = [await buildChild(app, parent), await buildChild(app, parent)];
    await award(parent, mia.id, { isForAll: true });
    const params = { id: mia.id };
    expect((await app.as(parent).call('DELETE /myChildren/:id', { params })).status).toBe(200);
    await runJobs(app.services);
    await joinFor(parent, await build(), leo.id);
    expect(await readPrices(parent)).toEqual([50]);
    const { aidRequests } = app.services.database.collections;
    const [kept] = await aidRequests.find({ userId: parent._id }).toArray();
    expect(Object.keys(kept!)).not.toEqual(expect.arrayContaining(['childId']));
    expect(kept).not.toHaveProperty('words');
  });

  it('is not there for seats after its last day, or once it is ended; what is held keeps it', async () => {
    const parent = await buildUser(app);
    const id = await award(parent);
    const cartId = await joinFor(parent, await build());
    expect(await end(id)).toMatchObject({ status: 200 });
    expect(await end(id)).toMatchObject({ status: 200 });
    await joinFor(parent, await build());
    expect(await readPrices(parent)).toEqual([50, 100]);
    expect(await readOwn(parent)).toMatchObject([{ award: { isOver: true } }]);
    await pay(parent, cartId, 50);
  });

  it('makes what is in the cart cheaper, and a payment at the old price can no longer be made', async () => {
    const parent = await buildUser(app);
    const campClass = await build();
    const { cartId } = await holdSeatOf(app, parent, campClass);
    const begun = await startPaymentOf(app, parent, { cartId, price: 100 });
    await award(parent);
    expect(await readPrices(parent)).toEqual([50]);
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
    await pay(parent, cartId, 50);
  });

  it('stays if the family types a code at the same moment', async () => {
    const parent = await buildUser(app);
    await holdSeatOf(app, parent, await build());
    const id = new ObjectId().toHexString();
    const code = { text: 'SUMMER', from: null, maxUses: null, maxPerFamily: null, minimum: null };
    const half = {
      ...{ id, kind: 'code' as const, label: 'Summer code', percent: 50, amount: null },
      ...{ until: null, from: null, classIds: [], stacks: false, code },
    };
    const { version } = (await app.as(director).call('GET /discounts')).body;
    await app.as(director).call('PUT /discounts', { body: { version, discounts: [half] } });
    let isAwarded = false;
    const { database } = app.services;
    // The code is about to be put into the seat that it was read for.
    const collections = watchWrites(database.collections, async (name) => {
      if (name !== 'codeUses' || isAwarded) return;
      isAwarded = true;
      await award(parent);
    });
    await applyCode('SUMMER', parent, { ...app.services, database: { ...database, collections } });
    expect(isAwarded).toBe(true);
    expect(await readCart(parent)).toMatchObject([
      { price: 25, lines: [{}, { kind: 'code' }, { kind: 'aid' }] },
    ]);
    const body = { version: version + 1, discounts: [] };
    await app.as(director).call('PUT /discounts', { body });
  });

  it('is in the price of a seat that the waiting list offers', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await award(parent, child.id);
    const days = { camp_start: inDays(60), camp_end: inDays(64) };
    const campClass = await build({ sit: 1, ...days });
    const holder = await buildUser(app);
    const { cartId } = await holdSeatOf(app, holder, campClass);
    const params = { classId: campClass.id };
    const body = { childIds: [child.id] };
    expect(await app.as(parent).call('POST /waiting/:classId', { params, body })).toMatchObject({
      status: 200,
    });
    await app.as(holder).call('DELETE /addClass/:cartId', {
      params: { cartId },
      query: { classId: campClass.id },
    });
    expect(await readMailTo(app, parent, 'seat offered')).toMatchObject({
      props: { prices: [50] },
    });
    const sent = { state: 'sent' as const, sentAt: app.services.now() };
    await app.services.database.collections.outbox.updateMany({}, { $set: sent });
    await startOfferClocks(app.services);
    const [request] = await readOwn(parent);
    await end(request?._id ?? '');
    expect(await readPrices(parent)).toEqual([50]);
  });

  it('is in the price at which the office reserves a seat', async () => {
    const parent = await buildUser(app);
    await award(parent);
    const campClass = await build({ camp_start: inDays(60), camp_end: inDays(64) });
    const reserved = await app.as(director).call('POST /families/:id/seats', {
      params: { id: parent._id.toHexString() },
      body: { classId: campClass.id, childId: null, until: inDays(3) },
    });
    expect(reserved).toMatchObject({ status: 200 });
    expect(await readCart(parent)).toMatchObject([{ price: 50, lines: [{}, { kind: 'aid' }] }]);
  });

  it('changes nothing for what is paid', async () => {
    const parent = await buildUser(app);
    const { cartId } = await holdSeatOf(app, parent, await build());
    await pay(parent, cartId, 100);
    await award(parent);
    const query = { email: parent.email };
    expect((await app.as(parent).call('GET /myEnrolledClass', { query })).body).toMatchObject([
      { price: 100 },
    ]);
  });

  it('moves along with a seat that moves', async () => {
    const parent = await buildUser(app);
    await award(parent);
    const { cartId } = await holdSeatOf(app, parent, await build());
    await pay(parent, cartId, 50);
    const goal = await build({ price: 100 });
    const moved = await app.as(director).call('POST /moves', {
      body: { cartId, classId: goal.id, note: 'By phone.' },
    });
    expect(moved).toMatchObject({ status: 200 });
    const query = { email: parent.email };
    expect((await app.as(parent).call('GET /myEnrolledClass', { query })).body).toMatchObject([
      { classId: goal.id, price: 50, lines: [{}, { kind: 'aid' }] },
    ]);
  });
});
