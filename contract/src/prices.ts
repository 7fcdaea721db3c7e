import { toCents } from './format.ts';
import { MIN_CHARGE } from './limits.ts';
import { sumAmounts } from './sum-amounts.ts';

/**
 * What a seat costs, line by line, for client and server. Plain functions only, like format.ts. All amounts are integer
 * cents. decisions/0075
 */

/** Why a seat may cost less, in the order in which people read it. */
export const DISCOUNTS = ['early', 'sibling', 'weeks', 'returning', 'code'] as const;
export type DiscountKind = (typeof DISCOUNTS)[number];

/** What a director awarded to a family. It comes on top of the discounts. decisions/0078 */
export type Aid = {
  /** Names the family's request. */
  id: string;
  /** Percentage of the price after discounts, 1 to 100; or else `amount`. */
  percent: number | null;
  amount: number | null;
};

/** What a family types to get a discount, and how often that is possible. One use is one seat. */
export type DiscountCode = {
  /** In upper case. */
  text: string;
  /** The first day on which it may be typed (yyyy-mm-dd). */
  from: string | null;
  maxUses: number | null;
  maxPerFamily: number | null;
  /** The minimum price of a seat, in cents. */
  minimum: number | null;
};

/** A discount, as an admin wrote it. */
export type Discount = {
  /** Names it among the others. */
  id: string;
  kind: DiscountKind;
  /** What parents read, such as "Early bird". */
  label: string;
  /** Percentage of the full price, 1 to 100; or else `amount`. */
  percent: number | null;
  amount: number | null;
  /** For `code`. */
  code?: DiscountCode | undefined;
  /** For `early` and `code`, if it ends: the last day on which it holds, by the school's calendar (yyyy-mm-dd). */
  until: string | null;
  /** For `early`: only the first so many seats of each class get it. An early price has this, `until` or both. */
  firstSeats?: number | undefined;
  /** For `early`: families who joined the waiting list while it held still get it when a seat is offered later. */
  isForWaiting?: boolean | undefined;
  /** For `sibling`: from which child of a family on; for `weeks`: from which class of one child on. */
  from: number | null;
  /** For these two: if the family cancels a seat that it depended on, it is deducted from that refund. R436 */
  isTakenBack?: boolean | undefined;
  /** Only these classes; empty for all. */
  classIds: string[];
  /** Whether it combines with other discounts that do. */
  stacks: boolean;
};

/** A seat's place among those of its family: held, offered and paid ones of classes that are not over. */
export type FamilySeat = {
  /** 1 for the family's first child with a seat, 2 for the next one. 1 for an adult. */
  child: number;
  /** 1 for this child's first class. */
  classOfChild: number;
  /** Whether the family has had a seat in a class that is over. */
  isReturning: boolean;
};

/** One line of a price. The first one is the full price. Discounts take something off, and then extras add to it. */
export type PriceLine = {
  kind: 'base' | DiscountKind | 'aid' | 'extra';
  label: string;
  amount: number;
  /** Set if it is a percentage of the full price (of what earlier lines leave, for `aid`): it changes with that. */
  percent: number | null;
  /** The discount, or the request for aid; null for the full price and for extras. */
  discountId: string | null;
  /** Its `from`, if it is taken back. */
  lostBelow?: number | undefined;
};

/** A line as it stands on a statement or a credit note, which others read, too. */
export type PaperLine = Pick<PriceLine, 'label' | 'amount'>;

/** The full price and discounts of a class, as they were when the seat was held. `aid`: what the family was awarded. */
export type Pricing = { base: number; discounts: Discount[]; aid?: Aid[] };

/** A parent who knows nothing yet has one child and one class. */
export const NEW_FAMILY: FamilySeat = { child: 1, classOfChild: 1, isReturning: false };

/**
 * The discounts that hold on a day for the next seat of a class, without those that a family must type a code for.
 * @param when.taken how many of its seats are held, offered or paid
 * @param when.waitingSince the day on which the family joined the waiting list, if it did
 */
export function findDiscounts(
  discounts: Discount[],
  classId: string,
  { day, taken = 0, waitingSince = day }: { day: string; taken?: number; waitingSince?: string },
): Discount[] {
  return discounts.filter(
    (discount) =>
      discount.kind !== 'code' &&
      holdsOn(discount, discount.isForWaiting ? waitingSince : day) &&
      isForClass(discount, classId) &&
      isForSeat(discount, taken),
  );
}

/** Whether a discount holds for the next seat of a class with this many seats taken. */
export function isForSeat({ firstSeats = Infinity }: Discount, taken: number): boolean {
  return taken < firstSeats;
}

export function holdsOn({ until, code }: Discount, day: string): boolean {
  return (until === null || day <= until) && (!code?.from || day >= code.from);
}

/** Whether a discount, an extra or an award is for this class. */
export function isForClass({ classIds }: Pick<Discount, 'classIds'>, classId: string): boolean {
  return classIds.length === 0 || classIds.includes(classId);
}

