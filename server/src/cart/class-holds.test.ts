import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const list = async (id: string) => {
  const { status, body } = await app.as(admin).call('GET /classPeople/:id', { params: { id } });
  return { status, body: body.held };
};
const release = (classId: string, cartId: string) =>
  app.as(admin).call('DELETE /classHolds/:classId/:cartId', { params: { classId, cartId } });
const read = (id: string) => app.call('GET /classes/:id', { params: { id } });

// Rules: R53.
describe('an admin', () => {
  it('sees who holds a seat of a class without having paid, first to end first', async () => {
    const campClass = await buildClass(app, { sit: 4 });
    await buildEnrolledSeat(app, campClass);
    const [first, second] = [await buildUser(app), await buildUser(app)];
    const held = await holdSeatOf(app, first, campClass);
    await holdSeatOf(app, second, campClass);
    // Opening the payment page renews the first hold, so it ends last.
    app.passMinutes(5);
    await startPaymentOf(app, first, { cartId: held.cartId, price: campClass.price });

    const { body } = await list(campClass.id);
    expect(body.map(({ email }) => email)).toEqual([second.email, first.email]);
    expect(body[1]).toMatchObject({ cartId: held.cartId, name: first.name });
    expect(Date.parse(body[1]!.heldUntil) - Date.parse(body[1]!.joinedAt)).toBeGreaterThan(
      30 * 60_000,
    );
    expect((await list(new ObjectId().toHexString())).status).toBe(404);
  });

  it('releases a hold: the payment ends, the seat is free, and the audit log says so', async () => {
    const campClass = await buildClass(app, { sit: 1, name: 'Kites' });
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });

    const answers = await Promise.all([1, 2, 3].map(() => release(campClass.id, cartId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
    expect((await read(campClass.id)).body.sit).toBe(1);
    expect((await list(campClass.id)).body).toEqual([]);
    const log = await app.as(admin).call('GET /auditLog', { query: { search: student.email } });
    expect(log.body).toMatchObject([
      {
        who: admin.email,
        action: 'release hold',
        target: student.email,
        before: { course: 'Kites' },
      },
    ]);
  });

  it('cannot release a seat that is paid, even if the payment was not recorded yet', async () => {
    const campClass = await buildClass(app, { sit: 1 });
    const { cartId, student } = await buildPaidSeat(app, campClass);
    expect((await release(campClass.id, cartId)).body.code).toBe('already_joined');
    const query = { email: student.email };
    expect((await app.as(student).call('GET /myEnrolledClass', { query })).body).toHaveLength(1);
    expect((await release(campClass.id, cartId)).status).toBe(404);
  });
});

it('the list of classes counts the open holds of each', async () => {
  const campClass = await buildClass(app, { sit: 3 });
  const other = await buildClass(app);
  await buildEnrolledSeat(app, campClass);
  for (const _ of ['first', 'second']) await holdSeatOf(app, await buildUser(app), campClass);

  const { body } = await app.as(admin).call('GET /adminClasses');
  const count = (id: string) => body.find(({ _id }) => _id === id)?.openHolds;
  expect([count(campClass.id), count(other.id)]).toEqual([2, 0]);
});

describe('a class without a free seat', () => {
  it('says when the first hold ends', async () => {
    const campClass = await buildClass(app, { sit: 2 });
    const [first, second] = [await buildUser(app), await buildUser(app)];
    const held = await holdSeatOf(app, first, campClass);
    expect((await read(campClass.id)).body.nextHoldEnd).toBeNull();
    app.passMinutes(1);
    await holdSeatOf(app, second, campClass);
    expect((await read(campClass.id)).body.nextHoldEnd).toBe(held.heldUntil);
    const { body } = await app.call('GET /classes', { query: {} });
    expect(body.find(({ _id }) => _id === campClass.id)?.nextHoldEnd).toBe(held.heldUntil);
  });

  it('says nothing if all its seats are paid', async () => {
    const campClass = await buildClass(app, { sit: 1 });
    await buildEnrolledSeat(app, campClass);
    expect((await read(campClass.id)).body).toMatchObject({ sit: 0, nextHoldEnd: null });
  });
});
