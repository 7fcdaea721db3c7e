import { quoteRefund, type RefundQuote, type RefundTerms } from './refund-terms.ts';

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
