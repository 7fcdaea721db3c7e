import { addDays, countDays } from './days.ts';

/**
 * What canceling a seat refunds. Plain functions and values only, so that client and server calculate the same.
 */

/** One period of the refund policy. */
export type RefundStep = {
  /** It holds up to and including this many days before the first day of the class. */
  daysBefore: number;
  /** The refunded percentage of what was paid, 0 to 100. */
  percent: number;
  /** What the school keeps on top of that, in integer cents. */
  fee: number;
};

/** The refund policy at one time. A seat keeps the terms of its purchase. */
export type RefundTerms = {
  /** 1, 2, 3, …: each change of the policy raises it. */
  version: number;
  /** From the earliest period to the latest. After the last one, nothing is refunded. */
  steps: RefundStep[];
};

/** The policy of a school that has not set one, and of seats from before there was one. */
export const DEFAULT_REFUND_TERMS: RefundTerms = {
  version: 0,
  steps: [
    { daysBefore: 14, percent: 100, fee: 0 },
    { daysBefore: 3, percent: 50, fee: 0 },
  ],
};

/** What a cancellation refunds. Amounts are integer cents. */
export type RefundQuote = {
  refund: number;
  /** What the school keeps of what was paid. */
  kept: number;
  percent: number;
  fee: number;
  /** The last day on which this holds (yyyy-mm-dd), or null if nothing is refunded anymore. */
  until: string | null;
};

/**
 * What canceling a seat today refunds. The last day of a period still counts, and halves of a cent go to the parent.
 * @param request.paid what is left of the payment for this seat, in integer cents
 * @param request.today in the school's time zone, yyyy-mm-dd
 */
export function quoteRefund({
  terms,
  paid,
  campStart,
  today,
}: {
  terms: RefundTerms;
  paid: number;
  campStart: string;
  today: string;
}): RefundQuote {
  const step = findStep(terms, campStart, today);
  if (!step) return { refund: 0, kept: paid, percent: 0, fee: 0, until: null };
  const { percent, fee, daysBefore } = step;
  const refund = giveBack(step, paid);
  return { refund, kept: paid - refund, percent, fee, until: addDays(campStart, -daysBefore) };
}

/**
 * The last day of a period, yyyy-mm-dd. Nobody can cancel a class that has started, so it is at the latest the day before
 * the first day.
 */
export function findLastDay(daysBefore: number, campStart: string): string {
  return addDays(campStart, -Math.max(1, daysBefore));
}

/** What one period refunds of what was paid, in integer cents. Halves of a cent go to the parent. */
function giveBack({ percent, fee }: Omit<RefundStep, 'daysBefore'>, paid: number): number {
  return Math.max(0, Math.ceil((paid * percent) / 100) - fee);
}

/** The period that a day falls into. */
export function findStep(
  terms: RefundTerms,
  campStart: string,
  today: string,
): RefundStep | undefined {
  const left = countDays(today, campStart);
  return terms.steps.find(({ daysBefore }) => left >= daysBefore);
}

/** Whether the first period of the policy still runs: parents may move a seat until then. */
export function isInFirstPeriod(terms: RefundTerms, campStart: string, today: string): boolean {
  const [first] = terms.steps;
  return first !== undefined && countDays(today, campStart) >= first.daysBefore;
}
