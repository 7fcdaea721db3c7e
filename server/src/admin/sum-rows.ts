import { MONEY_KINDS } from '@speakifyr/contract/money-rows.ts';
import type { MoneyMonth, MoneyRow } from '@speakifyr/contract/months.ts';
import { sumAmounts } from '../sum-amounts.ts';

type Sums = Pick<MoneyMonth, 'kinds' | 'classes' | 'seasons'>;

/** What rows sum up to. */
export function sumRows(rows: MoneyRow[]): Sums {
  const shares = rows.flatMap(({ kind, currency, shares: parts }) =>
    parts.map((part) => ({ ...part, currency, isCharge: kind === 'charge' })),
  );
  return { kinds: sumKinds(rows), classes: sumClasses(shares), seasons: sumSeasons(shares) };
}

function sumKinds(rows: MoneyRow[]): Sums['kinds'] {
  return groupBy(rows, ({ currency, kind }) => `${currency} ${kind}`)
    .map((group) => ({
      currency: group[0]?.currency ?? '',
      kind: group[0]?.kind ?? 'charge',
      count: group.length,
      amount: sumAmounts(group),
    }))
    .sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        MONEY_KINDS.indexOf(a.kind) - MONEY_KINDS.indexOf(b.kind),
    );
}

type Part = MoneyRow['shares'][number] & { currency: string; isCharge: boolean };

function sumClasses(shares: Part[]): Sums['classes'] {
  return sumUp(shares, ({ className, camp_start }) => `${camp_start} ${className}`)
    .map(({ first, ...sums }) => ({
      ...{ className: first.className, camp_start: first.camp_start },
      ...sums,
    }))
    .sort((a, b) => b.kept - a.kept || a.className.localeCompare(b.className));
}

function sumSeasons(shares: Part[]): Sums['seasons'] {
  return sumUp(shares, ({ camp_start }) => camp_start.slice(0, 4))
    .map(({ first, ...sums }) => ({ season: first.camp_start.slice(0, 4), ...sums }))
    .sort((a, b) => b.season.localeCompare(a.season));
}

/** Sums up the shares with the same name, each currency by itself. */
function sumUp(shares: Part[], nameOf: (share: Part) => string) {
  return groupBy(shares, (share) => `${share.currency} ${nameOf(share)}`).flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const charged = sumAmounts(parts.filter(({ isCharge }) => isCharge));
    const kept = sumAmounts(parts);
    return { first, currency: first.currency, charged, returned: kept - charged, kept };
  });
}

function groupBy<Item>(items: Item[], nameOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const known = groups.get(name);
    if (known) known.push(item);
    else groups.set(name, [item]);
  }
  return [...groups.values()];
}
