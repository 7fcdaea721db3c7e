import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ShownDiscount } from '@speakifyr/contract/discounts.ts';
import {
  findDiscounts,
  NEW_FAMILY,
  type PriceLine,
  type Discount,
  priceSeat,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { priceWithTax } from '@speakifyr/contract/tax.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { addDays, formatIsoDay, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** Prices as everybody sees them on cards and pages of classes. */

type Needs = Pick<Services, 'environment' | 'now'>;
type Priced = Pick<ClassDocument, '_id' | 'price' | 'seats'>;

/** What a new family pays today, if that is less than the full price, and for how long. R432 */
export function findEarlyPrice(
  campClass: Priced,
  discounts: Discount[],
  services: Needs,
): CampClass['early'] {
  const today = readToday(services);
  const taken = campClass.seats.length;
  const [, line] = priceOn(today, taken, campClass, discounts);
  const discount = discounts.find(({ id }) => id === line?.discountId);
  if (!line || discount?.kind !== 'early') return undefined;
  const { label, until, firstSeats } = discount;
  const then = until
    ? priceOn(addDays(until, 1), taken, campClass, discounts)
    : priceOn(today, firstSeats ?? taken, campClass, discounts);
  return {
    label,
    until,
    ...(firstSeats && { seats: firstSeats - taken }),
    price: (toCents(campClass.price) + line.amount) / 100,
    then: sumLines(then) / 100,
  };
}

/**
 * What a seat of a full class costs today, before a family's own discounts, for somebody who has waited since a day.
 * @returns whole currency units
 */
export function findWaitingPrice(
  campClass: Priced,
  discounts: Discount[],
  waitingSince: Date,
  services: Needs,
): number {
  if (campClass.price === 0) return 0;
  const since = formatIsoDay(waitingSince, SCHOOL.timeZone);
  const taken = campClass.seats.length;
  const net = sumLines(priceOn(readToday(services), taken, campClass, discounts, since));
  // As its offer will say it.
  return priceWithTax(net / 100, SCHOOL);
}

function priceOn(
  day: string,
  taken: number,
  { _id, price }: Priced,
  discounts: Discount[],
  waitingSince = day,
): PriceLine[] {
  const when = { day, taken, waitingSince };
  const base = toCents(price);
  return priceSeat(
    { base, discounts: findDiscounts(discounts, _id.toHexString(), when) },
    NEW_FAMILY,
  );
}

/** All that may make a class cheaper today, in the order in which people see it. */
export function listDiscounts(
  { _id, price, seats }: Priced,
  discounts: Discount[],
  services: Needs,
): ShownDiscount[] {
  if (price === 0) return [];
  return findDiscounts(discounts, _id.toHexString(), {
    day: readToday(services),
    taken: seats.length,
  });
}
