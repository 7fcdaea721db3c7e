import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { expect } from 'vitest';
import { confirmPayment, getIntentId, recordPayment } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Who = { email: string };
type Wanted = Input<Contract['PUT /seatExtras/:cartId']>['body']['extras'];

/** Monday to Friday. */
export const FIVE_DAYS = { camp_start: '2027-07-05', camp_end: '2027-07-09' };

export const LUNCH = '650000000000000000000001';
export const SHIRT = '650000000000000000000002';
const OF_ALL = { capacity: null, isRefundable: true, classIds: [] };

/** Lunch for $8 a day, which comes back. */
export const lunch = (extra: Partial<Extra> = {}): Extra => ({
  ...{ id: LUNCH, label: 'Lunch', price: 800, per: 'day', options: [] },
  ...OF_ALL,
  ...extra,
});

/** A T-shirt for $15, which does not. */
export const shirt = (extra: Partial<Extra> = {}): Extra => ({
  ...{ id: SHIRT, label: 'T-shirt', price: 1_500, per: 'once', options: ['S', 'M'] },
  ...{ ...OF_ALL, isRefundable: false },
  ...extra,
});

export const WITH_LUNCH = { id: LUNCH, option: null, amount: 4_000 };
export const SHIRT_M = { id: SHIRT, option: 'M', amount: 1_500 };

/** What tests of extras share. */
export function createExtras(getApp: () => TestApp, getAdmin: () => Who) {
  async function setExtras(extras: Extra[]) {
    const { body } = await getApp().as(getAdmin()).call('GET /extras');
    const saved = { version: body.version, extras };
    const answer = await getApp().as(getAdmin()).call('PUT /extras', { body: saved });
    expect(answer).toMatchObject({ status: 200 });
  }
  const choose = (parent: Who, cartId: string, extras: Wanted) =>
    getApp().as(parent).call('PUT /seatExtras/:cartId', { params: { cartId }, body: { extras } });
  async function mustChoose(parent: Who, cartId: string, extras: Wanted) {
    expect(await choose(parent, cartId, extras)).toMatchObject({ status: 200 });
  }
  const start = (parent: Who, cartId: string, price: number) =>
    getApp().as(parent).call('POST /createPayment-intent', { body: { cartId, price } });
  async function pay(parent: Who, cartId: string, price: number) {
    const begun = await start(parent, cartId, price);
    expect(begun).toMatchObject({ status: 200 });
    return confirm(parent, begun.body.clientSecret);
  }
  async function confirm(parent: Who, clientSecret: string) {
    const paymentId = getIntentId(clientSecret);
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    expect(await recordPayment(getApp(), parent, paymentId)).toMatchObject({ status: 200 });
    return paymentId;
  }
  const readExtras = async (parent: Who, cartId: string) =>
    (await getApp().as(parent).call('GET /seatExtras/:cartId', { params: { cartId } })).body;
  const readCart = async (parent: Who) =>
    (
      await getApp()
        .as(parent)
        .call('GET /myclass', { query: { email: parent.email } })
    ).body;
  const readEnrolled = async (parent: Who) =>
    (
      await getApp()
        .as(parent)
        .call('GET /myEnrolledClass', { query: { email: parent.email } })
    ).body;
  const readReceipt = async (parent: Who, paymentId: string) =>
    (await getApp().as(parent).call('GET /receipts/:paymentId', { params: { paymentId } })).body;
  return {
    ...{ setExtras, choose, mustChoose, start, pay, confirm },
    ...{ readExtras, readCart, readEnrolled, readReceipt },
  };
}
