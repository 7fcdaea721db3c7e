import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { makeGuardian } from '../testing/documents.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';

/** The office waives what is owed for a seat. R505 */
const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record, buildPlanned, readOwed, listPaymentsFor } = planFor(app, admin);

type Planned = Awaited<ReturnType<typeof buildPlanned>>;

const waive = (id: string, amount: number, who = admin) =>
  app.as(who).call('POST /owedSeats/:id/waive', {
    params: { id },
    body: { amount, note: 'The father has lost his job.' },
  });

const listOwed = async ({ cartId }: Planned) =>
  (await app.as(admin).call('GET /owedSeats', { query: {} })).body.filter(({ _id }) =>
    _id.endsWith(cartId),
  );

async function readSeat({ cartId }: Planned) {
  const { classes } = app.services.database.collections;
  const found = await classes.findOne({ 'seats.seatId': new ObjectId(cartId) });
  return found?.seats.find(({ seatId }) => seatId.equals(new ObjectId(cartId)));
}

describe('what is owed for a seat', () => {
  it('is waived: the seat stays, costs that much less, and the account can go', async () => {
    const seat = await buildPlanned();
    const { parent, cartId } = seat;
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    const go = () => app.as(parent).call('DELETE /myAccount', { body });
    expect(await go()).toMatchObject({ body: { code: 'still_owes' } });
    expect(await waive(cartId, 7_000)).toMatchObject({ status: 200 });
    expect(await readOwed(parent, cartId)).toEqual([]);
    expect(await listOwed(seat)).toEqual([]);
    expect(await readSeat(seat)).toMatchObject({ state: 'enrolled', price: 30 });
    const [entry] = await readAuditLog(app, { action: 'waive debt', target: parent.email });
    expect(entry).toMatchObject({
      before: { amount: 7_000 },
      after: { amount: 0, note: 'The father has lost his job.' },
    });
    // What was paid still comes back as the policy says, and a dearer class costs the difference.
    const params = { cartId };
    const { body: end } = await app.as(parent).call('GET /cancellation/:cartId', { params });
    expect(end).toMatchObject({ paid: 3_000, owed: 0 });
    const days = { camp_start: inDays(70), camp_end: inDays(75) };
    const dearer = await buildClass(app, { price: 140, ...days });
    const move = { cartId, classId: dearer.id, price: 140 };
    expect(await app.as(parent).call('POST /moves', { body: move })).toMatchObject({
      body: { state: 'pay', difference: 11_000 },
    });
    expect(await waive(cartId, 7_000)).toMatchObject({ status: 404 });
  });

  it('is waived as the admin has read it, once, and only by another family’s admin', async () => {
    const seat = await buildPlanned();
    await record(seat.id, { cartIds: [seat.cartId], amount: 2_000 });
    expect(await waive(seat.cartId, 7_000)).toMatchObject({ body: { code: 'price_changed' } });
    const own = await buildUser(app, 'admin');
    await app.services.database.collections.children.updateOne(
      { _id: seat.child._id },
      { $push: { guardians: makeGuardian(own._id, { invitedBy: seat.parent._id }) } },
    );
    expect(await waive(seat.cartId, 5_000, own)).toMatchObject({ body: { code: 'own_family' } });
    const both = await Promise.all([waive(seat.cartId, 5_000), waive(seat.cartId, 5_000)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await readSeat(seat)).toMatchObject({ price: 50 });
  });

  it('ends a card payment that was begun, and nobody pays it anymore', async () => {
    const seat = await buildPlanned();
    const body = { cartIds: [seat.cartId], price: 70 };
    const begun = await app.as(seat.parent).call('POST /createPayment-intent', { body });
    expect(begun).toMatchObject({ status: 200 });
    expect(await waive(seat.cartId, 7_000)).toMatchObject({ status: 200 });
    const states = (await listPaymentsFor(seat.cartId)).map(({ status }) => status);
    expect(states).toEqual(['enrolled', 'canceled']);
  });

  it('is not waived while the seat moves', async () => {
    const seat = await buildPlanned();
    const days = { camp_start: inDays(60), camp_end: inDays(65) };
    const dearer = await buildClass(app, { price: 140, ...days });
    const body = { cartId: seat.cartId, classId: dearer.id, price: 140 };
    expect(await app.as(seat.parent).call('POST /moves', { body })).toMatchObject({ status: 200 });
    expect(await waive(seat.cartId, 7_000)).toMatchObject({ body: { code: 'seat_changing' } });
  });

  it('of another household is its share alone', async () => {
    const seat = await buildPlanned();
    const other = await buildUser(app);
    const { classes } = app.services.database.collections;
    const agreed = { agreedAt: app.services.now(), by: admin._id };
    const due = inDays(10);
    const share = { ...agreed, due, parts: [{ due, amount: 4_000 }], paid: [] };
    const paid = [{ paymentId: seat.deposit, amount: 3_000 }];
    const plan = { ...agreed, due, parts: [{ due, amount: 6_000 }], paid };
    await classes.updateOne(
      { 'seats.seatId': new ObjectId(seat.cartId) },
      { $set: { 'seats.0.plan': plan, 'seats.0.coPay': { userId: other._id, plan: share } } },
    );
    expect(await waive(`co-${seat.cartId}`, 4_000)).toMatchObject({ status: 200 });
    expect(await listOwed(seat)).toMatchObject([{ isCoPay: false, owed: 3_000 }]);
    expect(await readSeat(seat)).toMatchObject({ price: 60 });
  });
});
