import { createHmac } from 'node:crypto';
import { MAX_FAMILY_HOLDS, MAX_OPEN_HOLDS } from '@speakifyr/contract/limits.ts';
import { isForSeat } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../../database/class-store.ts';
import type {
  ClassDocument,
  HeldSeat,
  HoldEntry,
  UserDocument,
} from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { freezePrice } from '../../prices/discounts.ts';
import { ApiError, classNotFound } from '../../errors.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { checkActive } from '../../people/users/users.service.ts';
import { findUserWithId } from '../../people/users/find-users.ts';
import { addHoldEntry, dropHoldEntry } from './hold-entries.repo.ts';
import { withChild } from './participant.ts';
import { decideHold, type HoldDecision, isBeingJoined, type SeatStates } from './hold-limits.ts';
import { findLastDay, hasJoiningEnded } from './may-join.ts';
import { findSeat, listSeatsOf, onlyHeld } from './find-seat.ts';
import { findCrowd, type Hold, holdSeat } from './seats.repo.ts';
import { endOfHold } from './seats.service.ts';

/** Each try lost to another join of the same account. This many losses in a row mean that something is wrong. */
const MAX_TRIES = 100;

export type Wish = {
  classId: ObjectId;
  /** The child that joins. Missing if the account joins for itself. */
  child?: { _id: ObjectId; name: string } | undefined;
  /** The price that the student saw, if known. */
  price?: number | undefined;
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
  const { classId, child, hasWaited } = wish;
  const joinedAt = services.now();
  const price = wish.price ?? (await findClass(collections, { _id: classId }))?.price;
  const owner = { userId: user._id, ...withChild(child?._id) };
  const pricing =
    price === undefined
      ? undefined
      : await freezePrice(classId, { price, taken: 0 }, owner, services);
  const seat: HeldSeat = {
    seatId: new ObjectId(),
    ...owner,
    joinedAt,
    state: 'held',
    heldUntil: endOfHold(services),
    renewed: false,
    addressHash: hashAddress(address, classId, environment.JWT_SECRET),
    ...(pricing && { pricing }),
  };
  const hold: Hold & WantedHold = {
    classId,
    price,
    seat,
    isPaidOnly: !user.isVerified,
    child: child?.name ?? null,
    lastDay: findLastDay(services),
    today: readToday(services),
    maxAtAddress: environment.HOLDS_PER_ADDRESS,
  };
  // One read instead of three writes for most of those who come too late.
  if (hasWaited) await checkClass(hold, services);
  await enterHold(hold, user, services);
  const held = await holdAtPrice(hold, services);
  if (held) return held;

  await dropHoldEntry(collections, seat);
  const crowd = findCrowd(await checkClass(hold, services), hold);
  if (crowd === 'family')
    throw new ApiError(
      'too_many_holds',
      `One account can have up to ${MAX_FAMILY_HOLDS} seats of a free class. For a larger family, please contact the school.`,
    );
  throw new ApiError(crowd ? 'too_many_here' : 'class_full');
}

/**
 * Holds a seat with the discounts that are left for it. Some are only for the first seats of a class. The update that
 * takes the seat also checks that it is one of those, so no discount is given too often. If others were faster, the
 * seat costs more.
 * @returns undefined if the seat can't be held
 */
async function holdAtPrice(hold: Hold, services: Services): Promise<HeldSeat | undefined> {
  const { collections } = services.database;
  const { seat, classId } = hold;
  const limits = seat.pricing?.discounts.flatMap(({ firstSeats }) => firstSeats ?? []) ?? [];
  const mostSeats = Math.min(...limits);
  if (await holdSeat(collections, { ...hold, mostSeats })) return seat;
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
 * Holds a seat that the office reserves: the limits of an account or address do not apply to it.
 * @throws {ApiError} `not_found`, `already_joined`, `class_started`, `price_changed`, `class_full`
 */
export async function holdReserved(
  reserved: Pick<WantedHold, 'classId' | 'seat' | 'price' | 'child'> & { event: AuditEvent },
  services: Services,
): Promise<void> {
  const hold = {
    ...reserved,
    ...{ lastDay: findLastDay(services), today: readToday(services), maxAtAddress: Infinity },
  };
  if (await holdSeat(services.database.collections, hold)) return;
  await checkClass(hold, services);
  throw new ApiError('class_full');
}

/** What the limits of an account need to know about a hold. */
type WantedHold = Pick<Hold, 'classId' | 'seat' | 'price' | 'isPaidOnly'> & {
  /** The name of the child that joins, for a refusal. */
  child: string | null;
};

/**
 * Adds the hold to the user's record, or says why the account can't hold another class.
 * @throws {ApiError} `too_many_holds`, `held_too_often`, or why nobody gets a seat of this class
 */
export async function enterHold(
  hold: WantedHold,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { classId, seat } = hold;
  const { childId } = seat;
  const entry: HoldEntry = {
    seatId: seat.seatId,
    classId,
    ...withChild(childId),
    at: seat.joinedAt,
  };
  const request = {
    classId,
    childId,
    at: seat.joinedAt,
    holdMs: seat.heldUntil.getTime() - seat.joinedAt.getTime(),
  };
  let holder = user;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { holds: entries = [], isVerified } = holder;
    // Most accounts have never waited, so nothing is offered to them: skip the read, unless they may be refused.
    const own = holder.hasJoinedLists ? await readOwnSeats(user._id, services) : undefined;
    let decision = decideHold({ ...request, entries, isVerified, ...own });
    if (!decision.isAllowed) {
      const { seats, offered } = own ?? (await readOwnSeats(user._id, services));
      decision = decideHold({ ...request, entries, isVerified, seats, offered });
      if (!decision.isAllowed) {
        await checkClass(hold, services);
        if (isBeingJoined({ ...request, entries, seats }))
          throw new ApiError(
            'unavailable',
            'Your last try may still succeed. Please wait a moment.',
          );
        throw describeRefusal(decision, holder, hold.child);
      }
    }
    if (await addHoldEntry(collections, holder, decision.recent, entry)) return;
    holder = await readHolder(user, services);
  }
  throw new ApiError('unavailable');
}

