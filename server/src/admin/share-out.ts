import type { MovementKind } from '@speakifyr/contract/limits.ts';

export type Share = { className: string; camp_start: string; amount: number };

/** A seat of a payment and what it cost, in cents. */
type Line = Share & { id: string };

/** `lineId`: the seat that a refund was for; undefined if nobody has said which one. */
type Moved = { kind: MovementKind; amount: number; refundId: string; lineId: string | undefined };

/**
 * Shares each movement of a payment out among its classes. What nobody has assigned to a seat is taken from all of them, in
 * proportion to what is left of each. What comes back goes to where it was taken from.
 */
export function takeShares(lines: Line[], movements: Moved[]): Share[][] {
  const left = lines.map(() => 0);
  const taken = new Map<string, number[]>();
  return movements.map(({ kind, amount, refundId, lineId }) => {
    const parts = decide();
    parts.forEach((part, place) => (left[place] = (left[place] ?? 0) + part));
    return mergeShares(lines.map((line, place) => ({ ...line, amount: parts[place] ?? 0 })));

    function decide(): number[] {
      if (kind === 'begun') return [];
      if (kind === 'paid') return lines.map((line) => line.amount);
      if (kind === 'came back')
        return taken.get(refundId)?.map((part) => -part) ?? splitByWeight(amount, left);
      const place = lines.findIndex(({ id }) => id === lineId);
      const back =
        place === -1
          ? splitByWeight(amount, left)
          : lines.map((_line, other) => (other === place ? amount : 0));
      taken.set(refundId, back);
      return back;
    }
  });
}

/** Splits an amount into whole cents. The last ones go to the largest weights. */
function splitByWeight(amount: number, weights: number[]): number[] {
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

/** One share for each class, in the order of the payment. */
function mergeShares(shares: Share[]): Share[] {
  const merged = new Map<string, Share>();
  for (const { className, camp_start, amount } of shares) {
    if (amount === 0) continue;
    const key = `${camp_start} ${className}`;
    merged.set(key, { className, camp_start, amount: (merged.get(key)?.amount ?? 0) + amount });
  }
  return [...merged.values()];
}
