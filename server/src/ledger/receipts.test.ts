import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { makePayment } from '../testing/documents.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { forgetPayer } from '../payments/payer.ts';
import { issueReceipt } from './receipts.ts';

const app = useTestApp();

// Rules: R133.
it('fifty receipts at once have numbers without gaps, and a payment has one', async () => {
  const campClass = await buildClass(app);
  const { receipts } = app.services.database.collections;
  const payments = Array.from({ length: 50 }, (_none, n) => {
    const seat = { seatId: new ObjectId(), classId: campClass._id, name: 'Ada' };
    const { _id, ...payment } = makePayment(seat, {
      ...{ _id: `pi_many${n}`, email: 'ada@example.test', amount: 100, createdAt: new Date() },
    });
    return { paymentId: _id, ...payment };
  });
  const issue = () => payments.map((payment) => issueReceipt(payment, app.services));
  await Promise.all([...issue(), ...issue()]);
  const issued = await receipts.find().sort({ _id: 1 }).toArray();
  expect(issued.map(({ _id }) => _id)).toEqual(Array.from({ length: 50 }, (_none, n) => n + 1));
  expect(new Set(issued.map(({ paymentId }) => paymentId)).size).toBe(50);
});

it('an old payment gets its receipt when somebody asks, and later news about the class do not change it', async () => {
  const campClass = await buildClass(app, { name: 'Kites' });
  const { student, paymentId } = await buildEnrolledSeat(app, campClass);
  const { receipts, classes } = app.services.database.collections;
  await receipts.deleteMany({ paymentId });
  const admin = await buildUser(app, 'admin');
  const read = (person: { email: string }) =>
    app.as(person).call('GET /receipts/:paymentId', { params: { paymentId } });
  expect((await read(student)).body).toMatchObject({ items: [{ className: 'Kites' }] });
  await classes.updateOne({ _id: campClass._id }, { $set: { name: 'Dragons' } });
  expect((await read(admin)).body).toMatchObject({
    items: [{ className: 'Kites', student_name: student.name }],
  });
});

it('a deleted account leaves no name and no email in its receipts', async () => {
  const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
  await forgetPayer({ user: student }, 'deleted-1@deleted.invalid', app.services);
  const { receipts } = app.services.database.collections;
  expect(await receipts.findOne({ paymentId })).toMatchObject({
    payer: { name: 'Deleted student', email: 'deleted-1@deleted.invalid' },
    items: [{ studentName: 'Deleted student' }],
  });
});
