import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import {
  findLastDay,
  quoteParts,
  type QuoteUnder,
  keepFromLast,
} from '@speakifyr/contract/refund-terms.ts';
import { nameShare } from '../../../lib/refund-words.ts';
import { formatCharge, formatDay, readToday } from '../../../lib/format.ts';

/**
 * Why this much is refunded, and until when that holds: one sentence, or one for each refund policy if the seat has
 * payments under several.
 * @param campStart the first day of the class, yyyy-mm-dd
 */
export function describeQuotes(quote: CancellationPreview, campStart: string): string[] {
  const { paid, refund, until, currency } = quote;
  const quotes = listQuotes(quote, campStart).filter((one) => one.paid > 0);
  // The school has canceled the class, or there is just one policy.
  const isOne = quotes.length < 2 && !quote.extrasKept;
  if (isOne || (until === null && refund === paid)) return [describeQuote(quote, campStart)];
  return quotes.map(
    (one) =>
      `For ${formatCharge(one.paid / 100, currency)} of it: ${goOn(describeQuote({ ...quote, ...one }, campStart))}`,
  );
}

/** A sentence as it goes on after a colon. */
function goOn(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
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
  const dayBefore = findLastDay(1, campStart);
  const rule = `Until ${formatDay(until < dayBefore ? until : dayBefore)}, you get ${nameShare(quote, currency)} back`;
  if (refund > 0 || quote.owed > 0 || quote.lost.length > 0) return `${rule}.`;
  return `${rule}. You paid ${formatCharge(paid / 100, currency)}, so nothing is left.`;
}

/** Why nothing is refunded anymore. @param last the last period of the policy, if it has any */
function describeEnd(last: { daysBefore: number } | undefined, campStart: string): string {
  if (!last) return 'This seat was sold without a refund.';
  return `The last day to get money back was ${formatDay(findLastDay(last.daysBefore, campStart))}.`;
}
