import type { OwnData } from '@speakifyr/contract/account.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { Services } from '../services.ts';
import { listPaymentsOf, renamePayer } from './payments.repo.ts';
import { endPayment } from './settle-payment.ts';

/** What the ledger knows about a person, for that person: every payment they began, oldest first. */
export async function getLedgerOf(
  email: string,
  { database }: Services,
): Promise<OwnData['payments']> {
  const payments = await listPaymentsOf(database.collections, email);
  return payments.map(({ paymentId, classId, cartId, createdAt, settledAt, ...payment }) => ({
    ...payment,
    transactionId: paymentId,
    classId: classId.toHexString(),
    cartId: cartId.toHexString(),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }));
}

/**
 * Ends every open payment of a person. One that is paid in this very moment is settled.
 * @returns false if money of one of them is still on its way
 * @throws {ApiError} `unavailable` if Stripe can't be asked
 */
export async function endPaymentsOf(email: string, services: Services): Promise<boolean> {
  const payments = await listPaymentsOf(services.database.collections, email);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment.paymentId, services);
    if (state === 'open') return false;
  }
  return true;
}

/**
 * Takes e-mail and name out of a person's final payments, or out of one: what bookkeeping needs stays (amount,
 * days, Stripe's id, whether it went back). An open payment keeps both, for it must be the same as Stripe's.
 * @param pseudonym the e-mail address that stands there afterwards
 */
export async function forgetPayer(
  which: { email: string } | { paymentId: string },
  pseudonym: string,
  { database }: Services,
): Promise<void> {
  const nobody = { email: pseudonym, studentName: DELETED_NAME };
  await renamePayer(database.collections, which, nobody);
}
