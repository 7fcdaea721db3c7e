import { isDoneBy } from '../events/audit-event.ts';
import type { OwnData } from '@speakifyr/contract/account.ts';
import { listRefundsTo } from '../ledger/what-is-left.ts';
import type { ObjectId } from 'mongodb';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { findNewOwner, findPseudonym, findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { StartedPayment } from '../ledger/enter-payment.ts';
import { createLineReader, type Payer, readState } from '../ledger/payer-lines.ts';
import { keptOf, listPaymentsOf, erasePayer } from '../ledger/payment-store.ts';
import { forgetPapers } from '../ledger/receipts.ts';
import { forgetStatements, moveStatements } from '../ledger/statements.ts';
import { forgetGiven } from '../ledger/refund-store.ts';
import { endPayment } from '../changes/end-payment.ts';
import { listMovesOf } from '../changes/move-store.ts';

/**
 * Everything in the ledger about a person, for that person: each payment they started, oldest first. Leaves out free
 * seats of a child whose guardian they no longer are: nothing was paid. R168
 */
export async function getLedgerOf(payer: Payer, services: Services): Promise<OwnData['payments']> {
  const payments = await listPaymentsOf(services.database.collections, payer._id);
  const seats = payments.flatMap(({ paymentId, items }) =>
    items.map((item) => ({ ...item, paymentId })),
  );
  const read = await createLineReader(seats, payer, services);
  return payments.flatMap(({ paymentId, email, studentName, amount, currency, ...payment }) => {
    const { items, kept, status, createdAt, settledAt } = payment;
    const lines = items.map((item) => ({ item, line: read({ ...item, paymentId }) }));
    if (payment.method === 'free' && lines.every(({ line }) => !line.isTheirs)) return [];
    return {
      transactionId: paymentId,
      email,
      studentName,
      amount,
      currency,
      status,
      kept: keptOf({ status, kept }),
      items: lines.map(({ item, line }) => {
        // A payment that bought nothing has nothing to hide.
        const state = status === 'enrolled' ? readState(item.state, line) : item.state;
        return { ...line, amount: item.amount, state };
      }),
      createdAt: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    };
  });
}

/**
 * The moves of seats that a person paid for, for that person, oldest first. For a child whose guardian they no longer
 * are, only those that they made themselves, or that refunded them.
 */
export async function getMovesOf(payer: Payer, services: Services): Promise<OwnData['moves']> {
  const moves = await listMovesOf(services.database.collections, payer._id);
  const lines = moves.flatMap(({ paymentId, seatId, from, to }) =>
    [from, to].map((place) => ({ ...place, paymentId, seatId })),
  );
  const read = await createLineReader(lines, payer, services);
  return moves.flatMap(({ paymentId, seatId, from, to, by, difference, currency, ...rest }) => {
    const [old, moved] = [from, to].map((place) => read({ ...place, paymentId, seatId }));
    const isTheirs = old?.isTheirs && moved?.isTheirs;
    const refund = sumAmounts(listRefundsTo(payer, { ...rest, userId: payer._id }));
    if (!isTheirs && !isDoneBy(by, payer) && refund === 0) return [];
    return {
      cartId: isTheirs ? moved.cartId : null,
      fromClassId: isTheirs ? old.classId : null,
      toClassId: isTheirs ? moved.classId : null,
      student_name: moved?.student_name ?? '',
      paid: difference,
      refund,
      ...(rest.waived && { waived: rest.waived }),
      currency,
      state: rest.state,
      createdAt: rest.createdAt.toISOString(),
    };
  });
}

/**
 * Ends every open payment of a person. A payment that succeeds at just this moment is settled.
 * @returns false if one of them is still processing
 * @throws {ApiError} `unavailable` if Stripe can't be asked
 */
export async function endPaymentsOf(userId: ObjectId, services: Services): Promise<boolean> {
  const payments = await listPaymentsOf(services.database.collections, userId);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment, services);
    if (state === 'open') return false;
  }
  return true;
}

/**
 * Removes email and name from one or all final payments of a person, and what the bank wrote. Bookkeeping data stays: amount,
 * days, Stripe's id, and whether it was refunded. An open payment keeps them, because it must match Stripe's. R700
 * @param pseudonym the address that replaces the email
 */
export async function forgetPayer(
  which: { user: Pick<UserDocument, '_id'> } | { paymentId: string },
  pseudonym: string,
  { database }: Services,
): Promise<void> {
  const nobody = { email: pseudonym, studentName: DELETED_NAME };
  const isOne = 'paymentId' in which;
  const { collections } = database;
  const theirs = isOne ? [which] : await listPaymentsOf(collections, which.user._id);
  const ids = theirs.map(({ paymentId }) => paymentId);
  await erasePayer(collections, isOne ? which : { userId: which.user._id }, nobody);
  await forgetGiven(collections, ids);
  await forgetPapers(collections, ids, pseudonym);
  if (!isOne) await forgetStatements(collections, which.user, pseudonym);
}

/**
 * Moves all payments and statements of a person to another one. Papers keep the name and the address that they were
 * issued for.
 */
export async function movePayments(
  from: Pick<UserDocument, '_id'>,
  into: Pick<UserDocument, '_id'>,
  { database }: Services,
): Promise<void> {
  const { payments } = database.collections;
  await payments.updateMany({ userId: from._id }, { $set: { userId: into._id } });
  await moveStatements(from, into, database.collections);
}

/**
 * Ends the payment of a user who was removed, or deleted their account, while we talked to Stripe. The deletion may
 * have processed the ledger before this payment was in it, so this function also removes email and name.
 * @throws {ApiError} `account_removed`
 */
export async function checkStillHere(
  user: UserDocument,
  payment: StartedPayment,
  services: Services,
): Promise<void> {
  const found = await findUserWithId(user._id, services);
  if (found?.status === 'active') return;
  const userId = findNewOwner(found);
  if (userId) {
    const { paymentId } = payment;
    await services.database.collections.payments.updateOne(
      { _id: paymentId },
      { $set: { userId } },
    );
    // The office has the money, and the seats are that account's by now.
    if (payment.method !== 'card') return;
  }
  await endPayment(payment, services);
  const pseudonym = findPseudonym(found);
  // What went to another account keeps its name.
  if (pseudonym && !userId)
    await forgetPayer({ paymentId: payment.paymentId }, pseudonym, services);
  throw new ApiError('account_removed');
}
