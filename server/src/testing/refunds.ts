import { ObjectId } from 'mongodb';
import { inject } from 'vitest';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { makePayment } from './documents.ts';
import { buildClass, buildUser, confirmPayment } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A refund at Stripe, as its API shows it. Amounts are in cents. */
export type RefundAtStripe = {
  id: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
};

/** Asks Stripe without our server, as its dashboard does. */
async function askStripe(path: string, fields?: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${inject('sandboxUrl')}/v1/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  if (!answer.ok) throw new Error(`Stripe: ${await answer.text()}`);
  return answer.json();
}

/** Makes a refund in Stripe's dashboard: of everything left, or of an amount in cents. */
export async function refundAtDashboard(
  paymentId: string,
  amount?: number,
): Promise<RefundAtStripe> {
  const fields = { payment_intent: paymentId, ...(amount && { amount: String(amount) }) };
  return (await askStripe('refunds', fields)) as RefundAtStripe;
}

/** What Stripe has refunded of a payment, newest first. */
export async function listAtStripe(paymentId: string): Promise<RefundAtStripe[]> {
  const list = await askStripe(`refunds?payment_intent=${paymentId}&limit=100`);
  return (list as { data: RefundAtStripe[] }).data;
}

/**
 * Adds a student's payment to the database and to Stripe, with an enrolled seat in a separate class for each amount (in
 * cents).
 * @param card one of Stripe's test payment methods
 */
export async function buildPaidSeats(
  app: TestApp,
  amounts: number[],
  card = 'pm_card_visa',
): Promise<{ student: UserDocument; paymentId: string; items: PaymentItem[] }> {
  const student = await buildUser(app);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const intent = await askStripe('payment_intents', { amount: String(total), currency: 'usd' });
  const { id: paymentId } = intent as { id: string };
  await confirmPayment(paymentId, card);
  const { _id: userId, email, name } = student;
  const items: PaymentItem[] = [];
  for (const amount of amounts) {
    const seatId = new ObjectId();
    const at = app.services.now();
    const seat = { seatId, userId, name, joinedAt: at, enrolledAt: at, price: amount / 100 };
    const paid = { state: 'enrolled' as const, entry_code: 'EXM-101', paymentId };
    const { _id: classId } = await buildClass(app, { sit: 4, seats: [{ ...seat, ...paid }] });
    items.push({ seatId, isGiven: true, classId, name, amount, state: 'enrolled' });
  }
  const payment = { _id: paymentId, email, amount: total, createdAt: app.services.now(), items };
  const { payments } = app.services.database.collections;
  await payments.insertOne(makePayment(items[0] as PaymentItem, payment));
  return { student, paymentId, items };
}
