import { ObjectId } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../errors.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

async function seatsLeft(campClass: { id: string }): Promise<number> {
  const { body } = await app.call('GET /classes/:id', { params: { id: campClass.id } });
  return body.sit;
}

// Rules: R3, R4, R5, R6, R7, R8, R10.
describe('joining a class', () => {
  it('holds a seat and puts it into the cart with its price', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 3, name: 'Robots', price: 120 });

    const joined = await app.as(student).call('POST /addClass', {
      body: {
        classId: campClass.id,
        email: student.email,
        name: 'Robots',
        price: 120,
        pay: 'pending',
        image: campClass.image,
      },
    });

    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({
      status: true,
      message: 'Added to Cart, Check Your Dashboard',
    });
    expect(await seatsLeft(campClass)).toBe(2);
    const cart = await app.as(student).call('GET /myclass', { query: { email: student.email } });
    expect(cart.body).toMatchObject([
      { _id: joined.body.cartId, name: 'Robots', price: 120, classId: campClass.id },
    ]);
  });

  it('is refused if the browser’s price is not the class’s price', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 120 });
    const answer = await app.as(student).call('POST /addClass', {
      body: { classId: campClass.id, email: student.email, price: 1 },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    expect(await seatsLeft(campClass)).toBe(5);
  });

  it('gives each of many simultaneous joins its own answer', async () => {
    const open = await buildClass(app, { sit: 40, price: 20 });
    const full = await buildClass(app, { sit: 0 });
    const gone = await buildClass(app, { status: 'archived' });
    const wishes = [
      { classId: open.id, expected: undefined },
      { classId: full.id, expected: 'class_full' },
      { classId: open.id, price: 19, expected: 'price_changed' },
      { classId: gone.id, expected: 'not_found' },
    ];
    const joining = await Promise.all(
      Array.from({ length: 40 }, async (_none, number) => {
        const { expected, ...wish } = wishes[number % wishes.length]!;
        return { student: await buildUser(app), wish, expected };
      }),
    );
    const answers = await Promise.all(
      joining.map(({ student: { email }, wish }) =>
        app.as({ email }).call('POST /addClass', { body: { ...wish, email } }),
      ),
    );
    expect(answers.map(({ body }) => body.code)).toEqual(joining.map(({ expected }) => expected));
    const classes = await app.services.database.collections.classes
      .find({ _id: { $in: [open._id, full._id, gone._id] } })
      .toArray();
    const seated = classes.flatMap(({ seats }) => seats.map(({ seatId }) => seatId.toHexString()));
    expect(seated.sort()).toEqual(
      answers.flatMap(({ status, body }) => (status === 200 ? [body.cartId] : [])).sort(),
    );
  });

  it('is refused a second time, and when the class is full, unknown or archived', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { sit: 1 });
    await holdSeatOf(app, student, campClass);

    const join = (person: { email: string }, classId: string) =>
      app.as(person).call('POST /addClass', { body: { classId, email: person.email } });
    expect((await join(student, campClass.id)).body.code).toBe('already_joined');
    expect((await join(other, campClass.id)).body.code).toBe('class_full');
    expect((await join(other, new ObjectId().toHexString())).status).toBe(404);
    const archived = await buildClass(app, { status: 'archived' });
    expect((await join(other, archived.id)).status).toBe(404);
  });

  it('takes one seat, even if a student presses the button 50 times', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 20 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app
          .as(student)
          .call('POST /addClass', { body: { classId: campClass.id, email: student.email } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_joined')).toHaveLength(49);
    expect(await seatsLeft(campClass)).toBe(19);
  });

  it('is for students only, and only for themselves', async () => {
    const campClass = await buildClass(app);
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const body = { classId: campClass.id, email: student.email };
    expect((await app.call('POST /addClass', { body })).status).toBe(401);
    expect((await app.as(other).call('POST /addClass', { body })).status).toBe(403);
    for (const role of ['instructor', 'admin'] as const) {
      const person = await buildUser(app, role);
      const answer = await app
        .as(person)
        .call('POST /addClass', { body: { ...body, email: person.email } });
      expect(answer).toMatchObject({ status: 403, body: { message: 'Only Student Can Join' } });
    }
    expect(await seatsLeft(campClass)).toBe(5);
  });
});

