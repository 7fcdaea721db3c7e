import type { MoveDocument } from '../database/money-documents.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildEnrolledSeat,
  confirmPayment,
  recordPayment,
  startPaymentOf,
} from './factories.ts';
import { buildFamily } from './families.ts';
import { listAtStripe } from './refunds.ts';
import type { TestApp } from './test-app.ts';

export type Place = { id: string; _id: ObjectId; price: number };
export type Enrolled = { student: { email: string }; cartId: string; paymentId: string };

export type Moving = { from: Place; to: Place } & Enrolled;

/** What tests of moved seats share. */
export function createMoves(getApp: () => TestApp) {
  /** A class of 60 dollars with a paid seat in it, and a class that the seat can move to. */
  async function buildMove(price: number, fields: Partial<ClassDocument> = {}) {
    const from = await buildClass(getApp(), { price: 60, sit: 3 });
    const to = await buildClass(getApp(), { price, sit: 2, ...fields });
    const seat = await buildEnrolledSeat(getApp(), from);
    return { from, to, ...seat };
  }
  const move = (
    { student, cartId }: Omit<Enrolled, 'paymentId'>,
    body: Partial<Input<Contract['POST /moves']>['body']>,
  ) =>
    getApp()
      .as(student)
      .call('POST /moves', { body: { cartId, note: 'By phone.', ...body } });

  /** Moves a seat at once. */
  async function moveTo(seat: Enrolled, to: Place) {
    const { status, body } = await move(seat, { classId: to.id, price: to.price });
    expect({ status, ...body }).toMatchObject({ status: 200 });
    return body;
  }

  /** Pays the difference at Stripe, for a seat that is held in the new class. @returns the payment's id */
  async function payAtStripe(
    { student }: Pick<Enrolled, 'student'>,
    held: { cartId: string; difference: number },
  ) {
    const paymentId = await startPaymentOf(getApp(), student, {
      cartId: held.cartId,
      price: held.difference / 100,
    });
    await confirmPayment(paymentId);
    return paymentId;
  }

  async function readClass({ _id }: { _id: ObjectId }) {
    const found = await getApp().services.database.collections.classes.findOne({ _id });
    if (!found) throw new Error('There is no such class');
    return found;
  }

  /** The paid seats of a class, by cart id. */
  const listPaid = async (campClass: { _id: ObjectId }) =>
    (await readClass(campClass)).seats
      .filter((seat): seat is EnrolledSeat => seat.state === 'enrolled')
      .map(({ seatId }) => seatId.toHexString());

  const readPayment = (_id: string) =>
    getApp().services.database.collections.payments.findOne({ _id });

  const sumBack = async (paymentId: string) => sumAmounts(await listAtStripe(paymentId));

  const readMoves = ({ cartId }: { cartId: string }) =>
    getApp()
      .services.database.collections.seatChanges.find<MoveDocument>({
        kind: 'move',
        seatId: new ObjectId(cartId),
      })
      .toArray();

  /** The old seat is there, the new class is free, and nothing of the first payment was returned. */
  async function expectUntouched({ from, to, cartId, paymentId }: Moving, why?: string) {
    expect(await readClass(from), why).toMatchObject({ sit: 2 });
    expect(await listPaid(from), why).toEqual([cartId]);
    expect(await readClass(to), why).toMatchObject({ sit: 2, seats: [] });
    expect(await readPayment(paymentId), why).toMatchObject({
      ...{ status: 'enrolled', kept: 6_000 },
      items: [{ classId: from._id, state: 'enrolled' }],
    });
  }

  /** The seat is in the new class, and the old place is free. */
  async function expectMoved({ from, to, cartId, paymentId }: Moving, why?: string) {
    expect(await readClass(from), why).toMatchObject({ sit: 3, seats: [] });
    expect(await listPaid(to), why).toEqual([cartId]);
    expect(await readClass(to), why).toMatchObject({ sit: 1 });
    expect(await readPayment(paymentId), why).toMatchObject({
      items: [{ classId: to._id, state: 'enrolled' }],
    });
  }

  /** Cancels a seat as its parent, with what they are shown. */
  async function cancel({ student, cartId }: Omit<Enrolled, 'paymentId'>) {
    const params = { cartId };
    const { body } = await getApp().as(student).call('GET /cancellation/:cartId', { params });
    const { refund } = body;
    const answer = await getApp()
      .as(student)
      .call('POST /cancellation/:cartId', { params, body: { refund } });
    expect(answer.status).toBe(200);
    return refund;
  }

  /** Moves a seat to a dearer class, and pays. @returns the payment of the difference */
  async function moveAndPay(seat: Enrolled, to: Place) {
    const paymentId = await payAtStripe(seat, await moveTo(seat, to));
    expect((await recordPayment(getApp(), seat.student, paymentId)).status).toBe(200);
    return paymentId;
  }

  /** A child of a family with a paid seat, which the parent booked. */
  async function buildChildSeat(fields = {}) {
    const family = await buildFamily(getApp());
    const { parent, child } = family;
    const from = await buildClass(getApp(), { price: 60, sit: 3, ...fields });
    const { body } = await getApp()
      .as(parent)
      .call('POST /addClass', {
        body: { classId: from.id, email: parent.email, childId: child.id },
      });
    const { cartId } = body;
    const paymentId = await payAtStripe({ student: parent }, { cartId, difference: 6_000 });
    expect((await recordPayment(getApp(), parent, paymentId)).status).toBe(200);
    return { ...family, from, cartId, paymentId, student: parent };
  }

  /** Lets the jobs do what is due. */
  async function runAllJobs() {
    getApp().passMinutes(2);
    await runJobs(getApp().services);
  }

  return {
    buildMove,
    move,
    moveTo,
    payAtStripe,
    readClass,
    listPaid,
    readPayment,
    sumBack,
    readMoves,
    expectUntouched,
    expectMoved,
    cancel,
    moveAndPay,
    buildChildSeat,
    runAllJobs,
  };
}
