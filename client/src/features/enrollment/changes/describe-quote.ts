import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import { quoteParts, type QuoteUnder, keepFromLast } from '@speakifyr/contract/refund-parts.ts';
import { findLastDay } from '@speakifyr/contract/refund-terms.ts';
import { nameShare } from '../../../lib/refund-words.ts';
import { formatCharge, formatDay, readToday } from '../../../lib/format.ts';

/**
 * Why this much is refunded, and until when that holds: one sentence, or one for each refund policy if the seat has
 * payments under several.
 * @param campStart the first day of the class, yyyy-mm-dd
 */
export function describeQuotes(quote: CancellationPreview, campStart: string): string[] {
  const { paid, refund, until } = quote;
  const quotes = listQuotes(quote, campStart).filter((one) => one.paid > 0);
  // The school has canceled the class, or there is just one policy.
  const isOne = quotes.length < 2 && !quote.extrasKept;
  if (isOne || (until === null && refund === paid)) return [describeQuote(quote, campStart)];
  return quotes.map((one) => describePart({ ...quote, ...one }, campStart));
}

/** As `describeQuote`, of a part of what was paid: `Until Fri 4 June, you get 10% of $20 back.` */
function describePart(part: CancellationPreview, campStart: string): string {
  const { paid, until, percent, fee, currency } = part;
  const sum = formatCharge(paid / 100, currency);
  if (until === null) return `You get nothing of ${sum} back. ${describeQuote(part, campStart)}`;
  const less = fee > 0 ? ` minus a fee of ${formatCharge(fee / 100, currency)}` : '';
  const share = percent === 100 ? sum : `${percent}% of ${sum}`;
  return `Until ${formatDay(findEnd(until, campStart))}, you get ${share}${less} back.`;
}

/** What each of the seat's refund policies refunds. */
export function listQuotes(
  { parts, owed, extrasKept = 0 }: CancellationPreview,
  campStart: string,
): QuoteUnder[] {
  const back = keepFromLast(parts, extrasKept);
  return quoteParts({ parts: back, owed, campStart, today: readToday() }).quotes;
}

function describeQuote(quote: CancellationPreview, campStart: string): string {
  const { refund, paid, until, terms, currency } = quote;
  if (paid === 0) return 'You paid nothing for this seat, so there is nothing to refund.';
  if (until === null && refund > 0)
    return 'The school has canceled the class, so you get everything back.';
  if (until === null) return describeEnd(terms.steps.at(-1), campStart);
  const rule = `Until ${formatDay(findEnd(until, campStart))}, you get ${nameShare(quote, currency)} back`;
  if (refund > 0 || quote.owed > 0 || quote.lost.length > 0) return `${rule}.`;
  return `${rule}. You paid ${formatCharge(paid / 100, currency)}, so nothing is left.`;
}

/** The last day of a refund: at the latest, the day before the class. */
function findEnd(until: string, campStart: string): string {
  const dayBefore = findLastDay(1, campStart);
  return until < dayBefore ? until : dayBefore;
}

/** Why nothing is refunded anymore. @param last the last period of the policy, if it has any */
function describeEnd(last: { daysBefore: number } | undefined, campStart: string): string {
  if (!last) return 'This seat was sold without a refund.';
  return `The last day to get money back was ${formatDay(findLastDay(last.daysBefore, campStart))}.`;
}
