import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { chargeDueParts } from '../payments/installments/charge-due.ts';
import { releaseUnpaidSeats } from '../payments/release-unpaid.ts';
import { settleDuePayments } from '../payments/settle-due.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findCancellation } from '../changes/change-store.ts';
import { findSeatInClass, isEnrolled } from '../seats/find-seat.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import type { Services } from '../services.ts';
import { idOf } from '../testing/cost-share.ts';
import {
  buildClass,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { buildFamily, type Family } from '../testing/families.ts';
import { agreeToParts } from '../testing/installments.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';

/** What still acts for somebody who has stopped being a payer, and for whoever owes it now. R478, R479 */
const app = useTestApp(undefined, {}, { money: { installments: 3, releaseAfterDays: 10 } });
const admin = useUser(app, 'admin');
const { inDays, record, listPaymentsFor } = planFor(app, admin);
const DAY = 24 * 60;

type Seat = { family: Family; classId: string; cartId: string };

/** A seat of $189, of which the parent has paid a third by card. The card pays the others. */
async function buyInParts(isForChild = true): Promise<Seat> {
  const family = await buildFamily(app);
  const { parent, child } = family;
  const days = { camp_start: inDays(3_000), camp_end: inDays(3_004) };
  const { id: classId } = await buildClass(app, { price: 189, ...days });
  const body = { classId, email: parent.email, ...(isForChild && { childId: child.id }) };
  const { cartId } = (await app.as(parent).call('POST /addClass', { body })).body;
  const { paymentId } = await agreeToParts(app, parent, [cartId]);
  await confirmPayment(paymentId);
  expect(await recordPayment(app, parent, paymentId)).toMatchObject({ status: 200 });
  return { family, classId, cartId };
}

/** A seat of $100 with a deposit of $30; the balance is due in parts. */
async function reserveWithPlan(): Promise<Seat> {
  const family = await buildFamily(app);
  const { parent, child } = family;
  const { id: classId } = await buildClass(app, {
    ...{ price: 100, camp_start: inDays(60), camp_end: inDays(65) },
  });
  const params = { id: idOf(parent) };
  const body = { classId, childId: child.id, until: inDays(3) };
  const { cartId } = (await app.as(admin).call('POST /families/:id/seats', { params, body })).body;
  const plan = [{ due: inDays(10), amount: 2_000 }, { due: inDays(30) }];
  const paid = await record(params.id, { cartIds: [cartId], amount: 3_000, plan });
  expect(paid).toMatchObject({ status: 200 });
  return { family, classId, cartId };
}

async function readOwed(seat: Seat): Promise<number | undefined> {
  const found = await findSeatInClass(seat, app.services.database.collections);
  return found && isEnrolled(found.seat) ? owedByAll(found.campClass, found.seat) : undefined;
}

const leave = ({ family }: Seat, who: UserDocument) =>
  app.as(who).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { id: family.child.id, guardianId: idOf(who) },
  });

/** As in older data, or where an update has not reached the debt yet: nobody else may book. */
async function takeRight({ family: { child, parent } }: Seat) {
  const [first, ...others] = child.guardians;
  const guardians = [{ ...first!, may: ['see' as const] }, ...others].filter(
    ({ userId, may }) => userId.equals(parent._id) || !may.includes('book'),
  );
  await app.services.database.collections.children.updateOne(
    { _id: child._id },
    { $set: { guardians } },
  );
}

const endAccount = ({ family: { parent } }: Seat) =>
  app.services.database.collections.users.updateOne(
    { _id: parent._id },
    { $set: { status: 'removed' } },
  );

/** The job, for this card only. @param act what happens while Stripe is asked about the payment of the part */
async function charge({ family: { parent } }: Seat, act?: () => Promise<unknown>): Promise<void> {
  const { users } = app.services.database.collections;
  const others = { card: { $exists: true }, _id: { $ne: parent._id } };
  await users.updateMany(others, { $set: { 'card.checkAfter': new Date('2100-01-01') } });
  const mine = { _id: parent._id, card: { $exists: true } };
  await users.updateOne(mine, { $set: { 'card.checkAfter': app.services.now() } });
  const { cardPayments } = app.services;
  const watched: Services['cardPayments'] = {
    ...cardPayments,
    async retrieveIntent(paymentId) {
      await act?.();
      return cardPayments.retrieveIntent(paymentId);
    },
  };
  await chargeDueParts({ ...app.services, cardPayments: watched });
}

