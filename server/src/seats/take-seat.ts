import { createHmac } from 'node:crypto';
import { isForSeat } from '@speakifyr/contract/prices.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { freezePrice } from '../prices/discounts.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { changeSeats } from './change-seats.ts';
import { checkClass, enterHold, judgeHold, type WantedHold } from './enter-hold.ts';
import { dropHoldEntry } from './hold-entries.repo.ts';
import { tooManyOfFreeClassError } from './hold-refusals.ts';
import { withChild } from './participant.ts';
import { findLastDay } from './may-join.ts';
import { changeSeatsOf } from './places.ts';
import { taxNow } from './price-of-seat.ts';
import { findSeatLimit, type Hold, holdSeat } from './seats.repo.ts';
import { endOfHold } from './seats.service.ts';

export type Wish = {
  classId: ObjectId;
  /** The child that joins. Missing if the account joins for itself. */
  child?: { _id: ObjectId; name: string };
  /** Some days of a class that is sold by day, in order. Undefined: all of them. */
  days?: string[] | undefined;
  /** The price that the student saw, if known. */
  price?: number;
  /** Whether others joined the class first just now, so that it may well be full. */
  hasWaited: boolean;
};

/** Who joins. `address` is where the call came from. */
export type Joiner = { user: UserDocument; address: string };

/**
 * Holds a free seat of a class for a participant, within the limits of their account and address. The entry in the user's
 * record comes first: if the process stops before the seat is held, only an entry is left, which soon stops counting.
 * @param wish.price refused if the class has another price
 * @throws {ApiError} `not_found`, `already_joined`, `class_started`, `price_changed`, `class_full`, `too_many_holds`,
 * `held_too_often`, `too_many_here`, `verify_email_first`
 */
export async function takeSeat(
  wish: Wish,
  { user, address }: Joiner,
  services: Services,
): Promise<HeldSeat> {
  const { collections } = services.database;
  const { environment } = services;
  const { classId, child, days, hasWaited } = wish;
  const joinedAt = services.now();
  const price = wish.price ?? (await findPrice(classId, days, services));
  const owner = { userId: user._id, ...withChild(child?._id) };
  const pricing =
    price === undefined
      ? undefined
      : await freezePrice(classId, { price, taken: 0 }, owner, services);
  const seat: HeldSeat = {
    seatId: new ObjectId(),
    ...owner,
    ...(days && { days }),
    joinedAt,
    state: 'held',
    heldUntil: endOfHold(services),
    renewed: false,
    addressHash: hashAddress(address, classId, environment.JWT_SECRET),
    ...(pricing && { pricing }),
    ...taxNow(),
  };
  const hold: Hold & WantedHold = {
    classId,
    price,
    seat,
    isPaidOnly: !user.isVerified,
    child: child?.name ?? null,
    lastDay: findLastDay(),
    today: readToday(services),
    maxAtAddress: environment.HOLDS_PER_ADDRESS,
  };
  // One read instead of three writes for most of those who come too late.
  if (hasWaited) await checkClass(hold, services);
  await enterHold(hold, user, services);
  const held = await holdAtPrice(hold, services);
  if (held) return held;

  await dropHoldEntry(collections, seat);
  const limit = findSeatLimit(await checkClass(hold, services), hold);
  if (limit === 'family') throw tooManyOfFreeClassError();
  throw new ApiError(limit ? 'too_many_here' : 'class_full');
}

/** What these days of a class cost, or all of it, in whole currency units; undefined without such a class. */
async function findPrice(
  classId: ObjectId,
  days: string[] | undefined,
  { database }: Pick<Services, 'database'>,
): Promise<number | undefined> {
  const campClass = await findClass(database.collections, { _id: classId });
  return campClass ? asChosen(campClass, { days }).price : undefined;
}

/**
 * Holds a seat with the discounts that are left for it. Some are only for the first seats of a class. The update that
 * takes the seat also checks that it is one of those, so no discount is given too often. If others were faster, the
 * seat costs more. R437
 * @returns undefined if the seat can't be held
 */
async function holdAtPrice(hold: Hold, services: Services): Promise<HeldSeat | undefined> {
  const { collections } = services.database;
  const { seat, classId } = hold;
  const limits = seat.pricing?.discounts.flatMap(({ firstSeats }) => firstSeats ?? []) ?? [];
  const mostSeats = Math.min(...limits);
  if (await holdPlace({ ...hold, mostSeats }, services)) return seat;
  if (limits.length === 0) return undefined;
  const taken = (await findClass(collections, { _id: classId }))?.seats.length ?? 0;
  if (!seat.pricing || taken < mostSeats) return undefined;
  const discounts = seat.pricing.discounts.filter((discount) => isForSeat(discount, taken));
  return holdAtPrice(
    { ...hold, seat: { ...seat, pricing: { ...seat.pricing, discounts } } },
    services,
  );
}

/**
 * Decides a hold of chosen days as `describeHold` guards that of a whole seat. The class has changed if another seat was
 * taken meanwhile, so this is decided again: no day is ever oversold. R647
 * @returns null if a limit of `findSeatLimit` holds, or the discount is only for the first seats
 * @throws {ApiError} why nobody gets these days
 */
function decideDaysHold(
  campClass: ClassDocument,
  hold: Hold,
  services: Services,
): Partial<ClassDocument> | null {
  const { seat, mostSeats = Infinity } = hold;
  judgeHold(campClass, { ...hold, child: null }, services);
  const { seats } = campClass;
  if (seats.length >= mostSeats || (!seat.reserved && findSeatLimit(campClass, hold))) return null;
  return changeSeatsOf(campClass, [...seats, seat]);
}

/** Takes the place or, of a class that is sold by day, one on each of the seat's days. */
async function holdPlace(hold: Hold, services: Services): Promise<boolean> {
  if (!hold.seat.days) return holdSeat(services.database.collections, hold);
  const decide = (campClass: ClassDocument) => decideDaysHold(campClass, hold, services);
  return (await changeSeats(hold.classId, decide, services, hold.event)) !== null;
}

/**
 * Holds a seat that the office reserves: the limits of an account or address do not apply to it.
 * @throws {ApiError} `not_found`, `already_joined`, `class_started`, `price_changed`, `class_full`
 */
export async function holdReserved(
  reserved: Pick<WantedHold, 'classId' | 'seat' | 'price' | 'child'> & { event: AuditEvent },
  services: Services,
): Promise<void> {
  const hold = {
    ...reserved,
    lastDay: findLastDay(),
    today: readToday(services),
    maxAtAddress: Infinity,
  };
  if (await holdPlace(hold, services)) return;
  await checkClass(hold, services);
  throw new ApiError('class_full');
}

/**
 * A keyed hash, so that the database has no addresses. It differs from class to class, so that it can't reveal which
 * students share an address.
 */
export function hashAddress(address: string, classId: ObjectId, secret: string): string {
  return createHmac('sha256', secret)
    .update(`hold ${classId.toHexString()} ${address}`)
    .digest('base64url')
    .slice(0, 22);
}
