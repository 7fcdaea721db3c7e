import type { PaymentTotal } from '@speakifyr/contract/office.ts';
import type { Days } from '../../school-time.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { type DayTotal, listChangedDays, sumDays, sumPayments } from './payment-lists.repo.ts';

/**
 * `changedAt` is when a server started to close a payment or to refund it. Everyone can read the write long before this time is over,
 * even with slow connections, a retry and different clocks.
 */
const WRITTEN_WITHIN_MS = 2 * 60_000;

export type { DayTotal };

type Known = { days: DayTotal[]; at: Date; today: string };

/** Reads the totals of every day on which something moved, by currency. */
export type MoneyReader = () => Promise<DayTotal[]>;

/**
 * Reads the school's money by day, at a cost that does not grow with the ledger. The ledger is the only source: this
 * server keeps the sums of days in memory and adds up a day again if one of its payments was closed or refunded since the
 * last read. At midnight it starts over. Money counts on the day on which it arrived or went back.
 */
export function createMoneyReader(services: Services): MoneyReader {
  const { collections } = services.database;
  let known: Known | undefined;
  return async () => {
    const at = services.now();
    const today = readToday(services);
    const days = known?.today === today ? await readChanges(known) : await sumDays(collections);
    // Of two concurrent reads, keep the one that started later.
    if (!known || known.at <= at) known = { days, at, today };
    return days;
  };

  async function readChanges({ days, at }: Known): Promise<DayTotal[]> {
    const since = new Date(at.getTime() - WRITTEN_WITHIN_MS);
    const changed = await listChangedDays(collections, since);
    if (changed.length === 0) return days;
    const kept = days.filter(({ day }) => !changed.includes(day));
    return [...kept, ...(await sumDays(collections, changed))];
  }
}

/** What arrived and what went back on some days, in cents, by currency. A search reads all payments that it finds. */
export async function getPaymentTotals(
  { search, from, to }: Days & { search?: string | undefined },
  readMoney: MoneyReader,
  { database }: Services,
): Promise<PaymentTotal[]> {
  const { collections } = database;
  if (search) return sumPayments(collections, { search, from, to });
  const [days, open] = await Promise.all([
    readMoney(),
    // There are few of them, and they may become something else without having moved.
    sumPayments(collections, { state: 'open', from, to }),
  ]);
  const isWanted = ({ day }: DayTotal) => (!from || day >= from) && (!to || day <= to);
  return addUp([...days.filter(isWanted), ...open.map(onlyOpen)]);
}

/** What has moved of open payments is in the sums of the days already. */
function onlyOpen({ currency, open }: PaymentTotal): PaymentTotal {
  const none = { count: 0, amount: 0 };
  return { currency, paid: none, refunded: none, cameBack: none, kept: 0, open, neverPaid: none };
}

/** Adds up the totals of each currency. */
function addUp(totals: PaymentTotal[]): PaymentTotal[] {
  const sums = new Map<string, PaymentTotal>();
  for (const total of totals) {
    const sum = sums.get(total.currency);
    sums.set(total.currency, sum ? add(sum, total) : total);
  }
  return [...sums.values()]
    .map(({ currency, paid, refunded, cameBack, kept, open, neverPaid }) => ({
      ...{ currency, paid, refunded, cameBack, kept, open, neverPaid },
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

function add(one: PaymentTotal, other: PaymentTotal): PaymentTotal {
  const both = (part: 'paid' | 'refunded' | 'cameBack' | 'open' | 'neverPaid') => ({
    count: one[part].count + other[part].count,
    amount: one[part].amount + other[part].amount,
  });
  return {
    currency: one.currency,
    paid: both('paid'),
    refunded: both('refunded'),
    cameBack: both('cameBack'),
    kept: one.kept + other.kept,
    open: both('open'),
    neverPaid: both('neverPaid'),
  };
}
