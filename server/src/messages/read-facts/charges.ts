import { findClosedPayment } from '../../billing/closed-payments.ts';
import type { PaidSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { Charge } from '../letters/facts.ts';

/** @param money with a currency as Stripe writes it */
export function describeCharge({ amount, currency }: Charge): Charge {
  return { amount, currency: currency.toUpperCase() };
}

/** Sums amounts up: one charge for each currency. */
export function sumCharges(charges: Charge[]): Charge[] {
  const amounts = new Map<string, number>();
  for (const { amount, currency } of charges)
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  return [...amounts].map(([currency, amount]) => ({ amount, currency }));
}

/** What seats cost, one charge for each currency, and the payments that bought them. Leaves out unknown payments. */
export async function listCharges(
  seats: PaidSeat[],
  services: Services,
): Promise<{ charges: Charge[]; ids: string[] }> {
  const charges: Charge[] = [];
  const ids = new Set<string>();
  for (const { paymentId, cartId } of seats) {
    const payment = await findClosedPayment(paymentId, services);
    const item = payment?.items.find((one) => one.cartId.equals(cartId));
    if (!payment || !item) continue;
    charges.push(describeCharge({ ...payment, amount: item.amount }));
    ids.add(paymentId);
  }
  return { charges: sumCharges(charges), ids: [...ids] };
}
