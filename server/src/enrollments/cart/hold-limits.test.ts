import { MAX_HOLDS_IN_WINDOW } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../../testing/factories.ts';
import { useSecondServer, useTestApp } from '../../testing/test-app.ts';

const HOLDS_PER_ADDRESS = 4;

// Two servers with one database. The second one limits the seats that one address can hold.
const app = useTestApp();
const strict = useSecondServer(app, { HOLDS_PER_ADDRESS: String(HOLDS_PER_ADDRESS) });

type Student = { _id: ObjectId; email: string };
const buildClasses = (count: number, sit = 5) =>
  Promise.all(Array.from({ length: count }, () => buildClass(app, { sit })));
const join = (student: { email: string }, { id }: { id: string }, at = app) =>
  at.as(student).call('POST /addClass', { body: { classId: id, email: student.email } });
const remove = (student: { email: string }, { id }: { id: string }, cartId: string) =>
  app.as(student).call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId: id } });
const countHeld = ({ _id }: { _id: ObjectId }) =>
  app.services.database.collections.classes.countDocuments({ 'seats.userId': _id });
const buildStudent = async (fields: object = {}): Promise<Student> => {
  const student = await buildUser(app);
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: student._id }, { $set: fields });
  return student;
};
const passMinutes = (minutes: number) =>
  [app, strict].forEach((server) => server.passMinutes(minutes));

describe('one account', () => {
  it.each([
    ['confirmed', 3, { isVerified: true }],
    ['not confirmed', 1, { isVerified: false }],
  ])(
    'whose address is %s holds %i of 30 classes that it joins at once',
    async (_name, max, who) => {
      for (const round of [1, 2, 3]) {
        const student = await buildStudent(who);
        const classes = await buildClasses(30);
        const answers = await Promise.all(
          classes.map((campClass, number) => join(student, campClass, number % 2 ? strict : app)),
        );
        const refusals = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]));
        expect(refusals, `round ${round}`).toEqual(Array(30 - max).fill('too_many_holds'));
        expect(await countHeld(student)).toBe(max);
      }
    },
  );

  it('holds seats for three siblings in one class before its address is confirmed', async () => {
    const student = await buildStudent({ isVerified: false });
    const [campClass, other] = await buildClasses(2, 10);
    const joinFor = async (name: string, { id }: { id: string }) => {
      const child = await buildChild(app, student, { name });
      const body = { classId: id, email: student.email, childId: child.id };
      const { status, body: answer } = await app.as(student).call('POST /addClass', { body });
      return status === 200 ? 'held' : answer.code;
    };
    const names = ['Mia', 'Tom', 'Ada', 'Ben', 'Eva'];
    const answers = await Promise.all(names.map((name) => joinFor(name, campClass!)));
    expect(answers.sort()).toEqual([...Array(3).fill('held'), ...Array(2).fill('too_many_holds')]);
    expect(await joinFor('Lea', other!)).toBe('too_many_holds');
  });

  it('is asked to confirm the address if it could then hold another class', async () => {
    const student = await buildStudent({ isVerified: false });
    const [first, second] = await buildClasses(2);
    await holdSeatOf(app, student, first!);
    expect((await join(student, second!)).body.message).toMatch(/^Confirm your email address/);
  });

  it.each<
    [string, (student: Student, held: { cartId: string; price: number; id: string }) => unknown]
  >([
    ['removed', (student, held) => remove(student, held, held.cartId)],
    [
      'paid for',
      async (student, held) => {
        const paymentId = await startPaymentOf(app, student, held);
        await confirmPayment(paymentId);
        await recordPayment(app, student, paymentId);
      },
    ],
    ['over', () => passMinutes(31)],
  ])('can join another class as soon as one of its three is %s', async (_name, end) => {
    const student = await buildStudent();
    const classes = await buildClasses(5);
    const seats = [];
    for (const campClass of classes.slice(0, 3))
      seats.push({ ...campClass, ...(await holdSeatOf(app, student, campClass)) });
    expect((await join(student, classes[3]!)).body.code).toBe('too_many_holds');
    const { cartId, price, id } = seats[1]!;
    await end(student, { cartId, price, id });
    expect((await join(student, classes[4]!)).status).toBe(200);
  });

  it('holds the same class twice, then only after three hours', async () => {
    const student = await buildStudent();
    const [campClass] = await buildClasses(1);
    for (const _time of [1, 2]) {
      const { cartId } = await holdSeatOf(app, student, campClass!);
      await remove(student, campClass!, cartId);
      passMinutes(30);
    }
    const refused = await join(student, campClass!);
    expect(refused).toMatchObject({ status: 409, body: { code: 'held_too_often' } });
    expect(refused.body.message).toContain('again in 120 minutes');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(120 * 60);
    passMinutes(121);
    expect((await join(student, campClass!)).status).toBe(200);
  });

  it('can join a class again as often as it has paid for it and canceled', async () => {
    const student = await buildStudent();
    const [campClass] = await buildClasses(1);
    for (const _time of [1, 2, 3]) {
      const { cartId } = await holdSeatOf(app, student, campClass!);
      const { price } = campClass!;
      const paymentId = await startPaymentOf(app, student, { cartId, price });
      await confirmPayment(paymentId);
      expect((await recordPayment(app, student, paymentId)).status).toBe(200);
      const params = { cartId };
      const body = { refund: price * 100 };
      const canceled = await app.as(student).call('POST /cancellation/:cartId', { params, body });
      expect(canceled.status).toBe(200);
    }
    expect((await join(student, campClass!)).status).toBe(200);
  });

  it('joins a free class twice, then only after three hours, however soon it cancels', async () => {
    const student = await buildStudent();
    const campClass = await buildClass(app, { price: 0 });
    for (const _time of [1, 2]) {
      const { cartId } = await holdSeatOf(app, student, campClass);
      const params = { cartId };
      const body = { refund: 0 };
      await app.as(student).call('POST /cancellation/:cartId', { params, body });
    }
    for (const minutes of [0, 1, 40]) {
      passMinutes(minutes);
      expect((await join(student, campClass)).body).toMatchObject({
        code: 'held_too_often',
        message: expect.stringMatching(
          /^You have joined this class twice and not kept the seat\./,
        ) as string,
      });
    }
  });

  it('joins at most twenty classes in three hours', async () => {
    const student = await buildStudent();
    const classes = await buildClasses(MAX_HOLDS_IN_WINDOW + 1);
    for (const campClass of classes.slice(0, -1)) {
      const { cartId } = await holdSeatOf(app, student, campClass);
      await remove(student, campClass, cartId);
    }
    const refused = await join(student, classes.at(-1)!);
    expect(refused.body).toMatchObject({ code: 'held_too_often' });
    expect(refused.body.message).toMatch(/^You have joined many classes/);
  });

  it('is not stopped for long by joins that a crash cut off', async () => {
    const cutOff = Array.from({ length: 3 }, () => ({
      seatId: new ObjectId(),
      classId: new ObjectId(),
      at: app.services.now(),
    }));
    const student = await buildStudent({ holds: cutOff, holdsRevision: 3 });
    const [campClass] = await buildClasses(1);
    expect((await join(student, campClass!)).body.code).toBe('too_many_holds');
    passMinutes(10 / 60);
    expect((await join(student, campClass!)).status).toBe(200);
  });

  it('is not charged for a join that was refused', async () => {
    const student = await buildStudent();
    const [campClass] = await buildClasses(1, 0);
    for (const _time of [1, 2, 3, 4])
      expect((await join(student, campClass!)).body.code).toBe('class_full');
    const { users } = app.services.database.collections;
    expect((await users.findOne({ _id: student._id }))?.holds).toEqual([]);
  });

  it('gets the refusals of the class first: already joined, full or gone', async () => {
    const student = await buildStudent();
    const classes = await buildClasses(3);
    for (const campClass of classes) await holdSeatOf(app, student, campClass);
    const [full] = await buildClasses(1, 0);
    expect((await join(student, classes[0]!)).body.code).toBe('already_joined');
    expect((await join(student, full!)).body.code).toBe('class_full');
    expect((await join(student, { id: new ObjectId().toHexString() })).status).toBe(404);
  });
});

