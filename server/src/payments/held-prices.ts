import { toCents } from '@speakifyr/contract/format.ts';
import { MAX_SHARE } from '@speakifyr/contract/limits.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import {
  NEW_FAMILY,
  type PriceLine,
  priceSeat,
  type Pricing,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { sumExtras, withExtras } from '@speakifyr/contract/seat-extras.ts';
import { addedTo } from '@speakifyr/contract/tax.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { findChildren } from '../families/booking.ts';
import { listRights } from '../families/rights.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { countOthers, listHolds, type SeatOfClass } from '../seats/find-seat.ts';
import { type FamilySeats, readFamilySeats } from '../families/family-seats.ts';
import { freezePrice } from '../prices/discounts.ts';
import { priceOfSeat } from '../seats/price-of-seat.ts';

/**
 * What the two households of a child pay for a seat. They have agreed on it, and both may book for the child now: this
 * is checked whenever a price is shown or paid. Once the seat is paid for, its shares stay as they are. R373,
 * decisions/0065
 */

/** What a held seat costs, in cents. */
export type HeldPrice = {
  /** What its holder pays. */
  own: number;
  /** What the other household pays later. */
  other?: { userId: ObjectId; amount: number };
  /** How both come about together. Missing if nothing is taken off or added. */
  lines?: PriceLine[];
};

/** What both households pay together, in cents. */
export function totalOf({ own, other }: HeldPrice): number {
  return own + (other?.amount ?? 0);
}

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

export type HeldPriceOf = (one: SeatOfClass<HeldSeat>) => HeldPrice;

/**
 * Reads what these seats cost if they are paid together: those of one account in one payment. Whoever pays only some of
 * them reads another price first. R431
 */
export async function readHeldPrices(
  seats: SeatOfClass<HeldSeat>[],
  services: Needs,
): Promise<HeldPriceOf> {
  const ids = seats.flatMap(({ seat }) => seat.childId ?? []);
  const children = ids.length === 0 ? [] : await findChildren(ids, services);
  const lineOf = await readLines(seats, services);
  return ({ campClass, seat }) => {
    const lines = lineOf({ campClass, seat });
    const price = lines ? sumLines(lines) : priceOfSeat(campClass, seat);
    const described = lines && { lines };
    const child = children.find(({ _id }) => seat.childId?.equals(_id));
    // The mover pays the difference.
    const share = child && !seat.move ? findShare(child, seat.userId) : undefined;
    if (!share) return { own: price, ...described };
    const amount = Math.round((price * share.percent) / 100);
    const own = price - amount;
    const least = toCents(leastCharge());
    return own < least || amount < least
      ? { own: price, ...described }
      : { own, other: { userId: share.userId, amount }, ...described };
  };
}

/**
 * What held seats of any accounts cost, as their holders read it in the cart: if all that they hold now is paid together. So
 * every page of the office says the same. One whose time is over stands alone. R596
 */
export async function readCartPrices(
  seats: SeatOfClass<HeldSeat>[],
  services: Needs,
): Promise<HeldPriceOf> {
  const isHeldNow = ({ seat }: SeatOfClass<HeldSeat>) => seat.heldUntil > services.now();
  const current = seats.filter(isHeldNow);
  const others = await listOtherHolds(current, services);
  const inCart = await readHeldPrices([...current, ...others.filter(isHeldNow)], services);
  const alone = await readHeldPrices(
    seats.filter((one) => !isHeldNow(one)),
    services,
  );
  return (one) => (isHeldNow(one) ? inCart : alone)(one);
}

/** What else the accounts hold whose seats may cost less together. */
async function listOtherHolds(
  seats: SeatOfClass<HeldSeat>[],
  { database }: Needs,
): Promise<SeatOfClass<HeldSeat>[]> {
  const holders = seats
    .filter(({ seat: { pricing, reserved, offer } }) => offer ?? pricing ?? reserved?.pricing)
    .map(({ seat }) => seat.userId);
  if (holders.length === 0) return [];
  const classes = await listClasses(database.collections, { 'seats.userId': { $in: holders } });
  return listHolds(
    classes,
    ({ seatId, userId }) =>
      holders.some((id) => id.equals(userId)) &&
      !seats.some(({ seat }) => seat.seatId.equals(seatId)),
  );
}

