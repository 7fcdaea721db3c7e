import type { Services } from '../../services.ts';
import { findPayment, type Payment } from './payment-store.ts';

export type { Payment };

/** @returns a payment of the ledger, or null */
export async function findAnyPayment(
  paymentId: string,
  { database }: Services,
): Promise<Payment | null> {
  return findPayment(database.collections, paymentId);
}

/** @returns a payment of the ledger that has reached its end, or null */
export async function findClosedPayment(
  paymentId: string,
  { database }: Services,
): Promise<Payment | null> {
  const payment = await findPayment(database.collections, paymentId);
  return payment?.status === 'open' ? null : payment;
}
