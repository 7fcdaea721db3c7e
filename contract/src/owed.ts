import { sumAmounts } from './sum-amounts.ts';

/**
 * What is still owed for a seat paid in parts, for client and server. Plain functions only, like format.ts.
 */

/** A part of the price of a seat. */
export type PlanPart = {
  /** The last day on which it is in time, yyyy-mm-dd. */
  due: string;
  /** Integer cents. */
  amount: number;
  /** Set if it is for extras that a family has added to an enrolled seat: which. */
  extraIds?: string[];
};

/** The parts of a price, the first one due first, and what has been paid so far. */
export type Plan = { parts: PlanPart[]; paid: { amount: number }[] };

/** What is still owed, in cents. */
export function sumOwed(plan: Plan): number {
  return sumAmounts(listOwed(plan));
}

/** What is still owed of each part, oldest first: payments cover the oldest part first. Paid parts are left out. */
export function listOwed(plan: Plan): PlanPart[] {
  return listParts(plan).flatMap(({ due, left }) => (left > 0 ? [{ due, amount: left }] : []));
}

/** All parts, with what is left to pay of each. */
export function listParts({ parts, paid }: Plan): (PlanPart & { left: number })[] {
  let rest = sumAmounts(paid);
  return parts.map((part) => {
    const covered = Math.min(part.amount, rest);
    rest -= covered;
    return { ...part, left: part.amount - covered };
  });
}

/** The parts that one payment covers, with how much of each. @param place of the payment in `paid` */
export function listCovered({ parts, paid }: Plan, place: number): PlanPart[] {
  const before = sumAmounts(paid.slice(0, place));
  const after = before + (paid[place]?.amount ?? 0);
  let start = 0;
  return parts.flatMap((part) => {
    const end = start + part.amount;
    const amount = Math.min(end, after) - Math.max(start, before);
    start = end;
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** Which parts of a price something pays, counted from 1. */
export type PaidParts = { first: number; last: number; of: number };

/**
 * Which parts one payment pays.
 * @param place of the payment in `paid`
 * @returns undefined if there is only one part, or if it also pays for extras that were added later
 */
export function findPaidParts({ parts, paid }: Plan, place: number): PaidParts | undefined {
  const before = sumAmounts(paid.slice(0, place));
  const after = before + (paid[place]?.amount ?? 0);
  let start = 0;
  const numbers = parts.flatMap(({ amount }, index) => {
    start += amount;
    return start > before && start - amount < after ? [index + 1] : [];
  });
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const of = parts.filter(({ extraIds }) => !extraIds).length;
  return of > 1 && first > 0 && last <= of ? { first, last, of } : undefined;
}

/** Such as `Part 1 of 3`. */
export function sayPaidParts({ first, last, of }: PaidParts): string {
  if (first === last) return `Part ${first} of ${of}`;
  return `Parts ${first} ${last === first + 1 ? 'and' : 'to'} ${last} of ${of}`;
}

/**
 * Splits an amount over several plans: what is due first is paid first. R351
 * @returns cents, in the order of the plans
 */
export function splitByDue(plans: Plan[], amount: number): number[] {
  let rest = amount;
  const shares = plans.map(() => 0);
  const open = plans.flatMap((plan, place) => listOwed(plan).map((part) => ({ ...part, place })));
  for (const { place, ...part } of open.toSorted((a, b) => a.due.localeCompare(b.due))) {
    const share = Math.min(part.amount, rest);
    shares[place] = (shares[place] ?? 0) + share;
    rest -= share;
  }
  return shares;
}

/** The parts of a price that is reduced: the part due last is reduced first. */
export function lowerParts(parts: PlanPart[], by: number): PlanPart[] {
  let rest = by;
  return parts
    .toReversed()
    .flatMap((part) => {
      const { amount } = part;
      const falls = Math.min(amount, rest);
      rest -= falls;
      return amount > falls ? [{ ...part, amount: amount - falls }] : [];
    })
    .toReversed();
}

/**
 * Splits an amount by weight, to the cent.
 * @param most the most that each share can be: whole numbers, together at least the amount
 */
export function splitByWeight(amount: number, most: number[]): number[] {
  const all = most.reduce((total, one) => total + one, 0);
  let before = 0;
  return most.map((weight) => {
    const from = all === 0 ? 0 : Math.round((amount * before) / all);
    before += weight;
    return (all === 0 ? 0 : Math.round((amount * before) / all)) - from;
  });
}