type LinesOf = (one: SeatOfClass<HeldSeat>) => PriceLine[] | undefined;

/**
 * The lines of each seat's price: by its discounts and its family's other seats now, or as the office agreed on them.
 */
async function readLines(seats: SeatOfClass<HeldSeat>[], services: Needs): Promise<LinesOf> {
  const pricings = new Map<string, Pricing>();
  for (const { campClass, seat } of seats) {
    const pricing = await readPricing({ campClass, seat }, services);
    if (pricing && (pricing.discounts.length > 0 || pricing.aid))
      pricings.set(seat.seatId.toHexString(), pricing);
  }
  const standings = new Map<string, FamilySeats>();
  for (const { seat } of seats) {
    const holder = seat.userId.toHexString();
    if (standings.has(holder) || !pricings.has(seat.seatId.toHexString())) continue;
    const own = seats.filter((one) => one.seat.userId.equals(seat.userId) && !one.seat.move);
    const together = new Map(
      own.map((one) => {
        const id = one.seat.seatId.toHexString();
        return [id, costAlone(one, pricings.get(id))];
      }),
    );
    standings.set(holder, await readFamilySeats(seat.userId, services, together));
  }
  return ({ campClass, seat }) => {
    const pricing = pricings.get(seat.seatId.toHexString());
    const standing = standings.get(seat.userId.toHexString())?.standingOf;
    const together =
      pricing && standing && priceSeat(pricing, standing(seat), addedTo(seat)?.classes);
    const lines = together && isLess(together, seat) ? together : seat.reserved?.lines;
    const shown = lines && lines.length > 1 ? lines : undefined;
    // What a move costs is a difference that includes its extras.
    if (seat.move) return shown;
    return withExtras(shown, priceOfSeat(campClass, seat) - sumExtras(seat.extras), seat.extras);
  };
}

/** What the office has said to a family is the most that a seat costs. */
function isLess(lines: PriceLine[], { reserved }: HeldSeat): boolean {
  return !reserved || sumLines(lines) < toCents(reserved.price);
}

/** What a seat costs without extras, and without discounts that depend on other seats. */
function costAlone(
  { campClass, seat }: SeatOfClass<HeldSeat>,
  pricing: Pricing | undefined,
): number {
  if (!pricing) return priceOfSeat(campClass, seat) - sumExtras(seat.extras);
  return sumLines(priceSeat(pricing, NEW_FAMILY, addedTo(seat)?.classes));
}

/** The full price and the discounts of a seat; undefined if another price is agreed, or it is the difference of a move. */
async function readPricing(
  { campClass, seat }: SeatOfClass<HeldSeat>,
  services: Needs,
): Promise<Pricing | undefined> {
  if (seat.move) return undefined;
  if (seat.reserved) return seat.reserved.pricing;
  if (campClass.price === 0) return undefined;
  if (seat.pricing || !seat.offer) return seat.pricing;
  const { price, entry } = seat.offer;
  const full = { price, taken: countOthers(campClass, seat), waitingSince: entry.joinedAt };
  return freezePrice(campClass._id, full, seat, services);
}

type Share = { userId: ObjectId; percent: number };

/**
 * Who pays with this guardian, and how much of it: at most half, so that nobody gets a seat for next to nothing. undefined
 * without an agreement. R477
 */
function findShare(child: ChildDocument, holder: ObjectId): Share | undefined {
  if (!child.costShare?.agreedAt) return undefined;
  const { askedBy, other, percent } = child.costShare;
  const mayPay = (id: ObjectId) => listRights(child, id).includes('book');
  if (!mayPay(askedBy) || !mayPay(other)) return undefined;
  const atMostHalf = (share: number) => Math.min(share, MAX_SHARE);
  if (holder.equals(askedBy)) return { userId: other, percent: atMostHalf(percent) };
  if (holder.equals(other)) return { userId: askedBy, percent: atMostHalf(100 - percent) };
  return undefined;
}

/** How long the other household has to pay its share. It agreed earlier, but not to this very class. */
const DAYS_TO_PAY = 14;

/**
 * What is agreed about the price of a seat that two households pay, for the line of its payment: the holder's share now, and
 * the other one's in two weeks, but before the first day. R374
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
