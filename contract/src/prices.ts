import { toCents } from './format.ts';
import { leastCharge } from './places.ts';
import { sumAmounts } from './sum-amounts.ts';
import { withoutTax, withTax } from './tax.ts';

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
} & AidTerms;

/** For what an award holds. Older held seats lack it: then it is for the class and the person of the seat. */
type AidTerms = Pick<LineTerms, 'until' | 'person'> & { classIds?: string[] };

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
  code?: DiscountCode;
  /** For `early` and `code`, if it ends: the last day on which it holds, by the school's calendar (yyyy-mm-dd). */
  until: string | null;
  /** For `early`: only the first so many seats of each class get it. An early price has this, `until` or both. */
  firstSeats?: number;
  /** For `early`: families who joined the waiting list while it held still get it when a seat is offered later. */
  isForWaiting?: boolean;
  /** For `sibling`: from which child of a family on; for `weeks`: from which class of one child on. */
  from: number | null;
  /** For these two: if the family cancels a seat that it depended on, it is deducted from that refund. R436 */
  isTakenBack?: boolean;
  /** Only these classes; empty for all. */
  classIds: string[];
  /** Whether it combines with other discounts that do. */
  stacks: boolean;
};

/**
 * How a seat stands among those of its family: paid ones of classes that are not over, and those of the same payment.
 * Amounts are what they cost, in cents.
 */
export type FamilySeat = {
  /** The dearest seat of each child that comes before this one. Empty for an adult. */
  siblings: number[];
  /** The earlier classes of this child. */
  weeks: number[];
  /** Whether the family has had a seat in a class that is over. */
  isReturning: boolean;
};

/** For what a line holds. It is frozen with the line, so a seat that moves keeps the line only there. R470 */
export type LineTerms = {
  /** Only these classes; empty for all. */
  classIds: string[];
  /** Set if it is only for the class in which it was given: a price for its first seats. */
  isForOneClass?: true;
  /** The least full price, in cents. */
  minimum?: number;
  /** The last day on which it could be had (yyyy-mm-dd). Missing if there is none. */
  until?: string;
  /** For `sibling` and `weeks`: from which child or class on. */
  from?: number;
  /** For `aid`: the child it is for; null for the account itself. Missing if it is for anybody. */
  person?: string | null;
  /** What it takes off unless that is too much, in cents. Missing for a percentage. */
  amount?: number;
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
  lostBelow?: number;
  /** For what it holds. Older lines lack it: see `readTerms` in prices/line-terms.ts. */
  terms?: LineTerms;
};

/** A line as it stands on a statement or a credit note, which others read, too. */
export type PaperLine = Pick<PriceLine, 'label' | 'amount'>;

/** The full price and discounts of a class, as they were when the seat was held. `aid`: what the family was awarded. */
export type Pricing = { base: number; discounts: Discount[]; aid?: Aid[] };

/** A parent who knows nothing yet has one child and one class. */
export const NEW_FAMILY: FamilySeat = { siblings: [], weeks: [], isReturning: false };

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

/** Whether a discount holds for the next seat of a class with this many seats taken. R437 */
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
 * parent gets whichever is cheaper. A percentage is of the full price, so the order of the discounts doesn't matter. What
 * depends on other seats takes off no more than they cost. Aid comes on top, from what they leave; of several awards, the
 * best one counts. Neither makes a seat free: a card must be able to pay what is left. R430, R454
 * @param tax in percent: what is added to the seat's price
 * @returns the lines; their sum is the price. A tax that is added is a part of each
 */