const listTries = async ({ cartId }: Seat) =>
  (await listPaymentsFor(cartId)).flatMap(({ installment, status }) =>
    installment ? [status] : [],
  );

describe('a saved card', () => {
  it('is charged while its owner owes the part and may book', async () => {
    const seat = await buyInParts();
    app.passMinutes(32 * DAY);
    await charge(seat);
    expect(await listTries(seat)).toEqual(['enrolled']);
  });

  it('of somebody who left is never charged: another guardian owes it', async () => {
    const seat = await buyInParts();
    expect(await leave(seat, seat.family.parent)).toMatchObject({ status: 200 });
    app.passMinutes(32 * DAY);
    await charge(seat);
    expect(await listTries(seat)).toEqual([]);
    expect(await readOwed(seat)).toBe(12_600);
  });

  it('of somebody who may no longer book is never charged, even if nobody else could owe it', async () => {
    const seat = await buyInParts();
    await takeRight(seat);
    app.passMinutes(32 * DAY);
    await charge(seat);
    expect(await listTries(seat)).toEqual([]);
  });

  it.each([
    ['loses the right', takeRight, true],
    ['loses the account', endAccount, true],
    ['loses the account, and has the seat', endAccount, false],
  ])('is not charged if its owner %s at that very moment', async (_what, end, isForChild) => {
    const seat = await buyInParts(isForChild);
    app.passMinutes(32 * DAY);
    await charge(seat, () => end(seat));
    expect(await listTries(seat)).toEqual(['canceled']);
    expect(await readOwed(seat)).toBe(12_600);
  });
});

it('a card payment that somebody began before they left is canceled', async () => {
  const seat = await reserveWithPlan();
  const { parent, partner } = seat.family;
  const { cartId } = seat;
  const body = { cartIds: [cartId], price: 70 };
  const begun = await app.as(parent).call('POST /createPayment-intent', { body });
  expect(begun).toMatchObject({ status: 200 });
  expect(await leave(seat, parent)).toMatchObject({ status: 200 });
  app.passMinutes(1);
  await settleDuePayments(app.services);
  const paymentId = getIntentId(begun.body.clientSecret);
  expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
  expect(await readOwed(seat)).toBe(7_000);
  expect(await record(idOf(partner), { cartIds: [cartId], amount: 7_000 })).toMatchObject({
    status: 200,
  });
});

describe('a seat whose debt has passed to another guardian', () => {
  const sendMails = async () => {
    await addDueMails(app.services);
    const send = () => Promise.resolve({ result: 'sent' as const });
    await deliverMails({
      ...app.services,
      mailer: { send, check: () => Promise.resolve(undefined) },
    });
  };

  it.each([
    ['is released if they do not pay, on the day that they were told', true],
    ['stays if nobody told them the day', false],
  ])('%s', async (_what, isTold) => {
    const seat = await reserveWithPlan();
    expect(await leave(seat, seat.family.parent)).toMatchObject({ status: 200 });
    // Due in 14 days now, and the last reminder is a week later.
    app.passMinutes(21 * DAY);
    if (isTold) await sendMails();
    app.passMinutes(3 * DAY);
    await releaseUnpaidSeats(app.services);
    expect(await readOwed(seat)).toBe(isTold ? undefined : 7_000);
    if (!isTold) return;
    // What the first payer had paid goes back to them.
    const { collections } = app.services.database;
    const end = await findCancellation(collections, new ObjectId(seat.cartId));
    expect(end).toMatchObject({ reason: 'not paid', userId: seat.family.parent._id });
    expect(end?.refunds.every(({ to }) => to === undefined)).toBe(true);
  });
});
