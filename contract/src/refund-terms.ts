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

/** What is wrong with a period compared with the one before it, field by field. R157 */
export function findStepProblems(
  before: RefundStep,
  later: RefundStep,
): { [Field in keyof RefundStep]?: string } {
  const { daysBefore, percent } = before;
  const tooLow = later.percent <= percent && findFeeProblem(before, later);
  return {
    ...(later.daysBefore >= daysBefore && {
      daysBefore: `Must be fewer than ${daysBefore}: each period comes after the one before`,
    }),
    ...(later.percent > percent && {
      percent: `Must be ${percent} or less: a later period can’t give back more`,
    }),
    ...(tooLow && { fee: tooLow }),
  };
}

/**
 * Looks for a later period that refunds more than the one before at some price. Its percentage is not higher, so only a fee
 * that is too low can do that: the later period then begins to refund something at a lower price. R157
 * @returns what is wrong, in a sentence; undefined if the later period never refunds more
 */
export function findFeeProblem(
  before: Omit<RefundStep, 'daysBefore'>,
  later: Omit<RefundStep, 'daysBefore'>,
): string | undefined {
  const least = Math.ceil((before.fee * later.percent) / before.percent);
  if (later.fee >= least) return undefined;
  return `A later period can’t give back more, not even of a cheap class. The fee must be at least ${formatCents(least)}.`;
}

function formatCents(cents: number): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

/** What is left of one payment for a seat, in integer cents, and the policy under which it was paid. */
export type PaidUnder = { paid: number; terms: RefundTerms };

/** The refund of what was paid under one policy. */
export type QuoteUnder = RefundQuote & PaidUnder;

/**
 * What canceling a seat with several payments refunds, each under the policy of its own day. Payments under the same
 * policy count as one, so its fee is taken once. R157, R352
 * @param request.owed what is still owed for the seat, in cents. The terms are for the whole price, and a refund first
 *   reduces what is still owed: only the excess is paid back
 * @returns the sums; `percent` and `fee` are those of the first policy, and `until` is the last day for the sums.
 *   `quotes` has one entry for each policy, and `shares` what is refunded of each payment, in their order
 */
export function quoteParts({
  owed = 0,
  ...request
}: PartsToQuote & { owed?: number }): RefundQuote & { quotes: QuoteUnder[]; shares: number[] } {
  const [first] = request.parts;
  if (owed === 0 || !first) return quotePaid(request);
  const { shares, quotes, ...quote } = quotePaid({
    ...request,
    parts: [{ paid: owed, terms: first.terms }, ...request.parts],
  });
  const [falls = 0, ...back] = shares;
  // Nothing of what is owed has been paid, so the school does not keep the rest of it either.
  return {
    ...quote,
    quotes,
    shares: back,
    refund: quote.refund - falls,
    kept: quote.kept - (owed - falls),
  };
}

type PartsToQuote = { parts: PaidUnder[]; campStart: string; today: string };

function quotePaid({ parts, campStart, today }: PartsToQuote) {
  const versions = [...new Set(parts.map(({ terms }) => terms.version))];
  const shares = parts.map(() => 0);
  const quotes = versions.flatMap((version) => {
    const places = [...parts.keys()].filter((place) => parts[place]?.terms.version === version);
    const terms = parts[places[0] ?? 0]?.terms;
    if (!terms) return [];
    const paid = places.reduce((sum, place) => sum + (parts[place]?.paid ?? 0), 0);
    const quote = quoteRefund({ terms, paid, campStart, today });
    let rest = quote.refund;
    for (const place of places) {
      const share = Math.min(rest, parts[place]?.paid ?? 0);
      shares[place] = share;
      rest -= share;
    }
    return [{ ...quote, paid, terms }];
  });
  const days = quotes.flatMap(({ until, paid }) => (until !== null && paid > 0 ? [until] : []));
  const [first] = quotes;
  return {
    refund: quotes.reduce((sum, { refund }) => sum + refund, 0),
    kept: quotes.reduce((sum, { kept }) => sum + kept, 0),
    percent: first?.percent ?? 0,
    fee: first?.fee ?? 0,
    until: days.sort()[0] ?? first?.until ?? null,
    quotes,
    shares,
  };
}

/** What is left of several payments after some of their total is kept: from the last ones first. */
export function keepFromLast<Part extends { paid: number }>(parts: Part[], kept: number): Part[] {
  let rest = kept;
  return parts
    .toReversed()
    .map((part) => {
      const taken = Math.min(part.paid, rest);
      rest -= taken;
      return { ...part, paid: part.paid - taken };
    })
    .toReversed();
}

/** The period that a day falls into. */
function findStep(terms: RefundTerms, campStart: string, today: string): RefundStep | undefined {
  const left = countDays(today, campStart);
  return terms.steps.find(({ daysBefore }) => left >= daysBefore);
}

/** Whether the first period of the policy still runs: parents may move a seat until then. */
export function isInFirstPeriod(terms: RefundTerms, campStart: string, today: string): boolean {
  const [first] = terms.steps;
  return first !== undefined && countDays(today, campStart) >= first.daysBefore;
}
