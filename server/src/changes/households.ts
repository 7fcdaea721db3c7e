import { toCents } from '@speakifyr/contract/format.ts';
import { splitByWeight } from '@speakifyr/contract/owed.ts';
import { quoteMove } from '@speakifyr/contract/price-difference.ts';
import { quoteParts, keepFromLast } from '@speakifyr/contract/refund-parts.ts';
import type { RefundQuote, RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import {
  joinHouseholds,
  listPaidUnder,
  type PaidPart,
  splitHouseholds,
  sumLeft,
} from '../ledger/what-is-left.ts';
import { keyOf, type SeatExtra, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import { countKeptExtras, listUnpaidExtras, owedForExtras } from '../seats/seat-extras.ts';
import { owedFor, splitFallOf, splitPriceOf } from '../seats/seat-plan.ts';

/**
 * What is refunded to each of the two households that pay for a seat. Each is treated separately: first, what it still
 * owes is reduced; then its own money is refunded. So neither pays for what the other has not paid. R375
 */

/** What is refunded to its booker and, of each payment of the seat, to whoever made it, in cents. */
type Quote = RefundQuote & {
  /** In the order of the parts. */
  refunds: number[];
  keeps: number[];
};

type Seat = Pick<EnrolledSeat, 'price' | 'plan' | 'coPay' | 'extras'>;
type Days = { campStart: string; today: string };

/** If the seat is canceled. R443 */
export function quoteCancellation(
  campClass: Pick<ClassDocument, 'canceled'>,
  seat: Seat,
  parts: PaidPart[],
  days: Days,
): Quote {
  const extras = splitKeptExtras(seat);
  return quoteEach(parts, (own, isOther) => {
    const owed = isOther ? owedFor(campClass, seat.coPay ?? {}) : owedBeforeEnd(campClass, seat);
    const back = keepFromLast(own, extras[isOther ? 1 : 0]);
    const { shares, quotes: _quotes, ...quote } = quoteParts({ parts: back, owed, ...days });
    const keeps = own.map(({ paid }, place) => paid - (shares[place] ?? 0));
    // Nonrefundable extras are kept on top of what the policy keeps.
    const kept = quote.kept + sumPaid(own) - sumPaid(back);
    return { ...quote, kept, refunds: shares, keeps };
  });
}

/** What its booker owes for a seat that ends, in cents: unpaid extras just end. */
export function owedBeforeEnd(campClass: Pick<ClassDocument, 'canceled'>, seat: Seat): number {
  return Math.max(0, owedFor(campClass, seat) - owedForExtras(seat));
}

/** What each household has paid for nonrefundable extras, in cents: its booker, and the other one. */
export function splitKeptExtras(seat: Seat): [number, number] {
  const { added, withSeat } = countKeptExtras(seat);
  const [own, other] = splitPriceOf(seat);
  const [ofOwn = 0, ofOther = 0] = splitByWeight(withSeat, [Math.max(0, own - added), other]);
  return [added + ofOwn, ofOther];
}

function sumPaid(parts: { paid: number }[]): number {
  return parts.reduce((sum, { paid }) => sum + paid, 0);
}

/**
 * If the seat moves to a class with this price, in whole currency units.
 * @param kept what each household has paid for extras that the school keeps: as if the seat were canceled. R473
 */
export function quoteMoveOf(
  seat: Seat,
  { to, kept }: { to: number; kept: [number, number] },
  parts: PaidPart[],
  days: Days,
): Quote {
  const prices = splitPaidPrice(seat, parts);
  const falls = splitFallOf(seat, to, kept, prices);
  const [own = 0, other = 0] = prices.map((price, place) => price - (kept[place] ?? 0));
  return quoteEach(parts, (paid, isOther) => {
    const [from, fall] = isOther ? [other, falls[1]] : [own, falls[0]];
    // The parent who moves the seat pays the whole difference to a more expensive class.
    const rises = isOther ? 0 : Math.max(0, toCents(to) - own - other);
    const left = keepFromLast(paid, kept[isOther ? 1 : 0]);
    const then = { from: from / 100, to: (from - fall + rises) / 100 };
    const { keeps, ...quote } = quoteMove({ ...then, parts: left, ...days });
    return {
      ...quote,
      kept: quote.kept + sumPaid(paid) - sumPaid(left),
      keeps: keeps.map((keep, place) => keep + (paid[place]?.paid ?? 0) - (left[place]?.paid ?? 0)),
    };
  });
}

/**
 * What each household pays of the price. Once the rest of a share has passed to the booker, the other household's is what it has
 * paid: otherwise the school would keep that. R475
 */
function splitPaidPrice(seat: Seat, parts: PaidPart[]): [number, number] {
  const [own, other] = splitPriceOf(seat);
  if (seat.coPay) return [own, other];
  const paid = Math.min(own, sumLeft(splitHouseholds(parts).other));
  return [own - paid, paid];
}

/** What the school keeps of each household for extras that don't come back, if only these move along, in cents. R473 */
export function splitKeptByMove(seat: Seat, stays: SeatExtra[]): [number, number] {
  const before = splitKeptExtras(seat);
  const unpaid = listUnpaidExtras(seat).map(keyOf);
  const after = stays.filter((one) => !one.isRefundable && !unpaid.includes(keyOf(one)));
  const kept = Math.max(0, before[0] + before[1] - sumExtras(after));
  const [own = 0, other = 0] = splitByWeight(kept, before);
  return [own, other];
}

/** Quotes each household's payments. The fee of the refund policy is taken once, from the one that booked. */
function quoteEach(
  parts: PaidPart[],
  quote: (own: ReturnType<typeof listPaidUnder>, isOther: boolean) => Quote,
): Quote {
  const paid = splitHouseholds(parts);
  const own = quote(listPaidUnder(paid.own), false);
  const other = quote(
    listPaidUnder(paid.other).map((part) => ({ ...part, terms: withoutFee(part.terms) })),
    true,
  );
  return {
    ...own,
    refunds: joinHouseholds(parts, own.refunds, other.refunds),
    keeps: joinHouseholds(parts, own.keeps, other.keeps),
  };
}

function withoutFee({ steps, ...terms }: RefundTerms): RefundTerms {
  return { ...terms, steps: steps.map((step) => ({ ...step, fee: 0 })) };
}
