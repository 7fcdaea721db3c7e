import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildChild,
  buildClass,
  buildUser,
  buildWeeks,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const HOLDS_PER_ADDRESS = 4;

// Two servers with one database. The second one limits the seats that one address can hold.
const app = useTestApp();
const strict = useSecondServer(app, { HOLDS_PER_ADDRESS: String(HOLDS_PER_ADDRESS) });

type Student = { _id: ObjectId; email: string };
const buildClasses = (count: number, sit = 5) =>
  Promise.all(Array.from({ length: count }, () => buildClass(app, { sit })));
const join = (student: { email: string }, { id }: { id: string }, at = app) =>
  at.as(student).call('POST /addClass', { body: { classId: id, email: student.email } });
type Child = { id: string };
const joinFor = (
  child: Child,
  parent: { email: string },
  { id: classId }: { id: string },
  at = app,
) =>
  at
    .as(parent)
    .call('POST /addClass', { body: { classId, email: parent.email, childId: child.id } });
const buildChildren = async (parent: Student, count: number): Promise<Child[]> => {
  const children = [];
  for (let one = 0; one < count; one += 1) children.push(await buildChild(app, parent));
  return children;
};
/** How often each end came, such as `{ held: 3, too_many_holds: 2 }`. */
const countEnds = (answers: { status: number; body: { code?: string } }[]) => {
  const ends = answers.map(({ status, body }) => (status === 200 ? 'held' : String(body.code)));
  return Object.fromEntries(
    [...new Set(ends)].map((end) => [end, ends.filter((one) => one === end).length]),
  );
};
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

