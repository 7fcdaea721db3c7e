import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClassDocument, UserDocument } from '../database/collections.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

let app: TestApp;
let admin: UserDocument;
beforeAll(async () => {
  app = await startTestApp();
  admin = await buildUser(app, 'admin');
});
afterAll(() => app.close());

const ask = (person: { email: string }, cartId: string) =>
  app.as(person).call('GET /cancellation/:cartId', { params: { cartId } });
const cancel = (person: { email: string }, cartId: string, refund: number) =>
  app.as(person).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
const listCanceled = async (person: { email: string }) =>
  (await app.as(person).call('GET /myCancellations')).body;

const readClass = ({ _id }: { _id: ObjectId }) =>
  app.services.database.collections.classes.findOne({ _id });
const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });
const startsIn = ({ _id }: { _id: ObjectId }, days: number) =>
  app.services.database.collections.classes.updateOne(
    { _id },
    { $set: { camp_start: inDays(days), camp_end: inDays(days + 4) } },
  );

const setTerms = ({ _id }: { _id: ObjectId }, terms?: RefundTerms) =>
  app.services.database.collections.classes.updateOne(
    { _id },
    terms ? { $set: { 'seats.0.terms': terms } } : { $unset: { 'seats.0.terms': true } },
  );

async function buildSeat(price = 100, days = 30) {
  const campClass = await buildClass(app, { price, sit: 3 });
  const seat = await buildEnrolledSeat(app, campClass);
  await startsIn(campClass, days);
  return { campClass, ...seat };
}

describe('a parent cancels a seat', () => {
  it('shows exactly what comes back and until when, and gives that back', async () => {
    const { campClass, student, cartId, paymentId } = await buildSeat(99.99, 5);
    const shown = await ask(student, cartId);
    expect(shown.body).toMatchObject({
      ...{ refund: 5_000, kept: 4_999, percent: 50, fee: 0, until: inDays(2), paid: 9_999 },
      ...{ className: campClass.name, student_name: student.name, isOffered: null },
    });
    const answer = await cancel(student, cartId, 5_000);
    expect(answer.body).toMatchObject({
      ...{ refund: 5_000, kept: 4_999, by: 'parent', state: 'refunded', paymentId },
    });
    expect(await readClass(campClass)).toMatchObject({ sit: 3, seats: [] });
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 4_999, status: 'enrolled', items: [{ state: 'refunded' }] },
    });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 5_000 }]);
    expect(await listCanceled(student)).toEqual([answer.body]);
  });
});