export function priceSeat(
  { base, discounts, aid = [] }: Pricing,
  standing: FamilySeat,
  tax = 0,
): PriceLine[] {
  const seat = standWithoutTax(standing, tax);
  const earned = discounts
    .map((discount) => ({
      discount,
      worth: Math.min(worthOf(discount, base), findMost(discount, seat)),
    }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth || (a.discount.id < b.discount.id ? -1 : 1));
  const together = DISCOUNTS.flatMap(
    (kind) => earned.find(({ discount }) => discount.stacks && discount.kind === kind) ?? [],
  );
  const sum = together.reduce((all, { worth }) => all + worth, 0);
  const [best] = earned;
  const taken = best && best.worth >= sum ? [best] : together;
  const lines = taken.map(({ discount, worth }) => {
    const { id, kind, label, percent, from, isTakenBack } = discount;
    return {
      kind,
      label,
      percent,
      discountId: id,
      ...(isTakenBack && from && { lostBelow: from }),
      amount: -worth,
      terms: termsOf(discount),
    };
  });
  return addTax(
    takeOff(base, [...lines, ...findBestAid(aid, sumLines(takeOff(base, lines)))]),
    tax,
  );
}

/** How a seat stands by what the others cost without this tax. */
export function standWithoutTax(
  { siblings, weeks, isReturning }: FamilySeat,
  tax: number,
): FamilySeat {
  const net = (costs: number[]) => costs.map((cost) => withoutTax(cost, tax));
  return { siblings: net(siblings), weeks: net(weeks), isReturning };
}

/**
 * The same lines with a tax on what they leave: discounts and aid lower it. It is rounded once, so they come to what the
 * price without it makes with it. R629
 * @param tax in percent
 */
export function addTax(lines: PriceLine[], tax: number): PriceLine[] {
  return changeSums(lines, (cents) => withTax(cents, tax));
}

/** What `addTax` made these lines of. */
export function removeTax(lines: PriceLine[], tax: number): PriceLine[] {
  return changeSums(lines, (cents) => withoutTax(cents, tax));
}

/** Lines whose sums, one after the other, are changed, and with them what the lines hold for. */
function changeSums(lines: PriceLine[], change: (cents: number) => number): PriceLine[] {
  let sum = 0;
  return lines.map((line) => {
    const before = change(sum);
    sum += line.amount;
    const changed = { ...line, amount: change(sum) - before };
    if (!line.terms) return changed;
    const { minimum, amount, ...terms } = line.terms;
    return {
      ...changed,
      terms: {
        ...terms,
        ...(minimum !== undefined && { minimum: change(minimum) }),
        ...(amount !== undefined && { amount: change(amount) }),
      },
    };
  });
}

/** For what the line of a discount holds. */
export function termsOf({ classIds, firstSeats, code, until, from, amount }: Discount): LineTerms {
  return {
    classIds,
    ...(firstSeats !== undefined && { isForOneClass: true as const }),
    ...(code?.minimum && { minimum: code.minimum }),
    ...(until !== null && { until }),
    ...(from !== null && { from }),
    ...(amount !== null && { amount }),
  };
}

/** The line of the award that takes most off what is left, in cents; none without one. */
function findBestAid(aid: Aid[], left: number): PriceLine[] {
  const [best] = aid
    .map((award) => ({ award, worth: worthOf(award, left) }))
    .toSorted((a, b) => b.worth - a.worth || (a.award.id < b.award.id ? -1 : 1));
  if (!best) return [];
  const { id, percent, amount, classIds, until, person } = best.award;
  const terms = classIds && {
    classIds,
    ...(until !== undefined && { until }),
    ...(person !== undefined && { person }),
    ...(amount !== null && { amount }),
  };
  const line = { label: 'Financial aid', amount: -best.worth, percent, discountId: id };
  return [{ kind: 'aid', ...line, ...(terms && { terms }) }];
}

/** What lines come to, in cents. */
export const sumLines = sumAmounts;

/**
 * The most that a discount may take off, in cents: nothing if it is not earned; for siblings and several classes, what the
 * cheapest of the seats costs that it depends on. So a seat for next to nothing makes no other one cheap. R471
 */
export function findMost(
  { kind, from }: Pick<Discount, 'kind' | 'from'>,
  seat: FamilySeat,
): number {
  if (kind === 'returning') return seat.isReturning ? Infinity : 0;
  if (kind !== 'sibling' && kind !== 'weeks') return Infinity;
  const others = kind === 'sibling' ? seat.siblings : seat.weeks;
  return others.toSorted((a, b) => b - a)[(from ?? Infinity) - 2] ?? 0;
}

/** What it takes off a full price, in cents. */
export function worthOf(
  { percent, amount }: Pick<Discount, 'percent' | 'amount'>,
  base: number,
): number {
  return percent === null ? Math.min(amount ?? 0, base) : partOf(percent, base);
}

/** Halves of a cent go to the parent. */
function partOf(percent: number, base: number): number {
  return Math.round((base * percent) / 100);
}

/**
 * The full price and what is taken off, as far as that is possible.
 * @param worth what a line is to take off, in cents. It gets what earlier lines leave
 */
export function takeOff(
  base: number,
  taken: PriceLine[],
  worth = (line: PriceLine, _left: number) => -line.amount,
): PriceLine[] {
  let left = base;
  const lines = taken.map((line) => {
    const amount = Math.min(worth(line, left), Math.max(0, left - toCents(leastCharge())));
    left -= amount;
    return { ...line, amount: -amount };
  });
  return [
    { kind: 'base', label: 'Full price', amount: base, percent: null, discountId: null },
    ...lines.filter(({ amount }) => amount < 0),
  ];
}
