import { toCents } from '@speakifyr/contract/format.ts';
import { MIN_CHARGE } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { HeldSeat, PaymentItem } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { findChildren } from '../families/booking.ts';
import { listRights } from '../families/rights.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import type { SeatOfClass } from '../enrollments/seats/find-seat.ts';
import { priceOfSeat } from '../enrollments/seats/price-of-seat.ts';

/**
 * What the two households of a child pay for a seat. They have agreed on it, and both may book for the child now: this is
 * asked whenever a price is shown or paid. Once the seat is paid for, its shares stay as they are. R373, decisions/0065
 */

/** What a held seat costs, in cents. */
export type HeldPrice = {
  /** What its holder pays. */
  own: number;
  /** What the other household pays later. */
  other?: { userId: ObjectId; amount: number };
};

export type HeldPriceOf = (one: SeatOfClass<HeldSeat>) => HeldPrice;

/** Reads what these seats cost. */
export async function readHeldPrices(
  seats: SeatOfClass<HeldSeat>[],
  services: Pick<Services, 'database'>,
): Promise<HeldPriceOf> {
  const ids = seats.flatMap(({ seat }) => seat.childId ?? []);
  const children = ids.length === 0 ? [] : await findChildren(ids, services);
  return ({ campClass, seat }) => {
    const price = priceOfSeat(campClass, seat);
    const child = children.find(({ _id }) => seat.childId?.equals(_id));
    // A difference is paid by who moves the seat.
    const share = child && !seat.move ? findShare(child, seat.userId) : undefined;
    if (!share) return { own: price };
    const amount = Math.round((price * share.percent) / 100);
    const own = price - amount;
    const least = toCents(MIN_CHARGE);
    return own < least || amount < least
      ? { own: price }
      : { own, other: { userId: share.userId, amount } };
  };
}

type Share = { userId: ObjectId; percent: number };

/** Who pays with this guardian, and how much of it; undefined without an agreement. */
function findShare(child: ChildDocument, holder: ObjectId): Share | undefined {
  if (!child.costShare?.agreedAt) return undefined;
  const { askedBy, other, percent } = child.costShare;
  const mayPay = (id: ObjectId) => listRights(child, id).includes('book');
  if (!mayPay(askedBy) || !mayPay(other)) return undefined;
  if (holder.equals(askedBy)) return { userId: other, percent };
  if (holder.equals(other)) return { userId: askedBy, percent: 100 - percent };
  return undefined;
}

/** How long the other household has to pay its share. It has agreed before, but not to this very class. */
const DAYS_TO_PAY = 14;

/**
 * What is agreed about the price of a seat that two households pay, for the line of its payment: the holder's share now, and
 * the other one's in two weeks, but before the first day.
 */
export function planShares(
  one: SeatOfClass<HeldSeat>,
  { own, other }: HeldPrice,
  services: Pick<Services, 'environment' | 'now'>,
): Pick<PaymentItem, 'plan' | 'coPay'> {
  if (!other) return {};
  const today = readToday(services);
  const agreed = { agreedAt: services.now(), by: one.seat.userId };
  const eve = addDays(one.campClass.camp_start, -1);
  const [due = today] = [addDays(today, DAYS_TO_PAY), eve < today ? today : eve].toSorted();
  return {
    plan: { ...agreed, parts: [{ due: today, amount: own }] },
    coPay: {
      userId: other.userId,
      plan: { ...agreed, parts: [{ due, amount: other.amount }] },
    },
  };
}
