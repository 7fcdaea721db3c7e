import type { Receipt } from '@speakifyr/contract/refunds.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findPayment } from './payments.repo.ts';
import { issueReceipt, numberReceipt } from './receipts.ts';
import { getRefundLines } from './refund-lines.ts';

/**
 * The receipt of a payment that bought something, also an old one. It says what was bought as of the day it was issued;
 * refunds are read now.
 * @param user the payer, or an admin
 * @throws {ApiError} `not_found` for anybody else, and for a payment that bought nothing
 */
export async function getReceipt(
  paymentId: string,
  user: Pick<UserDocument, 'email' | 'role'>,
  services: Services,
): Promise<Receipt> {
  const payment = await findPayment(services.database.collections, paymentId);
  const isTheirs = payment?.email === user.email || user.role === 'admin';
  const receipt = payment && isTheirs && (await issueReceipt(payment, services));
  if (!receipt) throw new ApiError('not_found', 'We could not find this receipt.');
  const { _id, issuedAt, items, currency, ...bought } = receipt;
  const refunds = await getRefundLines([paymentId], services);
  return {
    ...bought,
    number: numberReceipt(_id),
    issuedAt: issuedAt.toISOString(),
    items: items.map(({ cartId, studentName, ...item }) => ({
      ...item,
      cartId: cartId.toHexString(),
      student_name: studentName,
      state: payment.items.find((one) => one.cartId.equals(cartId))?.state ?? 'enrolled',
    })),
    currency: currency.toUpperCase(),
    refunds: refunds.get(paymentId) ?? [],
    kept: payment.kept,
  };
}
