import type { UserDocument } from '../database/collections.ts';
import { endPayment } from '../enrollments/changes/settle-payment.ts';
import { ApiError } from '../errors.ts';
import { findUserWithId } from '../people/users/find-users.ts';
import type { Services } from '../services.ts';
import type { StartedPayment } from './ledger/enter-payment.ts';
import { countOpen } from './ledger/payment-store.ts';
import { forgetPayer } from './payer.ts';

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
  await endPayment(payment, services);
  const pseudonym = found?.status === 'deleted' ? found.email : found?.deletion?.pseudonym;
  if (pseudonym) await forgetPayer({ paymentId: payment.paymentId }, pseudonym, services);
  throw new ApiError('account_removed');
}

/** The number of payments that are not enrolled, refunded or canceled yet. */
export async function countOpenPayments({ database }: Services): Promise<number> {
  return countOpen(database.collections);
}
