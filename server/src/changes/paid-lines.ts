import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { Payment } from '../ledger/payment-store.ts';
import { nameCreditPayment } from '../ledger/spend-credit.ts';
import { isSeatHeld, isSeatRefused, refuseSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { isBalanceOwed } from './pay-balance.ts';

/** The lines of a payment, and the seats that they are for. */

/** One seat of a payment, as the seats know it. */
export function bookingOf(payment: Pick<Payment, 'paymentId' | 'userId'>, item: PaymentItem) {
  const { classId, seatId, childId, amount, credit, moveId, lines, plan, coPay } = item;
  const { days, extras, tax } = item;
  const { paymentId, userId } = payment;
  const of = { paymentId, userId, classId, seatId, childId, ...(days && { days }) };
  const line = { ...of, moveId, lines, extras, tax };
  if (!plan) return { ...line, price: priceOf(item) / 100 };
  const price = sumAmounts([...plan.parts, ...(coPay?.plan.parts ?? [])]) / 100;
  const byCredit = credit ? [{ paymentId: nameCreditPayment(payment), amount: credit }] : [];
  return { ...line, price, plan: { ...plan, paid: [{ paymentId, amount }, ...byCredit] }, coPay };
}

/** What is paid for a seat, by card and with credit, in cents. */
export function priceOf({ amount, credit = 0 }: PaymentItem): number {
  return amount + credit;
}

/** Whether all seats of a payment are still held for the payer, expired or not, or still owed. */
export async function areSeatsHeld(
  payment: Pick<Payment, 'paymentId' | 'userId' | 'items'>,
  services: Services,
): Promise<boolean> {
  for (const item of payment.items)
    if (
      !(await (item.isRest
        ? isBalanceOwed(item, payment, services)
        : isSeatHeld(bookingOf(payment, item), services)))
    )
      return false;
  return true;
}

/** Whether an open payment was refused all of its seats. */
export async function isRefused(payment: Payment, services: Services): Promise<boolean> {
  if (payment.status !== 'open') return false;
  for (const item of payment.items)
    if (!(await isSeatRefused(bookingOf(payment, item), services))) return false;
  return true;
}

/** Why refused lines are refunded. */
export function nameRefusal(items: PaymentItem[]): 'not owed' | 'no seat' {
  return items.every(({ isRest, isForCredit }) => isRest ?? isForCredit) ? 'not owed' : 'no seat';
}

/** Decides that a payment gets none of its seats, unless it has them already. */
export async function refuseSeats(
  { paymentId, items }: Pick<Payment, 'paymentId' | 'items'>,
  services: Services,
): Promise<void> {
  for (const { classId, seatId } of items)
    await refuseSeat({ classId, seatId, paymentId }, services);
}
