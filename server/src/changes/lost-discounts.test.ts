import type { Discount } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createDiscounts, siblings } from '../testing/discounts.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { takeOffLost } from './lost-discounts.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const { inDays, setDiscounts, join, pay } = createDiscounts(app, admin);

type Who = Awaited<ReturnType<typeof buildUser>>;
type Booking = { campClass: Awaited<ReturnType<typeof buildClass>>; child: Child };
type Child = Awaited<ReturnType<typeof buildChild>>;

const buildLaterClass = (name: string, startsIn = 60) =>
  buildClass(app, {
    ...{ name, price: 100, camp_start: inDays(startsIn), camp_end: inDays(startsIn + 4) },
  });
const setDiscount = (discount: Partial<Discount> = {}) =>
  setDiscounts([siblings({ isTakenBack: true, ...discount })]);

/** Joins, one after the other, and pays once. @returns the ids of the seats */
async function book(parent: Who, bookings: Booking[], price: number): Promise<string[]> {
  const cartIds: string[] = [];
  for (const { campClass, child } of bookings) cartIds.push(await join(parent, campClass, child));
  await pay(parent, cartIds, price);
  return cartIds;
}

const preview = (parent: Who, cartId = '') =>
  app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } });
const cancel = (parent: Who, refund: number, cartId = '') =>
  app.as(parent).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
const countReturned = async (parent: Who) => {
  const all = await app.services.database.collections.payments
    .find({ userId: parent._id })
    .toArray();
  const refunds = await app.services.database.collections.refunds
    .find({ paymentId: { $in: all.map(({ _id }) => _id) } })
    .toArray();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
};

/** Two children in one class: 100 for the first, 80 for the second. */
async function buildPaidSiblings() {
  const parent = await buildUser(app);
  const campClass = await buildLaterClass('Sailing');
  const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
  const children = [mia, tom].map((child) => ({ campClass, child }));
  const [first, second] = await book(parent, children, 180);
  return { parent, campClass, mia, tom, first, second };
}

