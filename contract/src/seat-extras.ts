import { isForClass, type PriceLine, sumLines } from './prices.ts';
import { sumAmounts } from './sum-amounts.ts';
import { withTax } from './tax.ts';

/**
 * Extras of a seat, such as lunch or a T-shirt, for client and server. Plain functions only, like format.ts. All amounts
 * are integer cents. decisions/0077
 */

/** An extra, as an admin wrote it. */
export type Extra = {
  /** Names it among the others. */
  id: string;
  /** What parents read, such as "Lunch". */
  label: string;
  /** For each camp day of a class, or for all of it. */
  price: number;
  per: 'day' | 'once';
  /** A family chooses one of these, such as a size. Empty if there is nothing to choose. */
  options: string[];
  /** How many seats of one class may have it; null for all. */
  capacity: number | null;
  /** Whether it is refunded like the seat's price if the seat is canceled. Otherwise, none of it is. */
  isRefundable: boolean;
  /** Only these classes; empty for all. */
  classIds: string[];
};

/** An extra of a seat, as it was when the family chose it. Whatever an admin changes later, the seat keeps it. */
export type SeatExtra = {
  extraId: string;
  label: string;
  /** Such as a size; null if there was nothing to choose. */
  option: string | null;
  price: number;
  /** For how many camp days; null if charged once for the class. */
  days: number | null;
  /** How many seats of the class could have it at that time. The sold-out check uses this number. */
  capacity: number | null;
  isRefundable: boolean;
  /** In percent: the tax that is added to it. Missing if none is. */
  tax?: number;
};

/** What an extra of a seat costs, with the tax that is added to it. R629 */
export function costOf({ price, days, tax }: Pick<SeatExtra, 'price' | 'days' | 'tax'>): number {
  return withTax(price * (days ?? 1), tax);
}

/** What they cost together. */
export function sumExtras(extras: SeatExtra[] = []): number {
  return sumAmounts(extras.map((extra) => ({ amount: costOf(extra) })));
}

/** Such as "Lunch" or "T-shirt, M". */
export function nameExtra({ label, option }: Pick<SeatExtra, 'label' | 'option'>): string {
  return option === null ? label : `${label}, ${option}`;
}

/** The lines of a price for these extras. */
export function listExtraLines(extras: SeatExtra[] = []): PriceLine[] {
  return extras.map((extra) => ({
    kind: 'extra' as const,
    percent: null,
    discountId: null,
    label: nameExtra(extra) + nameDays(extra.days),
    amount: costOf(extra),
  }));
}

function nameDays(days: number | null): string {
  if (days === null) return '';
  return days === 1 ? ', 1 day' : `, ${days} days`;
}

/**
 * The lines of a price that has extras, too.
 * @param lines those without extras; missing if nothing was taken off
 * @param price without the extras
 * @returns undefined if there is nothing to explain
 */
export function withExtras(
  lines: PriceLine[] | undefined,
  price: number,
  extras: SeatExtra[] = [],
): PriceLine[] | undefined {
  if (extras.length === 0) return lines;
  const base = { kind: 'base' as const, label: 'Full price', percent: null, discountId: null };
  return [...(lines ?? [{ ...base, amount: price }]), ...listExtraLines(extras)];
}

/** The lines of a price without its extras. Missing if nothing is taken off then. */
export function withoutExtras(lines: PriceLine[] = []): PriceLine[] | undefined {
  const rest = lines.filter(({ kind }) => kind !== 'extra');
  return rest.length > 1 ? rest : undefined;
}

/** The extras that a class offers. */
export function findExtras<E extends Pick<Extra, 'classIds'>>(extras: E[], classId: string): E[] {
  return extras.filter((extra) => isForClass(extra, classId));
}

/**
 * An extra for a seat of a class that meets on so many days, as it is now. R440
 * @param tax in percent: what is added to the price of the seat's extras
 */
export function freezeExtra(
  { id, label, price, per, capacity, isRefundable }: Extra,
  option: string | null,
  days: number,
  tax = 0,
): SeatExtra {
  const count = per === 'day' ? days : null;
  const frozen = { extraId: id, label, option, price, days: count, capacity, isRefundable };
  return { ...frozen, ...(tax > 0 && { tax }) };
}

/** How many of these seats have an extra. */
export function countExtra(seats: { extras?: SeatExtra[] }[], extraId: string): number {
  return seats.filter(({ extras = [] }) => extras.some((one) => one.extraId === extraId)).length;
}

/** The first of these extras that is sold out for one more seat of the class. */
export function findSoldOut(
  extras: SeatExtra[],
  others: { extras?: SeatExtra[] }[],
): SeatExtra | undefined {
  return extras.find(
    ({ extraId, capacity }) => capacity !== null && countExtra(others, extraId) >= capacity,
  );
}

/** A class to which a seat may move. */
type Goal = { days: number; seats: { extras?: SeatExtra[] }[] };

/**
 * What becomes of a seat's extras in another class. Those that class offers and has left move along: the price per day
 * stays, and the days are those of the new class. The rest is dropped. R444
 * @param offered the extras that the new class offers
 */
export function moveExtras(
  extras: SeatExtra[],
  offered: Extra[],
  { days, seats }: Goal,
): { stays: SeatExtra[]; dropped: SeatExtra[] } {
  const moved = extras.map((extra) => {
    const now = offered.find(({ id }) => id === extra.extraId);
    if (!now) return { extra };
    const capacity = now.capacity;
    const then = { ...extra, capacity, days: extra.days === null ? null : days };
    return findSoldOut([then], seats) ? { extra } : { extra, then };
  });
  return {
    stays: moved.flatMap(({ then }) => then ?? []),
    dropped: moved.flatMap(({ extra, then }) => (then ? [] : [extra])),
  };
}

/**
 * What people who look after a class read: "Lunch 12; T-shirt: S 3, M 4".
 * @param all the extras of all its seats
 */
export function summarizeExtras(all: Pick<SeatExtra, 'label' | 'option'>[]): string {
  const labels = [...new Set(all.map(({ label }) => label))].toSorted();
  return labels
    .map((label) => {
      const ofLabel = all.filter((one) => one.label === label);
      const options = [...new Set(ofLabel.flatMap(({ option }) => option ?? []))];
      if (options.length === 0) return `${label} ${ofLabel.length}`;
      const count = (option: string) => ofLabel.filter((one) => one.option === option).length;
      return `${label}: ${options.map((option) => `${option} ${count(option)}`).join(', ')}`;
    })
    .join('; ');
}

/** What the extra lines of a price come to. */
export function sumExtraLines(lines: PriceLine[] = []): number {
  return sumLines(lines.filter(({ kind }) => kind === 'extra'));
}