/** The user's record as it is now. @throws {ApiError} if the user is not active anymore */
async function readHolder(user: UserDocument, services: Services): Promise<UserDocument> {
  const found = await findUserWithId(user._id, services);
  if (!found) throw new ApiError('account_removed');
  checkActive(found);
  return found;
}

/** What became of an account's holds: each seat that it booked, by seat id; and what is offered to it. */
async function readOwnSeats(
  userId: ObjectId,
  { database, now }: Services,
): Promise<{ seats: SeatStates; offered: HeldSeat[] }> {
  const own = await listSeatsOf(database.collections, { userId });
  const at = now();
  const held = onlyHeld(own)
    .map(({ seat }) => seat)
    .filter(({ heldUntil }) => heldUntil > at);
  return {
    seats: new Map([
      ...own.map(({ seat }) => [seat.seatId.toHexString(), 'over'] as const),
      ...held.map(({ seatId }) => [seatId.toHexString(), 'open'] as const),
    ]),
    offered: held.filter(({ offer }) => offer),
  };
}

/**
 * Checks that this wish could get a seat of the class, whatever else the account holds.
 * @throws {ApiError} why nobody gets one
 */
async function checkClass(
  { classId, seat, child, price, isPaidOnly }: WantedHold,
  { database, ...services }: Services,
): Promise<ClassDocument> {
  const campClass = await findClass(database.collections, { _id: classId });
  if (campClass?.status !== 'open') throw classNotFound();
  const { userId, childId } = seat;
  if (findSeat(campClass, { userId, childId })) throw alreadyJoined(child);
  if (hasJoiningEnded(campClass, services)) throw new ApiError('class_started');
  if (price !== undefined && campClass.price !== price) throw new ApiError('price_changed');
  if (campClass.sit <= 0) throw new ApiError('class_full');
  if (isPaidOnly && campClass.price === 0) throw confirmFirst();
  return campClass;
}

/**
 * A seat of a free class is taken for good, and nobody pays for it. So an account that anybody can open with any
 * address must not take one.
 */
export function confirmFirst(): ApiError {
  return new ApiError('verify_email_first', 'Confirm your email address to join a free class.');
}

/** @param child the name of the child that has a seat; null if it is the account itself */
export function alreadyJoined(child: string | null): ApiError {
  return new ApiError(
    'already_joined',
    child === null ? undefined : `${child} already has a seat in this class, or one is held.`,
  );
}

function describeRefusal(
  decision: Extract<HoldDecision, { isAllowed: false }>,
  { isVerified }: UserDocument,
  child: string | null,
): ApiError {
  if (decision.reason === 'family')
    return new ApiError(
      'too_many_holds',
      `You are holding ${MAX_FAMILY_HOLDS} seats. Pay for some or remove one, then join this class.`,
    );
  if (decision.reason === 'open')
    return new ApiError(
      'too_many_holds',
      isVerified
        ? child === null
          ? undefined
          : `You are holding ${MAX_OPEN_HOLDS} classes for ${child}. Pay for one or remove one, then join this class.`
        : 'Confirm your email address to hold more seats, or pay for those you hold.',
    );
  const retryAfterSeconds = Math.max(1, Math.ceil(decision.waitMs / 1_000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new ApiError(
    'held_too_often',
    decision.reason === 'class'
      ? `You have joined this class twice${child === null ? '' : ` for ${child}`} and not kept the seat. You can join it again in ${wait}.`
      : `You have joined many classes in a short time. You can join another one in ${wait}.`,
    { retryAfterSeconds },
  );
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
