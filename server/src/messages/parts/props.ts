import type { CampNeed } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../../database/class-document.ts';
import { findClosedPayment } from '../../ledger/payment-store.ts';
import type { EntryFacts } from '../../class-facts.ts';
import type { Services } from '../../services.ts';

/** An amount in cents; 0 for a free class. */
export type Charge = { amount: number; currency: string };

/** A class in a payment. `child` is null for the reader's own seat. `amount` is in cents. */
export type BoughtFacts = { className: string; child: string | null; amount: number };

/** A class whose seat is gone, with what takes it out of a calendar; null if there was no seat. */
export type LostFacts = BoughtFacts & {
  entry: EntryFacts | null;
};

/** What is missing about a child, and where the reader adds it. */
export type NeedFacts = { child: string; missing: CampNeed[]; path: string };

/** The children that some seats, or places on a waiting list, are for. */
export function listChildIds(seats: { childId?: ObjectId }[]): ObjectId[] {
  return seats.flatMap(({ childId }) => childId ?? []);
}

/** Sums up amounts: one charge per currency. */
export function sumCharges(charges: Charge[]): Charge[] {
  const amounts = new Map<string, number>();
  for (const { amount, currency } of charges)
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  return [...amounts].map(([currency, amount]) => ({ amount, currency }));
}

/** What seats cost, one charge per currency, and the payments that bought them. Leaves out unknown payments. */
export async function listCharges(
  seats: EnrolledSeat[],
  services: Services,
): Promise<{ charges: Charge[]; ids: string[] }> {
  const charges: Charge[] = [];
  const ids = new Set<string>();
  for (const { paymentId, seatId } of seats) {
    const payment = await findClosedPayment(services.database.collections, paymentId);
    const item = payment?.items.find((one) => one.seatId.equals(seatId));
    if (!payment || !item) continue;
    charges.push({ amount: item.amount, currency: payment.currency });
    ids.add(paymentId);
  }
  return { charges: sumCharges(charges), ids: [...ids] };
}
