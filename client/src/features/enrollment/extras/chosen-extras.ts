import type { ChosenExtra, OfferedExtra, SeatExtras } from '@speakifyr/contract/extras.ts';
import { costOf } from '@speakifyr/contract/seat-extras.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { countOf } from '../../../lib/count-of.ts';
import { formatCharge } from '../../../lib/format.ts';
import type { WantedExtras } from './extras.queries.ts';

/** An extra as the dialog shows it. What is paid for some days is a row of its own. */
export type ExtraRow = Pick<
  OfferedExtra,
  'id' | 'label' | 'from' | 'until' | 'amount' | 'options' | 'isRefundable' | 'on' | 'tax'
> & {
  /** Names it among the rows. */
  key: string;
  /** Whether it is for further days of what is paid for some. */
  isMore: boolean;
  per: OfferedExtra['per'] | null;
  left: number | null;
  price: number;
  /** What the seat has of it now, and keeps at that price. */
  chosen: ChosenExtra | undefined;
};

/** What is chosen of a row: `option` is empty if there is none yet; `on` are the days, of an extra with a price per day. */
export type Tick = { option: string; on: string[] };

/** What is ticked, by the row's key. */
export type Ticks = Record<string, Tick>;

/** What is offered, and what the seat has that can't be changed. */
export function listRows({ offered, chosen }: SeatExtras): ExtraRow[] {
  const isOpen = (one: ChosenExtra) =>
    offered.some(({ id, per }) => id === one.id && (per === 'once' || !one.isPaid));
  const rows = offered.map((one) => {
    const own = chosen.find((other) => other.id === one.id && isOpen(other));
    const isMore = chosen.some((other) => other.id === one.id && other !== own);
    return { ...one, key: one.id, isMore, chosen: own };
  });
  const fixed = chosen
    .filter((one) => rows.every((row) => row.chosen !== one))
    .map((one, place) => ({
      ...one,
      key: `${one.id}-${place}`,
      options: one.option === null ? [] : [one.option],
      isMore: false,
      per: null,
      left: null,
      on: undefined,
      price: one.amount,
      chosen: one,
    }));
  const others = fixed.filter(({ id }) => rows.every((row) => row.id !== id));
  // What is paid stands above what can still be added, such as further days of it.
  return [
    ...others.filter(({ isPaid }) => isPaid),
    ...rows.flatMap((row) => [...fixed.filter(({ id }) => id === row.id), row]),
    ...others.filter(({ isPaid }) => !isPaid),
  ];
}

/** The days of a row that are not sold out. */
export function listOpenDays({ on = [] }: Pick<ExtraRow, 'on'>): string[] {
  return on.flatMap(({ day, left }) => (left === 0 ? [] : day));
}

export function tickChosen(extras: SeatExtras): Ticks {
  const ticked = listRows(extras).flatMap(({ key, on, chosen }) => {
    if (!chosen) return [];
    const days = chosen.on ?? on?.map(({ day }) => day) ?? [];
    return [[key, { option: chosen.option ?? '', on: days }] as const];
  });
  return Object.fromEntries(ticked);
}

const isSameList = (one: string[], other: string[]) =>
  one.length === other.length && one.every((day) => other.includes(day));

/** Whether this is what the seat has already: it keeps its price. */
function isKept({ chosen, on }: ExtraRow, tick: Tick): boolean {
  if (!chosen || (chosen.option ?? '') !== tick.option) return false;
  return !on || isSameList(tick.on, chosen.on ?? on.map(({ day }) => day));
}

/** What an extra costs with this choice, in cents. @param tick undefined before anything is chosen */
export function costWith(row: ExtraRow, tick: Tick | undefined): number {
  const { chosen, on, amount } = row;
  if (tick && chosen && isKept(row, tick)) return chosen.amount;
  return on ? costOfDays(row, countDays(row, tick)) : amount;
}

function costOfDays({ price, tax }: ExtraRow, days: number): number {
  return costOf({ price, days, ...(tax && { tax }) });
}

/** For how many days an extra is, or would be: all that are not sold out. */
function countDays(row: ExtraRow, tick: Tick | undefined): number {
  return tick ? tick.on.length : listOpenDays(row).length || (row.on ?? []).length;
}

/** `5 days × $6`: what is counted, and what one costs. */
export function nameCount(row: ExtraRow, tick: Tick | undefined): string {
  const each = formatCharge(costOfDays(row, 1) / 100);
  return `${countOf(countDays(row, tick), 'day')} × ${each}.`;
}

/** What is missing for a choice. */
export function findMissing({ options, on }: ExtraRow, tick: Tick): 'option' | 'day' | undefined {
  if (options.length > 0 && tick.option === '') return 'option';
  return on && tick.on.length === 0 ? 'day' : undefined;
}

/** What is ticked, as the server reads it. Undefined if a choice is missing. */
export function readTicks(rows: ExtraRow[], ticks: Ticks): WantedExtras | undefined {
  const ticked = rows.flatMap((row) => {
    const tick = ticks[row.key];
    return tick ? [{ row, tick }] : [];
  });
  if (ticked.some(({ row, tick }) => findMissing(row, tick))) return undefined;
  return ticked.map(({ row, tick }) => {
    const on = isKept(row, tick) ? row.chosen?.on : readDays(row, tick);
    const wanted = { id: row.id, option: tick.option || null, amount: costWith(row, tick) };
    return { ...wanted, ...(on && { on }) };
  });
}

/** Undefined for all days that are left. */
function readDays({ isMore, on }: ExtraRow, tick: Tick): string[] | undefined {
  if (!on) return undefined;
  return !isMore && tick.on.length === on.length ? undefined : tick.on;
}

/** What everything ticked costs, in cents; and how much of it is not paid yet. */
export function sumTicks(rows: ExtraRow[], ticks: Ticks): { all: number; toPay: number } {
  const ticked = rows.flatMap((row) => {
    const tick = ticks[row.key];
    return tick ? [{ amount: costWith(row, tick), isPaid: row.chosen?.isPaid ?? false }] : [];
  });
  return { all: sumAmounts(ticked), toPay: sumAmounts(ticked.filter(({ isPaid }) => !isPaid)) };
}
