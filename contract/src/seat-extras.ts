import { formatTimeOfDay } from './format.ts';
import { isForClass, type PriceLine, sumLines } from './prices.ts';
import { nameFewDays } from './say-class-days.ts';
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
  /** How many seats of one class may have it, of one per day on each day; null for all. */
  capacity: number | null;
  /** Such as care from 07:30 on, or until 17:30. Missing: it says no hours. R652 */
  from?: string | undefined;
  until?: string | undefined;
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
  /** Those days, in order, yyyy-mm-dd. Missing: all that the seat has. R651 */
  on?: string[];
  /** How many seats of the class could have it at that time. The sold-out check uses this number. */
  capacity: number | null;
  isRefundable: boolean;
  /** In percent: the tax that is added to it. Missing if none is. */
  tax?: number;
  from?: string;
  until?: string;
  /** Set if the seat has the same extra twice, for other days: what the parts of its plan call this one. */
  key?: string;
};

/** What the parts of a seat's plan call an extra. */
export function keyOf({ key, extraId }: Pick<SeatExtra, 'key' | 'extraId'>): string {
  return key ?? extraId;
}

/** What an extra of a seat costs, with the tax that is added to it. R629 */
export function costOf({ price, days, tax }: Pick<SeatExtra, 'price' | 'days' | 'tax'>): number {
  return withTax(price * (days ?? 1), tax);
}

/** What they cost together. */
export function sumExtras(extras: SeatExtra[] = []): number {
  return sumAmounts(extras.map((extra) => ({ amount: costOf(extra) })));
}

/** What people read of an extra. Optional fields may be there without a value. */
export type NamedExtra = Pick<SeatExtra, 'label' | 'option'> & {
  [Field in 'from' | 'until']?: string | undefined;
} & { on?: string[] | undefined };

/** Such as "Lunch", "T-shirt, M", "Lunch, Mon, Wed" or "Late care until 5:30 PM". */
export function nameExtra({ option, on, ...extra }: NamedExtra): string {
  const chosen = [...(option === null ? [] : [option]), ...(on ? [nameFewDays(on)] : [])];
  return [nameWithHours(extra), ...chosen].join(', ');
}

/** Such as "Lunch" or "Late care until 5:30 PM". R652 */
export function nameWithHours({
  label,
  from,
  until,
}: Pick<NamedExtra, 'label' | 'from' | 'until'>): string {
  const starts = from ? ` from ${formatTimeOfDay(from)}` : '';
  return `${label}${starts}${until ? ` until ${formatTimeOfDay(until)}` : ''}`;
}

/** The lines of a price for these extras. */
export function listExtraLines(extras: SeatExtra[] = []): PriceLine[] {
  return extras.map((extra) => ({
    kind: 'extra' as const,
    percent: null,
    discountId: null,
    label: nameExtra({ ...extra, on: undefined }) + nameDays(extra.days),
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
 * An extra for a seat, as it is now. R440, R651
 * @param days.chosen those it is for, in order, if it has a price per day
 * @param days.all those of the seat
 * @param tax in percent: what is added to the price of the seat's extras
 */
export function freezeExtra(
  { id, label, price, per, capacity, isRefundable, from, until }: Extra,
  option: string | null,
  { chosen, all }: { chosen: string[]; all: string[] },
  tax = 0,
): SeatExtra {
  const hours = { ...(from && { from }), ...(until && { until }) };
  const frozen = { extraId: id, label, option, price, capacity, isRefundable, ...hours };
  const days = per === 'day' ? asDays(chosen, all) : { days: null };
  return { ...frozen, ...days, ...(tax > 0 && { tax }) };
}

/** How a seat has these days of an extra. */
export function asDays(chosen: string[], all: string[]): { days: number; on?: string[] } {
  const isAll = all.every((day) => chosen.includes(day));
  return { days: chosen.length, ...(!isAll && { on: chosen }) };
}

/**
 * Until when somebody stays: to the end of the class, or of the last extra that they have on this day. R652
 * @param dailyEnd hh:mm; null if the class says no hours
 */
export function findStayEnd(
  dailyEnd: string | null | undefined,
  extras: Pick<NamedExtra, 'until'>[] = [],
): string | null {
  if (!dailyEnd) return null;
  const ends = [dailyEnd, ...extras.flatMap(({ until }) => until ?? [])];
  return ends.toSorted().at(-1) ?? null;
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
