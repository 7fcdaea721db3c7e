import type { Discount, PriceLine } from '@speakifyr/contract/prices.ts';
import { listClasses } from '../database/class-store.ts';
import type { ObjectId } from 'mongodb';
import type { CodeUseDocument } from '../database/price-documents.ts';
import type { Collections } from '../database/collections.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { SeatAgain } from '../database/money-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';
import { listHeldSeats, type SeatOfClass } from '../seats/find-seat.ts';
import { listChildrenOf } from '../families/booking.ts';
import { getDiscounts } from '../prices/discounts.ts';
import type { Services } from '../services.ts';
import { listPaymentsOfHolds } from './payment-store.ts';

/**
 * How often codes are used. One use is one seat, and one document. Its place among the uses of its code is unique:
 * inserting it takes the use, so that nobody else gets the same one.
 *
 * A family's uses are those of the account, and those for the children whose guardian it is, whoever booked. Two guardians
 * have two accounts, so no index sees that they take the last one together. Each looks again once its use is there: at
 * least one of them sees the other's, and takes its own back. R486
 *
 * Nothing gives a use back. When all places are taken, this checks which of them are no longer in use: the seat was released or
 * canceled, or its holder took the code out. So a seat can end in any way without losing a use of the code.
 */

/** How long a new use counts before it is in the seat. */
const TAKING_MS = 60_000;
/** In each try, somebody else took the same place first. */
const MAX_TRIES = 200;

type Code = Pick<Discount, 'id' | 'code'>;

/**
 * Takes a use for a seat. Idempotent. R435
 * @returns why that is not possible; undefined if it is taken
 */
