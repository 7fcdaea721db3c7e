import type { OwnData } from '@speakifyr/contract/account.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import { presentItem } from './payment-lists.ts';
import { keptOf, listPaymentsOf, renamePayer } from './payments.repo.ts';
import { forgetCancellations } from './cancellations.repo.ts';
import { forgetCreditNotes } from './credit-notes.repo.ts';
import { forgetReceipts } from './receipts.repo.ts';
import { endPayment } from './settle-payment.ts';
import { forgetTransfers, listTransfersOf } from './transfers.repo.ts';

/** Everything in the ledger about a person, for that person: each payment they started, oldest first. */
export async function getLedgerOf(
  email: string,
  { database }: Services,
): Promise<OwnData['payments']> {
  const payments = await listPaymentsOf(database.collections, email);
  return payments.map(
    ({ paymentId, email, studentName, items, amount, kept, currency, status, ...at }) => ({
      transactionId: paymentId,
      email,
      studentName,
      items: items.map(presentItem),
      amount,
      kept: keptOf({ status, kept }),
      currency,
      status,
      createdAt: at.createdAt.toISOString(),
      settledAt: at.settledAt?.toISOString() ?? null,
    }),
  );
}

/** The transfers of seats that a person paid for, for that person, oldest first. */
export async function getTransfersOf(
  email: string,
  { database }: Services,
): Promise<OwnData['transfers']> {
  const transfers = await listTransfersOf(database.collections, email);
  return transfers.map(({ cartId, from, to, difference, refunds, currency, state, createdAt }) => ({
    cartId: cartId.toHexString(),
    fromClassId: from.classId.toHexString(),
    toClassId: to.classId.toHexString(),
    student_name: to.name,
    paid: difference,
    refund: sumAmounts(refunds),
    ...{ currency, state },
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Ends every open payment of a person. A payment that succeeds at just this moment is settled.
 * @returns false if one of them is still processing
 * @throws {ApiError} `unavailable` if Stripe can't be asked
 */
export async function endPaymentsOf(email: string, services: Services): Promise<boolean> {
  const payments = await listPaymentsOf(services.database.collections, email);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment, services);
    if (state === 'open') return false;
  }
  return true;
}

/**
 * Removes email and name from one or all final payments of a person. Bookkeeping data stays: amount, days, Stripe's id,
 * and whether it was refunded. An open payment keeps both, because it must match Stripe's.
 * @param pseudonym the address that replaces the email
 */
export async function forgetPayer(
  which: { email: string } | { paymentId: string },
  pseudonym: string,
  { database }: Services,
): Promise<void> {
  const nobody = { email: pseudonym, studentName: DELETED_NAME };
  await renamePayer(database.collections, which, nobody);
  await forgetReceipts(database.collections, which, pseudonym);
  await forgetCreditNotes(database.collections, which, pseudonym);
  // A payment that has just begun has no canceled or moved seats.
  if (!('email' in which)) return;
  await forgetCancellations(database.collections, which.email, pseudonym);
  await forgetTransfers(database.collections, which.email, pseudonym);
}
