import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import {
  type FamilySeat,
  findDiscounts,
  type PriceLine,
  type Discount,
  priceSeat,
  type Pricing,
  sumLines,
} from '@speakifyr/contract/prices.ts';

/** How large the family of the preview can be. */
export const MAX_CHILDREN = 4;
export const MAX_CLASSES_EACH = 4;

/** The class of the preview if the school has none yet, and what parents there pay. */
export const EXAMPLE_PRICE = 200;

/** A family whose children are all in the same number of classes. */
export type ExampleFamily = { children: number; classesEach: number; isReturning: boolean };

/** Its first child's first class is 1 and 1. */
type ExampleSeat = { child: number; classOfChild: number; isReturning: boolean };

/** One seat of such a family. In cents. */
export type PricedSeat = { seat: ExampleSeat; lines: PriceLine[]; price: number };

type Priced = Pick<AdminClass, '_id' | 'name' | 'price'>;

/** What a family pays for each of its seats, in the order in which they are held. */
export function priceFamily(pricing: Pricing, family: ExampleFamily): PricedSeat[] {
  return listSeats(family).map((seat) => {
    const lines = priceSeat(pricing, standAt(seat));
    return { seat, lines, price: sumLines(lines) };
  });
}

/** A seat that costs less than half. In cents. */
export type SteepDiscount = { name: string; seat: ExampleSeat; full: number; price: number };

/**
 * The first class that new discounts make cheaper than half for somebody in the preview's largest family. A seat that
 * was already as cheap does not count. R434
 * @param today yyyy-mm-dd
 */
export function findSteepDiscount(
  classes: Priced[],
  before: Discount[],
  after: Discount[],
  today: string,
): SteepDiscount | undefined {
  const priced = classes.filter(({ price }) => price > 0);
  const examples =
    priced.length > 0 ? priced : [{ _id: '', name: 'a class', price: EXAMPLE_PRICE }];
  for (const { _id, name, price } of examples) {
    const full = toCents(price);
    const priceOf = (discounts: Discount[], seat: ExampleSeat) => {
      const fitting = findDiscounts(discounts, _id, { day: today });
      return sumLines(priceSeat({ base: full, discounts: fitting }, standAt(seat)));
    };
    for (const seat of ANYBODY) {
      const changed = priceOf(after, seat);
      if (changed * 2 < full && changed < priceOf(before, seat))
        return { name, seat, full, price: changed };
    }
  }
  return undefined;
}

/** New families come first, because a typical example is best. */
const ANYBODY = [false, true].flatMap((isReturning) =>
  listSeats({ children: MAX_CHILDREN, classesEach: MAX_CLASSES_EACH, isReturning }),
);

/** All classes of the example cost the same, so what a seat depends on is dear enough. */
function standAt({ child, classOfChild, isReturning }: ExampleSeat): FamilySeat {
  const others = (count: number) => Array.from({ length: count - 1 }, () => Infinity);
  return { siblings: others(child), weeks: others(classOfChild), isReturning };
}

function listSeats({ children, classesEach, isReturning }: ExampleFamily): ExampleSeat[] {
  return countTo(children).flatMap((child) =>
    countTo(classesEach).map((classOfChild) => ({ child, classOfChild, isReturning })),
  );
}

/** 1, 2, 3, … */
export function countTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