export async function takeUse(
  { id: discountId, code }: Code,
  { campClass: { _id: classId }, seat: { seatId, userId, childId } }: SeatOfClass<HeldSeat>,
  services: Services,
): Promise<'used up' | 'used by family' | undefined> {
  const { codeUses } = services.database.collections;
  const { maxUses = null, maxPerFamily = null } = code ?? {};
  const family = await listChildrenOf({ _id: userId }, services);
  const isOwn = (use: CodeUseDocument) =>
    use.userId.equals(userId) || family.some(({ _id }) => use.childId?.equals(_id));
  const isFull = (own: CodeUseDocument[]) => maxPerFamily !== null && own.length >= maxPerFamily;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const uses = await codeUses.find({ discountId }).toArray();
    const mine = uses.find((use) => use.seatId.equals(seatId));
    if (mine) {
      // Somebody may just be dropping it, because the code was out of the cart for a while.
      const again = { $set: { at: services.now() } };
      const { matchedCount } = await codeUses.updateOne({ _id: mine._id, at: mine.at }, again);
      if (matchedCount === 1) return undefined;
      continue;
    }
    const own = uses.filter(isOwn);
    const place = findFree(uses.map((use) => use.place));
    const isUsedUp = maxUses !== null && place > maxUses;
    if (isUsedUp || isFull(own)) {
      if (await dropUnused(isUsedUp ? uses : own, services)) continue;
      return isUsedUp ? 'used up' : 'used by family';
    }
    const _id = nameUse(discountId, seatId);
    const ownPlace = findOwnPlace(uses, userId);
    const at = services.now();
    try {
      await codeUses.insertOne({
        _id,
        discountId,
        classId,
        seatId,
        userId,
        place,
        ownPlace,
        at,
        ...(childId && { childId }),
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      continue;
    }
    const others = await codeUses.find({ discountId, _id: { $ne: _id } }).toArray();
    if (!isFull(others.filter(isOwn))) return undefined;
    await codeUses.deleteOne({ _id, at });
  }
  throw new ApiError('unavailable');
}

/** Whether a seat still has its use: a server that was very slow may have lost it. */
export async function hasUse(
  { id: discountId }: Code,
  { seatId }: Pick<HeldSeat, 'seatId'>,
  { database }: Pick<Services, 'database'>,
): Promise<boolean> {
  return (await database.collections.codeUses.countDocuments({ discountId, seatId })) === 1;
}

/**
 * Moves the uses of a seat to the one that is reserved in its place. Until that is there, the old one counts. Idempotent.
 * R484
 * @param to.lines of its price
 */
export async function moveUses(
  seatId: ObjectId,
  to: Pick<SeatAgain, 'seatId' | 'lines'>,
  { database, now }: Services,
): Promise<void> {
  const ids = (to.lines ?? []).flatMap(({ discountId }) => discountId ?? []);
  await database.collections.codeUses.updateMany(
    { discountId: { $in: ids }, seatId },
    { $set: { seatId: to.seatId, was: seatId, at: now() } },
  );
}

function nameUse(discountId: string, seatId: ObjectId): string {
  return `${discountId}:${seatId.toHexString()}`;
}

/** The lowest place that is free among the uses of one account. */
function findOwnPlace(uses: CodeUseDocument[], userId: ObjectId): number {
  return findFree(uses.flatMap((use) => (use.userId.equals(userId) ? use.ownPlace : [])));
}

/** Moves the uses of an account to the one that it is merged into, where they count. May be repeated. */
export async function mergeUses(from: ObjectId, into: ObjectId, services: Services): Promise<void> {
  const { codeUses } = services.database.collections;
  for (const { _id, discountId } of await codeUses.find({ userId: from }).toArray())
    for (;;) {
      const uses = await codeUses.find({ discountId }).toArray();
      try {
        const ownPlace = findOwnPlace(uses, into);
        await codeUses.updateOne({ _id, userId: from }, { $set: { userId: into, ownPlace } });
        break;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
}

/** What an account used for one record of a child counts for another record of it. May be repeated. */
export async function moveChildOfUses(
  { codeUses }: Pick<Collections, 'codeUses'>,
  userId: ObjectId,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  await codeUses.updateMany({ userId, childId: from }, { $set: { childId: into } });
}

/** The lowest number that is not taken. */
function findFree(taken: number[]): number {
  const used = new Set(taken);
  let place = 1;
  while (used.has(place)) place += 1;
  return place;
}

/** @returns whether there were any */
async function dropUnused(uses: CodeUseDocument[], services: Services): Promise<boolean> {
  const { codeUses } = services.database.collections;
  const used = await listUsed(uses, services);
  let isAny = false;
  for (const { _id, at } of uses.filter((use) => !used.includes(use))) {
    const { deletedCount } = await codeUses.deleteOne({ _id, at });
    isAny ||= deletedCount === 1;
  }
  return isAny;
}

/** How many uses of a code count, for admins. */
export async function countUses(discountId: string, services: Services): Promise<number> {
  const uses = await services.database.collections.codeUses.find({ discountId }).toArray();
  return (await listUsed(uses, services)).length;
}

/** How many uses of each code of the school count. */
export async function listCodeUses(services: Services): Promise<{ id: string; count: number }[]> {
  const { discounts } = await getDiscounts(services);
  const codes = discounts.filter(({ code }) => code);
  return Promise.all(codes.map(async ({ id }) => ({ id, count: await countUses(id, services) })));
}

/** Those whose seat is held with the code, or that a payment has bought, or still may. */
async function listUsed(uses: CodeUseDocument[], services: Services): Promise<CodeUseDocument[]> {
  const { collections } = services.database;
  const ids = uses.map(({ classId }) => classId);
  // The seats first: one that is paid between the two reads has its payment in the second.
  const classes = await listClasses(collections, { _id: { $in: ids } });
  const before = uses.flatMap(({ was }) => (was ? [{ seatId: was }] : []));
  const payments = await listPaymentsOfHolds(collections, [...uses, ...before]);
  const held = classes.flatMap(listHeldSeats);
  const lines = payments
    .flatMap(({ items }) => items)
    .filter(({ state }) => state === 'open' || state === 'enrolled');
  return uses.filter(({ discountId, seatId, was, at }) => {
    const isOf = (one: { seatId: ObjectId }) =>
      one.seatId.equals(seatId) || was?.equals(one.seatId);
    const isTaken = (lines: PriceLine[] = []) =>
      lines.some((line) => line.discountId === discountId);
    const isNew = services.now().getTime() - at.getTime() < TAKING_MS;
    const isHeld = held.some(
      (seat) =>
        isOf(seat) &&
        (isTaken(seat.reserved?.lines) ||
          seat.pricing?.discounts.some(({ id }) => id === discountId)),
    );
    const isBought = lines.some((item) => isOf(item) && isTaken(item.lines));
    return isNew || isHeld || isBought;
  });
}