describe('removing a selected course', () => {
  const remove = (person: { email: string }, cartId: string, classId: string) =>
    app.as(person).call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });

  it('frees the seat once', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 2 });
    const { cartId } = await holdSeatOf(app, student, campClass);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => remove(student, cartId, campClass.id)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await seatsLeft(campClass)).toBe(2);
    expect((await remove(student, cartId, campClass.id)).status).toBe(404);
  });

  it('is refused for another student’s seat and for another class’s id', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { sit: 2 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    expect((await remove(other, cartId, campClass.id)).status).toBe(404);
    expect((await remove(student, cartId, (await buildClass(app)).id)).status).toBe(404);
    expect(await seatsLeft(campClass)).toBe(1);
  });

  it('is refused for a paid seat, even if the payment was not recorded yet', async () => {
    const campClass = await buildClass(app, { sit: 2 });
    const { student, cartId } = await buildPaidSeat(app, campClass);
    expect((await remove(student, cartId, campClass.id)).body.code).toBe('already_joined');
    const enrolled = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(enrolled.body).toHaveLength(1);
    expect(await seatsLeft(campClass)).toBe(1);
  });

  it('cancels a started payment, so that it can’t be paid anymore', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect((await remove(student, cartId, campClass.id)).status).toBe(200);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
  });

  it.each(['remove it again', 'pay after all'])(
    'fails if Stripe’s answer is lost: the seat stays, and a student can %s',
    async (then) => {
      let isLost = true;
      const shaky = await startTestApp(({ cardPayments }) => ({
        cardPayments: {
          ...cardPayments,
          async cancelIntent(id) {
            await cardPayments.cancelIntent(id);
            if (isLost) throw new ApiError('unavailable');
          },
        },
      }));
      onTestFinished(() => shaky.close());
      const student = await buildUser(shaky);
      const campClass = await buildClass(shaky);
      const { cartId } = await holdSeatOf(shaky, student, campClass);
      const seat = { cartId, price: campClass.price };
      const first = await startPaymentOf(shaky, student, seat);
      const input = { params: { cartId }, query: { classId: campClass.id } };
      const removeNow = () => shaky.as(student).call('DELETE /addClass/:cartId', input);
      expect((await removeNow()).status).toBe(503);
      isLost = false;
      if (then === 'remove it again') expect((await removeNow()).status).toBe(200);
      else {
        const second = await startPaymentOf(shaky, student, seat);
        expect(await confirmPayment(second)).toBe('succeeded');
        expect((await recordPayment(shaky, student, second)).status).toBe(200);
      }
      expect(await confirmPayment(first)).toBe('payment_intent_unexpected_state');
    },
  );
});

describe('a seat that is not paid in time', () => {
  it('leaves the cart at once, and a job frees it', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 1 });
    await holdSeatOf(app, student, campClass);
    app.passMinutes(31);
    const cart = await app.as(student).call('GET /myclass', { query: { email: student.email } });
    expect(cart.body).toEqual([]);
    await runJobs(app.services);
    expect(await seatsLeft(campClass)).toBe(1);
    await runJobs(app.services);
    expect(await seatsLeft(campClass)).toBe(1);
  });

  it('goes to the next student without waiting for a job', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { sit: 1 });
    await holdSeatOf(app, student, campClass);
    app.passMinutes(31);
    await holdSeatOf(app, other, campClass);
    const cart = await app.as(other).call('GET /myclass', { query: { email: other.email } });
    expect(cart.body).toHaveLength(1);
    expect(await seatsLeft(campClass)).toBe(0);
  });

  it('is held longer when the payment page opens, once', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 1 });
    const { cartId, heldUntil } = await holdSeatOf(app, student, campClass);
    const open = () =>
      app
        .as(student)
        .call('POST /createPayment-intent', { body: { cartId, price: campClass.price } });

    app.passMinutes(20);
    const first = await open();
    expect(Date.parse(first.body.heldUntil ?? '') - Date.parse(heldUntil)).toBeGreaterThan(
      19 * 60_000,
    );
    app.passMinutes(20);
    expect((await open()).body.heldUntil).toBe(first.body.heldUntil);
    app.passMinutes(20);
    expect((await open()).body.code).toBe('seat_not_held');
  });

  it('stays with a student whose payment succeeded', async () => {
    const campClass = await buildClass(app, { sit: 1 });
    const { student } = await buildPaidSeat(app, campClass);
    app.passMinutes(61);
    await runJobs(app.services);
    const enrolled = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(enrolled.body).toHaveLength(1);
    expect(await seatsLeft(campClass)).toBe(0);
  });

  it('can’t be paid once it was freed', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 1 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    app.passMinutes(61);
    await runJobs(app.services);
    expect(await seatsLeft(campClass)).toBe(1);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
  });
});
