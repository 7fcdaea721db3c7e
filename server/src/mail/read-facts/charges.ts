import { findClosedPayment } from '../../payments/closed-payments.ts';
import type { PaidSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { Charge } from '../letters/facts.ts';

/** What seats cost, one charge for each currency, and the payments that bought them. Leaves out unknown payments. */
export async function listCharges(
  seats: PaidSeat[],
  services: Services,
): Promise<{ charges: Charge[]; ids: string[] }> {
  const amounts = new Map<string, number>();
  const ids = new Set<string>();
  for (const { paymentId, cartId } of seats) {
    const payment = await findClosedPayment(paymentId, services);
    const item = payment?.items.find((one) => one.cartId.equals(cartId));
    if (!payment || !item) continue;
    const currency = payment.currency.toUpperCase();
    amounts.set(currency, (amounts.get(currency) ?? 0) + item.amount);
    ids.add(paymentId);
  }
  const charges = [...amounts].map(([currency, amount]) => ({ currency, amount }));
  return { charges, ids: [...ids] };
}
