import type { ChosenExtra, OfferedExtra, SeatExtras } from '@speakifyr/contract/extras.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { WantedExtras } from './extras.queries.ts';

/** An extra as the dialog shows it. */
export type ExtraRow = Pick<
  OfferedExtra,
  'id' | 'label' | 'amount' | 'options' | 'isRefundable'
> & {
  per: OfferedExtra['per'] | null;
  days: number | null;
  left: number | null;
  /** What the seat has of it now, and keeps at that price. */
  chosen: ChosenExtra | undefined;
};

/** What is ticked, by the extra's id: the choice that goes with it, or an empty text. */
export type Ticks = Record<string, string>;

/** What is offered, and what the seat has that is no longer offered. */
export function listRows({ offered, chosen }: SeatExtras): ExtraRow[] {
  const has = (id: string) => chosen.find((one) => one.id === id);
  const gone = chosen.filter(({ id }) => offered.every((one) => one.id !== id));
  return [
    ...offered.map((one) => ({ ...one, chosen: has(one.id) })),
    ...gone.map((one) => ({
      ...one,
      options: one.option === null ? [] : [one.option],
      per: null,
      days: null,
      left: null,
      chosen: one,
    })),
  ];
}

export function tickChosen({ chosen }: SeatExtras): Ticks {
  return Object.fromEntries(chosen.map(({ id, option }) => [id, option ?? '']));
}

/** What an extra costs with this choice, in cents: what is chosen keeps its price. */
export function costWith({ chosen, amount }: ExtraRow, option: string): number {
  return chosen && (chosen.option ?? '') === option ? chosen.amount : amount;
}

/** What is ticked, as the server reads it. Undefined if a choice is missing. */
export function readTicks(rows: ExtraRow[], ticks: Ticks): WantedExtras | undefined {
  const wanted = rows.flatMap((row) => {
    const option = ticks[row.id];
    if (option === undefined) return [];
    return [{ id: row.id, option: option || null, amount: costWith(row, option) }];
  });
  const isMissing = rows.some(({ id, options }) => options.length > 0 && ticks[id] === '');
  return isMissing ? undefined : wanted;
}

/** What everything ticked costs, in cents; and how much of it is not paid yet. */
export function sumTicks(rows: ExtraRow[], ticks: Ticks): { all: number; toPay: number } {
  const ticked = rows.flatMap((row) => {
    const option = ticks[row.id];
    return option === undefined
      ? []
      : [{ amount: costWith(row, option), isPaid: row.chosen?.isPaid ?? false }];
  });
  return { all: sumAmounts(ticked), toPay: sumAmounts(ticked.filter(({ isPaid }) => !isPaid)) };
}
