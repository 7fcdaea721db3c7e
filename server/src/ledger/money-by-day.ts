import type { MovementKind, PaymentState } from '@speakifyr/contract/money-states.ts';
import type { PaymentTotal } from '@speakifyr/contract/office.ts';
import type { Document } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { worksInOffice } from '../users/bundles.ts';
import { type Days, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { isPaymentId, matchDays, matchPayments, type PaymentFilter } from './payment-lists.ts';

/**
 * `changedAt` is when a server started to close or refund a payment. Everyone can read the write well within this time,
 * even with slow connections, a retry and different clocks.
 */
const WRITTEN_WITHIN_MS = 2 * 60_000;

type Known = { days: DayTotal[]; at: Date; today: string };

/** Reads the totals of every day on which money moved, by currency. */
export type MoneyReader = () => Promise<DayTotal[]>;

/**
 * Reads the school's money by day, at a cost that does not grow with the ledger. The ledger is the only source: this
 * server keeps daily sums in memory and adds up a day again if one of its payments was closed or refunded since the
 * last read. At midnight it starts over. Money counts on the day it arrived or was returned. R260, R364
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
    const changed = await collections.payments.distinct('movements.day', {
      changedAt: { $gte: since },
    });
    if (changed.length === 0) return days;
    const kept = days.filter(({ day }) => !changed.includes(day));
    return [...kept, ...(await sumDays(collections, changed))];
  }
}

/**
 * What arrived and was returned on some days, in cents, by currency. A search reads all payments that it finds. Those who
 * may not see families find a payment by its id only. R502
 */
export async function getPaymentTotals(
  { search, from, to }: Days & { search?: string },
  reader: Pick<UserDocument, 'role' | 'bundle' | 'status'>,
  readMoney: MoneyReader,
  services: Services,
): Promise<PaymentTotal[]> {
  if (search && !isPaymentId(search) && !worksInOffice(reader)) return [];
  if (search) return sumPayments({ search, from, to }, services);
  const [days, open] = await Promise.all([
    readMoney(),
    // There are few of them, and their state may change without any money moving.
    sumPayments({ state: 'open', from, to }, services),
  ]);
  const isWanted = ({ day }: DayTotal) => (!from || day >= from) && (!to || day <= to);
  return addUp([...days.filter(isWanted).map(forgetDay), ...open.map(onlyOpen)]);
}

function forgetDay({ day: _day, ...total }: DayTotal): PaymentTotal {
  return total;
}

const NONE = { count: 0, amount: 0 };

/** Money that open payments moved is already in the daily sums. */
function onlyOpen({ currency, open }: PaymentTotal): PaymentTotal {
  return {
    currency,
    paid: NONE,
    refunded: NONE,
    cameBack: NONE,
    credit: 0,
    kept: 0,
    open,
    neverPaid: NONE,
  };
}

/** Adds up the totals of each currency. */
function addUp(totals: PaymentTotal[]): PaymentTotal[] {
  return addAlike(totals, ({ currency }) => currency).sort((a, b) =>
    a.currency.localeCompare(b.currency),
  );
}

function addAlike<T extends PaymentTotal>(totals: T[], nameOf: (total: T) => string): T[] {
  const sums = new Map<string, T>();
  for (const total of totals) {
    const name = nameOf(total);
    const sum = sums.get(name);
    sums.set(name, sum ? { ...sum, ...add(sum, total) } : total);
  }
  return [...sums.values()];
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
    credit: one.credit + other.credit,
    kept: one.kept + other.kept,
    open: both('open'),
    neverPaid: both('neverPaid'),
  };
}

type Payments = Pick<Collections, 'payments'>;

/** Movements of one kind, of payments in one state: how many, their sum, and what the payments are for, in cents. */
type Sums<Id> = {
  _id: Id & { currency: string; kind: MovementKind; state: PaymentState };
  count: number;
  /** Of those that are for more than nothing. */
  countPriced: number;
  moved: number;
  price: number;
};

/** What arrived and what was returned, by currency, and what was never paid. R20 */
async function sumPayments(
  wanted: PaymentFilter,
  services: Pick<Services, 'database'>,
): Promise<PaymentTotal[]> {
  for (const filter of await matchPayments(wanted, services)) {
    const found = await services.database.collections.payments
      .aggregate<Sums<unknown>>([{ $match: filter }, ...sumMovements(matchDays(wanted))])
      .toArray();
    if (found.length > 0) return addUp(found.map(presentTotal));
  }
  return [];
}

/** What arrived and what was returned on one day. Payments that are still open count as nothing. */
export type DayTotal = PaymentTotal & { day: string };

/** The totals of some days, or of all, by day and currency. Days without movements are left out. */
async function sumDays({ payments }: Payments, days?: string[]): Promise<DayTotal[]> {
  const found = await payments
    .aggregate<Sums<{ day: string }>>([
      // The index finds the payments whose money has moved.
      { $match: { 'movements.day': days ? { $in: days } : { $gte: '' } } },
      ...sumMovements(days && { $in: days }, { day: '$movements.day' }),
    ])
    .toArray();
  const totals = found.map((sums) => ({ ...presentTotal(sums), open: NONE, day: sums._id.day }));
  return addAlike(totals, ({ day, currency }) => `${day} ${currency}`);
}

/** Sums up the movements of payments. @param day a filter for their days @param by what else to sum them by */
function sumMovements(day: Document | undefined, by: Document = {}): Document[] {
  return [
    { $project: { currency: 1, status: 1, amount: 1, movements: 1 } },
    { $unwind: '$movements' },
    ...(day ? [{ $match: { 'movements.day': day } }] : []),
    {
      $group: {
        _id: { ...by, currency: '$currency', kind: '$movements.kind', state: '$status' },
        count: { $sum: 1 },
        countPriced: { $sum: { $cond: [{ $gt: ['$amount', 0] }, 1, 0] } },
        moved: { $sum: '$movements.amount' },
        price: { $sum: '$amount' },
      },
    },
  ];
}

function presentTotal({ _id, count, countPriced, moved, price }: Sums<unknown>): PaymentTotal {
  const { kind, state } = _id;
  const unpaid = { count: countPriced, amount: price };
  return {
    currency: _id.currency.toUpperCase(),
    paid: kind === 'paid' ? { count, amount: moved } : NONE,
    refunded: kind === 'returned' ? { count, amount: 0 - moved } : NONE,
    cameBack: kind === 'came back' ? { count, amount: moved } : NONE,
    // Below 0 if it became credit.
    credit: kind === 'credit' ? 0 - moved : 0,
    kept: kind === 'begun' ? 0 : moved,
    open: kind === 'begun' && state === 'open' ? unpaid : NONE,
    neverPaid: kind === 'begun' && state === 'canceled' ? unpaid : NONE,
  };
}
