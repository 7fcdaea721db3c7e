import type { ObjectId } from 'mongodb';
import type { PaymentDocument } from '../database/payment-documents.ts';

/**
 * Splits each movement of a payment among its lines. What nobody has assigned to a seat is taken from all of them, in
 * proportion to what is left of each. What comes back returns to where it was taken from. R330, R290
 * @param payment its lines and its movements, oldest first
 * @param seatOf the seat that a refund was for, by the refund's id; null or undefined if nobody has said which one
 * @returns for each movement, the cents of each line in the payment's order, below 0 for what was returned; nothing for
 * `begun`
 */
export function shareMovements(
  { items, movements }: Pick<PaymentDocument, 'items' | 'movements'>,
  seatOf: (refundId: string) => ObjectId | null | undefined,
): number[][] {
  const left = items.map(() => 0);
  const taken = new Map<string, number[]>();
  const all = items.reduce((sum, item) => sum + item.amount, 0);
  return movements.map(({ kind, amount, refundId = '', received }) => {
    const parts = decide();
    parts.forEach((part, place) => (left[place] = (left[place] ?? 0) + part));
    return parts;

    function decide(): number[] {
      if (kind === 'begun') return [];
      const isPaid = kind === 'paid' || (kind === 'credit' && refundId === '');
      if (isPaid) return items.map((item) => item.amount);
      // Paid back after the payment bounced: where something is missing.
      if (received)
        return splitByWeight(
          amount,
          left.map((part) => -part),
        );
      if (kind === 'came back')
        return taken.get(refundId)?.map((part) => -part) ?? splitByWeight(amount, left);
      const place = items.findIndex(({ seatId }) => seatOf(refundId)?.equals(seatId));
      const back =
        place === -1
          ? // All of it, whatever went back before: it bounced.
            amount === -all
            ? items.map((item) => -item.amount)
            : splitByWeight(amount, left)
          : items.map((_item, other) => (other === place ? amount : 0));
      taken.set(refundId, back);
      return back;
    }
  });
}

/** Splits an amount into whole cents. The last ones go to the largest weights. */
export function splitByWeight(amount: number, weights: number[]): number[] {
  const positive = weights.map((weight) => Math.max(0, weight));
  const total = positive.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_weight, place) => (place === 0 ? amount : 0));
  const parts = positive.map((weight) => Math.trunc((amount * weight) / total));
  const order = positive.map((_weight, place) => place);
  order.sort((a, b) => (positive[b] ?? 0) - (positive[a] ?? 0));
  let rest = amount - parts.reduce((sum, part) => sum + part, 0);
  for (let turn = 0; rest !== 0; turn += 1) {
    const place = order[turn % order.length] ?? 0;
    parts[place] = (parts[place] ?? 0) + Math.sign(rest);
    rest -= Math.sign(rest);
  }
  return parts;
}
