import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A child's seat that its parent paid for and canceled. */
async function buildCanceledSeat() {
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
  const params = { cartId };
  await app.as(parent).call('POST /cancellation/:cartId', { params, body: { refund: 8_000 } });
  return { parent, child, cartId };
}

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

it('a deleted child’s name is gone from its canceled seats', async () => {
  const { parent, child } = await buildCanceledSeat();
  await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
  const found = await app.as(parent).call('GET /myCancellations');
  expect(found.body).toMatchObject([{ student_name: 'Deleted student' }]);
});