// Rules: R51, R52, R517.
describe('one account', () => {
  it('holds one of 30 classes on the same days that it joins at once', async () => {
    for (const round of [1, 2, 3]) {
      const student = await buildStudent();
      const classes = await buildClasses(30);
      const answers = await Promise.all(
        classes.map((campClass, number) => join(student, campClass, number % 2 ? strict : app)),
      );
      expect(countEnds(answers), `round ${round}`).toEqual({ held: 1, too_many_holds: 29 });
      expect(await countHeld(student)).toBe(1);
    }
  });

  it(`holds ${FIRST_SCHOOL.booking.maxHeld} of 28 seats that it joins at once for two children`, async () => {
    const parent = await buildStudent();
    const children = await buildChildren(parent, 2);
    const weeks = await buildWeeks(app, 14);
    const answers = await Promise.all(
      weeks.flatMap((week) =>
        children.map((child, number) => joinFor(child, parent, week, number % 2 ? strict : app)),
      ),
    );
    const late = 28 - FIRST_SCHOOL.booking.maxHeld;
    expect(countEnds(answers)).toEqual({
      held: FIRST_SCHOOL.booking.maxHeld,
      too_many_holds: late,
    });
    const refused = await join(parent, weeks[0]!);
    expect(refused.body.message).toBe(
      'One account can hold up to 24 unpaid seats. Pay for yours or remove some, then join this class.',
    );
  });

  it(`holds ${FIRST_SCHOOL.booking.maxHeldOfClass} of 9 seats of one class that it joins at once`, async () => {
    const parent = await buildStudent();
    const children = await buildChildren(parent, 9);
    const [campClass] = await buildClasses(1, 20);
    const answers = await Promise.all(children.map((child) => joinFor(child, parent, campClass!)));
    const late = 9 - FIRST_SCHOOL.booking.maxHeldOfClass;
    expect(countEnds(answers)).toEqual({
      held: FIRST_SCHOOL.booking.maxHeldOfClass,
      too_many_holds: late,
    });
    expect(answers.find(({ status }) => status !== 200)?.body.message).toBe(
      'One account can hold up to 6 unpaid seats in this class. Pay for yours or remove some, then join again.',
    );
  });

  it('holds three of 30 seats that it joins at once, in any classes, before its address is confirmed', async () => {
    for (const round of [1, 2, 3]) {
      const parent = await buildStudent({ isVerified: false });
      const children = await buildChildren(parent, 3);
      const weeks = await buildWeeks(app, 10);
      const answers = await Promise.all(
        weeks.flatMap((week) =>
          children.map((child, number) => joinFor(child, parent, week, number % 2 ? strict : app)),
        ),
      );
      expect(countEnds(answers), `round ${round}`).toEqual({ held: 3, verify_email_first: 27 });
    }
  });

  it('is asked to confirm the address before it holds a fourth seat', async () => {
    const parent = await buildStudent({ isVerified: false });
    const children = await buildChildren(parent, 2);
    const [first, second] = await buildWeeks(app, 2);
    for (const week of [first!, second!])
      for (const child of children.slice(week === first ? 0 : 1))
        expect((await joinFor(child, parent, week)).status).toBe(200);
    expect((await joinFor(children[0]!, parent, second!)).body).toMatchObject({
      code: 'verify_email_first',
      message: 'Confirm your email address to hold more than 3 seats, or pay for those you hold.',
    });
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: parent._id }, { $set: { isVerified: true } });
    expect((await joinFor(children[0]!, parent, second!)).status).toBe(200);
  });

  it('holds one class for each child and camp day, and says which other one it is', async () => {
    const parent = await buildStudent();
    const [mia, tom] = [
      await buildChild(app, parent, { name: 'Mia' }),
      await buildChild(app, parent, { name: 'Tom' }),
    ];
    const [chess, later] = await buildWeeks(app, 2, { name: 'Chess' });
    expect((await joinFor(mia, parent, chess!)).status).toBe(200);
    const lastDay = { camp_start: chess!.camp_end, camp_end: later!.camp_start };
    const both = await buildClass(app, { ...lastDay, name: 'Robots' });
    expect((await joinFor(mia, parent, both)).body).toMatchObject({
      code: 'too_many_holds',
      message:
        'Mia has an unpaid seat in Chess on the same camp day. Pay for it or remove it, then join this class.',
    });
    expect((await joinFor(mia, parent, later!)).status).toBe(200);
    expect((await joinFor(tom, parent, both)).status).toBe(200);
    expect((await join(parent, both)).status).toBe(200);
    expect((await join(parent, chess!)).body.message).toMatch(
      /^You have an unpaid seat in Robots on the same camp day\./,
    );
  });

  it('holds a class of weekdays and one on the weekend between them', async () => {
    const student = await buildStudent();
    // Two weeks from a Monday to a Friday; the school has no camp on weekends.
    const first = new Date(inDays(30)).getUTCDay();
    const monday = 30 + ((8 - first) % 7);
    const days = (from: number, to: number) => ({
      camp_start: inDays(monday + from),
      camp_end: inDays(monday + to),
    });
    await holdSeatOf(app, student, await buildClass(app, days(0, 11)));
    await holdSeatOf(app, student, await buildClass(app, days(5, 6)));
    const refused = await join(student, await buildClass(app, days(11, 12)));
    expect(refused.body.code).toBe('too_many_holds');
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
  ])('can join another class on the same days as soon as the first is %s', async (_name, end) => {
    const student = await buildStudent();
    const [first, second] = await buildClasses(2);
    const seat = await holdSeatOf(app, student, first!);
    expect((await join(student, second!)).body.code).toBe('too_many_holds');
    await end(student, { ...first!, ...seat });
    expect((await join(student, second!)).status).toBe(200);
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

  it(`joins at most ${FIRST_SCHOOL.booking.maxHeld + 6} classes in three hours`, async () => {
    const student = await buildStudent();
    const classes = await buildClasses(FIRST_SCHOOL.booking.maxHeld + 6 + 1);
    for (const campClass of classes.slice(0, -1)) {
      const { cartId } = await holdSeatOf(app, student, campClass);
      await remove(student, campClass, cartId);
    }
    const refused = await join(student, classes.at(-1)!);
    expect(refused.body).toMatchObject({ code: 'held_too_often' });
    expect(refused.body.message).toMatch(/^You have joined many classes/);
  });

  it('is not stopped for long by joins that a crash cut off', async () => {
    const [campClass, other] = await buildClasses(2);
    const cutOff = [{ seatId: new ObjectId(), classId: other!._id, at: app.services.now() }];
    const student = await buildStudent({ holds: cutOff, holdsRevision: 1 });
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
    const classes = await buildClasses(1);
    await holdSeatOf(app, student, classes[0]!);
    const [full] = await buildClasses(1, 0);
    expect((await join(student, classes[0]!)).body.code).toBe('already_joined');
    expect((await join(student, full!)).body.code).toBe('class_full');
    expect((await join(student, { id: new ObjectId().toHexString() })).status).toBe(404);
  });
});

describe('one network address', () => {
  it('holds a few seats of a class, even if they are joined at once, and more of another', async () => {
    const [campClass, other] = await buildWeeks(app, 2, { sit: 20 });
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
