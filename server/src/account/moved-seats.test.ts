import { expect, it } from 'vitest';
import { buildClass, proveSignIn, useUser } from '../testing/factories.ts';
import { buildPaidSeats, listAtStripe } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** Two seats of one payment, the first of which has moved to a free class. */
async function buildMovedSeat() {
  const bought = await buildPaidSeats(app, [5_000, 6_000]);
  const [first, second] = bought.items as [(typeof bought.items)[0], (typeof bought.items)[0]];
  const free = await buildClass(app, { price: 0, sit: 3 });
  const moved = await app.as(bought.student).call('POST /moves', {
    body: { cartId: first.seatId.toHexString(), classId: free.id, price: 0 },
  });
  expect(moved.body).toMatchObject({ state: 'moved', refund: 5_000 });
  return { ...bought, free, second };
}

/** The seat in the free class is free again. The other one is paid for, and stays. */
async function expectFreeSeatBack({
  paymentId,
  free,
  second,
}: Awaited<ReturnType<typeof buildMovedSeat>>) {
  const { classes, payments } = app.services.database.collections;
  expect(await classes.findOne({ _id: free._id })).toMatchObject({ sit: 3, seats: [] });
  expect(await classes.findOne({ _id: second.classId })).toMatchObject({
    seats: [{ state: 'enrolled' }],
  });
  expect(await payments.findOne({ _id: paymentId })).toMatchObject({
    ...{ status: 'enrolled', kept: 6_000 },
    items: [{ state: 'canceled' }, { state: 'enrolled' }],
  });
  expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 5_000 }]);
}

it('a removed student loses a seat that moved to a free class, and keeps what was paid with it', async () => {
  const bought = await buildMovedSeat();
  const { email } = bought.student;
  const { status } = await app.as(admin).call('DELETE /removeuser', { query: { email } });
  expect(status).toBe(200);
  await expectFreeSeatBack(bought);
});

it('a deleted account loses a seat that moved to a free class, and keeps what was paid with it', async () => {
  const bought = await buildMovedSeat();
  const { email } = bought.student;
  const idToken = await proveSignIn(bought.student);
  const { status } = await app
    .as(bought.student)
    .call('DELETE /myAccount', { body: { email, idToken } });
  expect(status).toBe(200);
  await expectFreeSeatBack(bought);
});
