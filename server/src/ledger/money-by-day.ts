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
  return addUp([...days.filter(isWanted), ...open.map(onlyOpen)]);
}

/** Money that open payments moved is already in the daily sums. */
function onlyOpen({ currency, open }: PaymentTotal): PaymentTotal {
  const none = { count: 0, amount: 0 };
  return {
    currency,
    paid: none,
    refunded: none,
    cameBack: none,
    credit: 0,
    kept: 0,
    open,
    neverPaid: none,
  };
}

/** Adds up the totals of each currency. */
function addUp(totals: PaymentTotal[]): PaymentTotal[] {
  const sums = new Map<string, PaymentTotal>();
  for (const total of totals) {
    const sum = sums.get(total.currency);
    sums.set(total.currency, sum ? add(sum, total) : total);
  }
  return [...sums.values()]
    .map(({ currency, paid, refunded, cameBack, credit, kept, open, neverPaid }) => ({
      currency,
      paid,
      refunded,
      cameBack,
      credit,
      kept,
      open,
      neverPaid,
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
    credit: one.credit + other.credit,
    kept: one.kept + other.kept,
    open: both('open'),
    neverPaid: both('neverPaid'),
  };
}

type Payments = Pick<Collections, 'payments'>;

/** Counts and sums of movements, and for payments that were never paid, what they would have been. */
type Sums<Id> = { _id: Id } & Record<`${keyof typeof SUMS}${'Count' | 'Amount'}`, number>;

const isKind = (kind: MovementKind) => ({ $eq: ['$movements.kind', kind] });
const isUnpaid = (status: PaymentState) => ({
  $and: [isKind('begun'), { $eq: ['$status', status] }, { $gt: ['$amount', 0] }],
});
const SUMS = {
  paid: [isKind('paid'), '$movements.amount'],
  refunded: [isKind('returned'), '$movements.amount'],
  cameBack: [isKind('came back'), '$movements.amount'],
  // Below 0 if it became credit.
  credit: [isKind('credit'), '$movements.amount'],
  open: [isUnpaid('open'), '$amount'],
  neverPaid: [isUnpaid('canceled'), '$amount'],
} satisfies Record<string, [Document, string]>;

/** What arrived and what was returned, by currency, and what was never paid. R20 */
async function sumPayments(
  wanted: PaymentFilter,
  services: Pick<Services, 'database'>,
): Promise<PaymentTotal[]> {
  const { filter } = await matchPayments(wanted, services);
  const found = await services.database.collections.payments
    .aggregate<Sums<string>>([{ $match: filter }, ...sumMovements(matchDays(wanted), '$currency')])
    .toArray();
  return found
    .map((sums) => presentTotal(sums._id, sums))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

/** What arrived and what was returned on one day. Payments that are still open count as nothing. */
export type DayTotal = PaymentTotal & { day: string };

/** The totals of some days, or of all, by day and currency. Days without movements are left out. */
async function sumDays({ payments }: Payments, days?: string[]): Promise<DayTotal[]> {
  const found = await payments
    .aggregate<Sums<{ day: string; currency: string }>>([
      // The index finds the payments whose money has moved.
      { $match: { 'movements.day': days ? { $in: days } : { $gte: '' } } },
      ...sumMovements(days && { $in: days }, { day: '$movements.day', currency: '$currency' }),
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({
    ...presentTotal(_id.currency, { ...sums, openCount: 0, openAmount: 0 }),
    day: _id.day,
  }));
}

/** Sums up the movements of payments. @param day a filter for their days */
function sumMovements(day: Document | undefined, _id: Document | string): Document[] {
  const sums = Object.entries(SUMS).flatMap(([name, [condition, amount]]): [string, Document][] => [
    [`${name}Count`, { $sum: { $cond: [condition, 1, 0] } }],
    [`${name}Amount`, { $sum: { $cond: [condition, amount, 0] } }],
  ]);
  return [
    { $project: { currency: 1, status: 1, amount: 1, movements: 1 } },
    { $unwind: '$movements' },
    ...(day ? [{ $match: { 'movements.day': day } }] : []),
    { $group: { _id, ...Object.fromEntries(sums) } },
  ];
}

function presentTotal(currency: string, sums: Omit<Sums<unknown>, '_id'>): PaymentTotal {
  return {
    currency: currency.toUpperCase(),
    paid: { count: sums.paidCount, amount: sums.paidAmount },
    refunded: { count: sums.refundedCount, amount: -sums.refundedAmount },
    cameBack: { count: sums.cameBackCount, amount: sums.cameBackAmount },
    credit: 0 - sums.creditAmount,
    kept: sums.paidAmount + sums.refundedAmount + sums.cameBackAmount + sums.creditAmount,
    open: { count: sums.openCount, amount: sums.openAmount },
    neverPaid: { count: sums.neverPaidCount, amount: sums.neverPaidAmount },
  };
}
