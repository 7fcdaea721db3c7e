import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  proveSignIn,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** A child's seat that its parent paid for. */
async function buildPaidSeat() {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent, { name: 'Zebulon' });
  const campClass = await buildClass(app, { price: 80 });
  const { cartId } = (
    await app.as(parent).call('POST /addClass', {
      body: { classId: campClass.id, email: parent.email, childId: child.id },
    })
  ).body;
  const paymentId = await startPaymentOf(app, parent, { cartId, price: 80 });
  await confirmPayment(paymentId);
  await recordPayment(app, parent, paymentId);
  return { parent, child, cartId, campClass, paymentId };
}

/** A child's seat that its parent paid for and canceled. */
async function buildCanceledSeat() {
  const { parent, child, cartId } = await buildPaidSeat();
  const params = { cartId };
  await app.as(parent).call('POST /cancellation/:cartId', { params, body: { refund: 8_000 } });
  return { parent, child, cartId };
}

// Rules: R168.
it('a download of your data has your canceled seats and your credit notes', async () => {
  const { parent, cartId } = await buildCanceledSeat();
  const idToken = await proveSignIn(parent);
  const { body } = await app.as(parent).call('POST /myData', {
    body: { email: parent.email, idToken },
  });
  expect(body).toMatchObject({
    cancellations: [{ cartId, student_name: 'Zebulon', refund: 8_000 }],
    creditNotes: [{ amount: 8_000, payer: { email: parent.email } }],
  });
});

it('a deleted account leaves no trace in its canceled seats', async () => {
  const { parent } = await buildCanceledSeat();
  const idToken = await proveSignIn(parent);
  const body = { email: parent.email, idToken };
  expect((await app.as(parent).call('DELETE /myAccount', { body })).status).toBe(200);
  expect(await findTraces(app, parent.email)).toEqual([]);
});

/** A seat that somebody else has taken, and whose money is not on its way yet. */
async function buildResoldSeat() {
  const bought = await buildPaidSeat();
  const { campClass, parent, child, paymentId } = bought;
  const seat = { seatId: new ObjectId(bought.cartId), childId: child._id, paymentId };
  const { _id: userId } = parent;
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { seats: [], resold: [{ ...seat, userId, at: new Date(0) }] } },
  );
  return bought;
}

it('a deleted account leaves no trace in a seat that was just resold, and its money comes back', async () => {
  const { parent, paymentId } = await buildResoldSeat();
  const idToken = await proveSignIn(parent);
  const body = { email: parent.email, idToken };
  expect((await app.as(parent).call('DELETE /myAccount', { body })).status).toBe(200);
  await runJobs(app.services);
  expect(await findTraces(app, parent.email)).toEqual([]);
  expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 8_000 }]);
});

/** A canceled seat as it is stored. The payer still reads the name on the receipt. */
async function expectForgotten(parent: { email: string }, cartId: string, by: string) {
  const { seatChanges } = app.services.database.collections;
  expect(await seatChanges.countDocuments({ _id: new ObjectId(cartId) })).toBe(1);
  const { body } = await app.as(parent).call('GET /myCancellations');
  expect(body).toMatchObject([{ student_name: 'Zebulon', by, cartId: null, childId: null }]);
}

it('a deleted child’s name is gone from a seat that was just resold', async () => {
  const { parent, child, cartId } = await buildResoldSeat();
  await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
  await runJobs(app.services);
  await expectForgotten(parent, cartId, 'next person');
});

it('a deleted child’s name is gone from its canceled seats', async () => {
  const { parent, child, cartId } = await buildCanceledSeat();
  await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
  await expectForgotten(parent, cartId, 'parent');
});