// Rules: R436.
describe('the seat of the first child is canceled', () => {
  it('the discount of the second one comes off the refund, and the parent reads that first', async () => {
    await setDiscount();
    const { parent, first, tom } = await buildPaidSiblings();
    const shown = await preview(parent, first);
    expect(shown.body).toMatchObject({
      ...{ paid: 10_000, refund: 8_000, kept: 2_000, percent: 100 },
      lost: [{ label: 'Siblings', className: 'Sailing', student_name: tom.name, amount: 2_000 }],
    });
    expect(await cancel(parent, 10_000, first)).toMatchObject({
      ...{ status: 409, body: { code: 'refund_changed', quote: { refund: 8_000 } } },
    });
    expect(await cancel(parent, 8_000, first)).toMatchObject({ status: 200 });
    expect(await countReturned(parent)).toBe(8_000);
  });

  it('a payment that was begun with the discount ends: the second seat costs its full price', async () => {
    await setDiscount();
    const parent = await buildUser(app);
    const campClass = await buildLaterClass('Sailing');
    const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
    const [first] = await book(parent, [{ campClass, child: mia }], 100);
    const second = await join(parent, campClass, tom);
    const begun = await startPaymentOf(app, parent, { cartId: second, price: 80 });
    expect(await cancel(parent, 10_000, first)).toMatchObject({ status: 200 });
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
    await pay(parent, [second], 100);
  });

  it('the office reads it, too, before it cancels the seat', async () => {
    await setDiscount();
    const { campClass, first = '', second = '', tom } = await buildPaidSiblings();
    const read = async (cartId: string) => {
      const params = { classId: campClass.id, cartId };
      return app.as(admin).call('GET /lostDiscounts/:classId/:cartId', { params });
    };
    expect((await read(first)).body).toEqual([
      { label: 'Siblings', className: 'Sailing', student_name: tom.name, amount: 2_000 },
    ]);
    expect((await read(second)).body).toEqual([]);
    expect(await read(new ObjectId().toHexString())).toMatchObject({ status: 404 });
    const { classes } = app.services.database.collections;
    const canceled = { at: new Date(), by: admin._id, seats: 2, note: 'Storm' };
    await classes.updateOne({ _id: campClass._id }, { $set: { canceled } as never });
    expect((await read(first)).body).toEqual([]);
  });

  it('it is taken back once: the second seat then gives back all that was paid for it', async () => {
    await setDiscount();
    const { parent, first, second } = await buildPaidSiblings();
    await cancel(parent, 8_000, first);
    expect((await preview(parent, second)).body).toMatchObject({ refund: 8_000, lost: [] });
  });

  it('of three children, each canceled seat takes back one discount', async () => {
    await setDiscount();
    const parent = await buildUser(app);
    const campClass = await buildLaterClass('Sailing');
    const children = [];
    for (let count = 0; count < 3; count += 1)
      children.push({ campClass, child: await buildChild(app, parent) });
    const [first, second, third] = await book(parent, children, 260);
    expect(await cancel(parent, 8_000, first)).toMatchObject({ status: 200 });
    // The second child is the first one now, and its discount is taken back already.
    expect((await preview(parent, third)).body).toMatchObject({ refund: 8_000, lost: [] });
    expect((await preview(parent, second)).body).toMatchObject({
      ...{ refund: 6_000, lost: [{ amount: 2_000 }] },
    });
  });

  it('nothing is lost if the second seat is canceled first', async () => {
    await setDiscount();
    const { parent, first, second } = await buildPaidSiblings();
    expect((await preview(parent, second)).body).toMatchObject({ refund: 8_000, lost: [] });
    await cancel(parent, 8_000, second);
    const { body: canceled } = await app.as(parent).call('GET /myCancellations');
    const no = String(canceled[0]?.creditNotes[0]);
    const note = await app.as(parent).call('GET /creditNotes/:no', { params: { no } });
    expect(note.body.lines).toMatchObject([
      {
        amount: 8_000,
        price: [
          { label: 'Full price', amount: 10_000 },
          { label: 'Siblings', amount: -2_000 },
        ],
      },
    ]);
    expect((await preview(parent, first)).body).toMatchObject({ refund: 10_000, lost: [] });
  });

  it('nothing is lost if the discount did not say so when it was paid', async () => {
    await setDiscount({ isTakenBack: undefined });
    const { parent, first } = await buildPaidSiblings();
    await setDiscount();
    expect((await preview(parent, first)).body).toMatchObject({ refund: 10_000, lost: [] });
  });

  it('it stays lost if the school deletes the discount after it was paid', async () => {
    await setDiscount();
    const { parent, first } = await buildPaidSiblings();
    await setDiscount({ kind: 'returning', from: null, isTakenBack: undefined });
    expect((await preview(parent, first)).body).toMatchObject({ refund: 8_000 });
  });

  it('nothing is lost while the first child has another seat', async () => {
    await setDiscount();
    const { parent, first, mia } = await buildPaidSiblings();
    await book(parent, [{ campClass: await buildLaterClass('Music', 80), child: mia }], 100);
    // That one is the second child then, at the full price.
    expect((await preview(parent, first)).body).toMatchObject({ refund: 10_000, lost: [] });
    const { parent: other, first: seat } = await buildPaidWithTwoClasses();
    expect((await preview(other, seat)).body).toMatchObject({ refund: 10_000, lost: [] });
  });

  async function buildPaidWithTwoClasses() {
    const parent = await buildUser(app);
    const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
    const [sailing, music] = [await buildLaterClass('Sailing'), await buildLaterClass('Music', 80)];
    const bookings = [
      { campClass: sailing, child: mia },
      { campClass: music, child: mia },
      { campClass: sailing, child: tom },
    ];
    const [first] = await book(parent, bookings, 280);
    return { parent, first };
  }

  it('no more is taken back than what comes back', async () => {
    await setDiscount({ percent: null, amount: 9_000 });
    const parent = await buildUser(app);
    const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
    const [near, far] = [await buildLaterClass('Sailing', 5), await buildLaterClass('Music')];
    const bookings = [
      { campClass: near, child: mia },
      { campClass: far, child: tom },
    ];
    const [first] = await book(parent, bookings, 110);
    expect((await preview(parent, first)).body).toMatchObject({
      ...{ paid: 10_000, refund: 0, kept: 10_000, percent: 50 },
      lost: [{ amount: 5_000 }],
      // The policy would still give something back, so the seat can't be resold.
      isForResale: null,
    });
  });

  it('all comes back if the school cancels the class', async () => {
    await setDiscount();
    const { parent, campClass } = await buildPaidSiblings();
    await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { confirm_affected: 2, note: 'Storm' },
    });
    await expect.poll(() => countReturned(parent)).toBe(18_000);
  });
});

it('with a discount for several classes, the first class counts for the others of the same child', async () => {
  await setDiscount({ kind: 'weeks', label: 'Two weeks' });
  const parent = await buildUser(app);
  const mia = await buildChild(app, parent);
  const bookings = [
    { campClass: await buildLaterClass('Sailing'), child: mia },
    { campClass: await buildLaterClass('Music', 80), child: mia },
    { campClass: await buildLaterClass('Theatre', 90), child: mia },
  ];
  const [first, , third] = await book(parent, bookings, 260);
  expect((await preview(parent, third)).body).toMatchObject({ refund: 8_000, lost: [] });
  // The third class is the second one then: one discount is lost, not two.
  expect((await preview(parent, first)).body).toMatchObject({
    refund: 8_000,
    lost: [{ label: 'Two weeks', className: 'Music', amount: 2_000 }],
  });
});

it('what is lost comes off the last payments of the household that booked, not of the other one', () => {
  const parts = [{}, { coPayerId: new ObjectId() }, {}];
  const lost = [{ label: '', className: '', student_name: '', amount: 3_000 }];
  expect(takeOffLost(parts, [4_000, 5_000, 2_000], lost)).toEqual({
    refunds: [3_000, 5_000, 0],
    lost,
  });
});
