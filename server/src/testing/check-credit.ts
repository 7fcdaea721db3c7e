import { toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { whatIsLeft } from '../ledger/what-is-left.ts';
import { listSeatsOf, onlyEnrolled } from '../seats/find-seat.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listAtStripe } from './refunds.ts';
import type { TestApp } from './test-app.ts';

/**
 * Computes an account's credit from the ledger alone, and compares. What became credit and did not become money of a
 * payment again is what is left, or taken for a payment that is not made yet. Stripe agrees with the movements of card
 * payments, credit or not; and each seat has what is paid of its price, in one payment or several.
 */
export async function checkCredit(app: TestApp, { _id: userId }: { _id: ObjectId }): Promise<void> {
  const { collections } = app.services.database;
  const payments = await collections.payments.find({ userId }).toArray();
  const ids = payments.map(({ _id }) => _id);
  const refunds = await collections.refunds.find({ paymentId: { $in: ids } }).toArray();
  const credits = refunds.flatMap(({ credit, amount, state }) =>
    credit && state === 'succeeded' ? [{ ...credit, amount }] : [],
  );
  for (const { amount, left, uses } of credits) {
    expect(left).toBe(amount - sumAmounts(uses));
    expect(left).toBeGreaterThanOrEqual(0);
  }
  const movements = payments.flatMap((one) => one.movements);
  const moved = 0 - sumAmounts(movements.filter(({ kind }) => kind === 'credit'));
  const open = payments.filter(({ status }) => status === 'open');
  const names = open.flatMap(({ _id }) => [_id, `credit_${_id}`]);
  const uses = credits.flatMap((one) => one.uses);
  const taken = sumAmounts(uses.filter(({ id }) => names.includes(id)));
  expect(sumAmounts(credits.map(({ left: amount }) => ({ amount }))) + taken).toBe(moved);

  for (const payment of payments) {
    const { _id, kept, method, status } = payment;
    if (status === 'open' || status === 'canceled') continue;
    expect(kept).toBe(sumAmounts(payment.movements));
    if (method !== 'card') continue;
    const money = payment.movements.filter(({ kind }) => kind !== 'credit');
    const atStripe = (await listAtStripe(_id)).filter((one) => one.status !== 'failed');
    const lost = refunds.filter((one) => one.paymentId === _id && one.reason === 'dispute');
    const left = payment.amount - sumAmounts(atStripe) - sumAmounts(lost);
    expect(sumAmounts(money), `at Stripe: ${_id}`).toBe(left);
  }
  for (const { campClass, seat } of onlyEnrolled(await listSeatsOf(collections, { userId }))) {
    const parts = await whatIsLeft(seat, app.services);
    expect(parts.reduce((sum, part) => sum + part.left, 0)).toBe(
      toCents(seat.price) - owedByAll(campClass, seat),
    );
  }
}