describe('one network address', () => {
  it('holds a few seats of a class, even if they are joined at once, and more of another', async () => {
    const [campClass, other] = await buildClasses(2, 20);
    const students = await Promise.all(Array.from({ length: 12 }, () => buildStudent()));
    const answers = await Promise.all(students.map((student) => join(student, campClass!, strict)));
    const refused = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]));
    expect(refused).toEqual(Array(12 - HOLDS_PER_ADDRESS).fill('too_many_here'));
    expect((await join(students[0]!, other!, strict)).status).toBe(200);
  });

  it('gets its place back when a seat is paid for, removed or over, and its trace is gone', async () => {
    const [campClass] = await buildClasses(1, 20);
    const students = await Promise.all(
      Array.from({ length: HOLDS_PER_ADDRESS + 3 }, () => buildStudent()),
    );
    const seats = [];
    for (const student of students.slice(0, HOLDS_PER_ADDRESS))
      seats.push({ student, ...(await holdSeatOf(strict, student, campClass!)) });
    const [first, second] = seats as [(typeof seats)[0], (typeof seats)[0]];
    const late = students.slice(HOLDS_PER_ADDRESS);
    expect((await join(late[0]!, campClass!, strict)).body.code).toBe('too_many_here');

    await remove(first.student, campClass!, first.cartId);
    expect((await join(late[0]!, campClass!, strict)).status).toBe(200);

    const paymentId = await startPaymentOf(app, second.student, {
      cartId: second.cartId,
      price: campClass!.price,
    });
    await confirmPayment(paymentId);
    await recordPayment(app, second.student, paymentId);
    expect((await join(late[1]!, campClass!, strict)).status).toBe(200);
    expect((await join(late[2]!, campClass!, strict)).body.code).toBe('too_many_here');

    const found = await app.services.database.collections.classes.findOne({ _id: campClass!._id });
    expect(found?.seats.filter((seat) => seat.state === 'enrolled')).toMatchObject([
      expect.not.objectContaining({ addressHash: expect.anything() as unknown }),
    ]);
    passMinutes(31);
    expect((await join(late[2]!, campClass!, strict)).status).toBe(200);
  });
});