/**
 * What a seat costs. At most one discount of each kind counts. Those that stack add up; any other counts alone. The
 * parent gets whichever is cheaper. A percentage is of the full price, so the order of the discounts doesn't matter.
 * Aid comes on top, from what they leave; of several awards, the best one counts. Neither makes a seat free: a card
 * must be able to pay what is left.
 * @returns the lines; their sum is the price
 */
export function priceSeat({ base, discounts, aid = [] }: Pricing, seat: FamilySeat): PriceLine[] {
  const earned = discounts
    .filter((discount) => isEarned(discount, seat))
    .map((discount) => ({ discount, worth: worthOf(discount, base) }))
    .toSorted((a, b) => b.worth - a.worth || (a.discount.id < b.discount.id ? -1 : 1));
  const together = DISCOUNTS.flatMap(
    (kind) => earned.find(({ discount }) => discount.stacks && discount.kind === kind) ?? [],
  );
  const sum = together.reduce((all, { worth }) => all + worth, 0);
  const [best] = earned;
  const taken = best && best.worth >= sum ? [best] : together;
  const lines = taken.map(
    ({ discount: { id, kind, label, percent, from, isTakenBack }, worth }) => ({
      ...{ kind, label, percent, discountId: id },
      ...(isTakenBack && from && { lostBelow: from }),
      amount: -worth,
    }),
  );
  return takeOff(base, [...lines, ...findBestAid(aid, sumLines(takeOff(base, lines)))]);
}

/** The line of the award that takes most off what is left, in cents; none without one. */
function findBestAid(aid: Aid[], left: number): PriceLine[] {
  const [best] = aid
    .map((award) => ({ award, worth: worthOf(award, left) }))
    .toSorted((a, b) => b.worth - a.worth || (a.award.id < b.award.id ? -1 : 1));
  if (!best) return [];
  const { id, percent } = best.award;
  const line = { label: 'Financial aid', amount: -best.worth, percent, discountId: id };
  return [{ kind: 'aid', ...line }];
}

/**
 * The lines of a seat that moves to a class with another full price: its discounts move along. A percentage of the old
 * full price becomes that percentage of the new one. Discounts don't apply to extras.
 * @param extras the lines of the seat's extras there
 */
export function repriceLines(
  [, ...rest]: PriceLine[],
  base: number,
  extras: PriceLine[] = [],
): PriceLine[] {
  const taken = rest.filter(({ kind }) => kind !== 'extra');
  const lines = takeOff(
    base,
    taken.map((line) => ({
      ...line,
      amount: line.percent === null ? line.amount : -partOf(line.percent, base),
    })),
  );
  return [...lines, ...extras];
}

/**
 * What a seat with these lines costs in a class with this full price.
 * @param lines those of the seat; undefined if nothing was taken off
 * @param price in whole currency units
 * @param extras the lines of the seat's extras there
 * @returns in whole currency units
 */
export function priceInClass(
  lines: PriceLine[] | undefined,
  price: number,
  extras: PriceLine[] = [],
): number {
  return sumLines(repriceLines(lines ?? [], toCents(price), extras)) / 100;
}

/** Whether a seat at this place among those of its family would still have this line. */
export function isStillEarned({ kind, lostBelow = 0 }: PriceLine, seat: FamilySeat): boolean {
  return (kind === 'sibling' ? seat.child : seat.classOfChild) >= lostBelow;
}

/** What lines come to, in cents. */
export const sumLines = sumAmounts;

function isEarned({ kind, from }: Discount, seat: FamilySeat): boolean {
  if (kind === 'sibling') return seat.child >= (from ?? Infinity);
  if (kind === 'weeks') return seat.classOfChild >= (from ?? Infinity);
  return kind === 'returning' ? seat.isReturning : true;
}

function worthOf({ percent, amount }: Pick<Discount, 'percent' | 'amount'>, base: number): number {
  return percent === null ? Math.min(amount ?? 0, base) : partOf(percent, base);
}

/** Halves of a cent go to the parent. */
function partOf(percent: number, base: number): number {
  return Math.round((base * percent) / 100);
}

/** The full price and what is taken off, as far as that is possible. */
function takeOff(base: number, taken: PriceLine[]): PriceLine[] {
  let left = base;
  const lines = taken.map((line) => {
    const isPartOfRest = line.kind === 'aid' && line.percent !== null;
    const wanted = isPartOfRest ? partOf(line.percent ?? 0, left) : -line.amount;
    const amount = Math.min(wanted, Math.max(0, left - toCents(MIN_CHARGE)));
    left -= amount;
    return { ...line, amount: -amount };
  });
  return [
    { kind: 'base', label: 'Full price', amount: base, percent: null, discountId: null },
    ...lines.filter(({ amount }) => amount < 0),
  ];
}
