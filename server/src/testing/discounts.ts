import type { Discount } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import {
  type buildClass,
  type buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
} from './factories.ts';
import type { TestApp } from './test-app.ts';

type Who = Awaited<ReturnType<typeof buildUser>>;
type Class = Awaited<ReturnType<typeof buildClass>>;

/** 10 % off, unless `discount` says otherwise: an early price still needs its end. */
export const makeDiscount = (discount: Partial<Discount> = {}): Discount => ({
  ...{ id: new ObjectId().toHexString(), kind: 'early', label: 'Early bird', percent: 10 },
  ...{ amount: null, until: null, from: null, classIds: [], stacks: false },
  ...discount,
});

/** 20 % off for the second child. */
export const siblings = (discount: Partial<Discount> = {}) =>
  makeDiscount({ kind: 'sibling', label: 'Siblings', percent: 20, from: 2, ...discount });

/** What tests of discounts do over and over. */
export function createDiscounts(app: TestApp, admin: UserDocument) {
  const inDays = (days: number) => addDays(readToday(app.services), days);
  const early = (discount: Partial<Discount> = {}) =>
    makeDiscount({ until: inDays(3), ...discount });

  async function setDiscounts(discounts: Discount[]) {
    const { body } = await app.as(admin).call('GET /discounts');
    const saved = { version: body.version, discounts };
    expect(await app.as(admin).call('PUT /discounts', { body: saved })).toMatchObject({
      status: 200,
    });
  }

  /** @returns the id of the seat */
  async function join(parent: Who, campClass: Class, child?: ChildDocument & { id: string }) {
    const { body } = await app.as(parent).call('POST /addClass', {
      body: { classId: campClass.id, email: parent.email, ...(child && { childId: child.id }) },
    });
    return body.cartId;
  }

  const readCart = async (parent: Who) =>
    (await app.as(parent).call('GET /myclass', { query: { email: parent.email } })).body;
  const readPrices = async (parent: Who) => (await readCart(parent)).map(({ price }) => price);

  const start = (parent: Who, cartIds: string[], price: number) =>
    app.as(parent).call('POST /createPayment-intent', { body: { cartIds, price } });

  async function pay(parent: Who, cartIds: string[], price: number) {
    const begun = await start(parent, cartIds, price);
    expect(begun).toMatchObject({ status: 200 });
    const paymentId = getIntentId(begun.body.clientSecret);
    await confirmPayment(paymentId);
    await recordPayment(app, parent, paymentId);
    return paymentId;
  }

  return { inDays, early, setDiscounts, join, readCart, readPrices, start, pay };
}
