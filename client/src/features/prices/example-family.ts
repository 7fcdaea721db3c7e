import {
  type FamilySeat,
  type PriceLine,
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

/** What a family pays for each of its seats, in the order in which they are held. */
export function priceFamily(pricing: Pricing, family: ExampleFamily): PricedSeat[] {
  return listSeats(family).map((seat) => {
    const lines = priceSeat(pricing, standAt(seat));
    return { seat, lines, price: sumLines(lines) };
  });
}

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
