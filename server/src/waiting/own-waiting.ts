import { MAX_LAPSES } from '@speakifyr/contract/limits.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { showCampDays } from '../class-days.ts';
import { type HeldPriceOf, readHeldPrices } from '../payments/held-prices.ts';
import { getDiscounts } from '../prices/discounts.ts';
import { findWaitingPrice } from '../prices/shown-prices.ts';
import { type FamilyRights, readFamilyRights } from '../families/family-rights.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import type { OfferRules } from '../seats/offer-limits.ts';
import { pairSeat } from '../seats/find-seat.ts';
import { isOpenOffer, type OfferedSeat } from '../seats/offered-seat.ts';
import { readOfferRules } from '../seats/offer-rules.ts';
import { findLimit, findPosition } from '../seats/queue.ts';
import type { Services } from '../services.ts';
import { listClassesOf } from './waiting-classes.ts';

/** The offered seats of a class, by offer. An entry may have two if its people don't need to go together. R151 */
export function groupOffers({ seats }: Pick<ClassDocument, 'seats'>): OfferedSeat[][] {
  const groups = new Map<string, OfferedSeat[]>();
  for (const seat of seats) {
    if (seat.state !== 'held' || !isOpenOffer(seat)) continue;
    const { entry, offeredAt } = seat.offer;
    const key = `${entry.waitId.toHexString()} ${offeredAt.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return [...groups.values()];
}

/** The state of an entry in the list. */
export function nameState({ isPaused, kept }: WaitingEntry): OwnWaitingEntry['state'] {
  if (isPaused) return 'paused';
  return kept ? 'kept' : 'waiting';
}

export function presentPerson(who: Parameters<PersonOf>[0], personOf: PersonOf) {
  return { childId: who.childId?.toHexString() ?? null, name: personOf(who).name };
}

/** How many seats an account waits for in all lists together, including those offered to it. */
export async function countWaitingOf(userId: ObjectId, { database }: Services): Promise<number> {
  const found = await listClassesOf(database.collections, userId);
  const waiting = found.flatMap((campClass) => [
    ...(campClass.waiting ?? [])
      .filter((entry) => entry.userId.equals(userId))
      .map(({ people }) => people),
    ...groupOffers(campClass).map((seats) => seats.filter((seat) => seat.userId.equals(userId))),
  ]);
  return waiting.reduce((sum, people) => sum + people.length, 0);
}

/**
 * An account's entries in waiting lists, and what is offered to them, by start day. Leaves out children whose guardian
 * it no longer is, even before a job takes them off the lists.
 */
export async function getOwnWaiting(
  user: Pick<UserDocument, '_id' | 'email' | 'status'>,
  services: Services,
): Promise<OwnWaitingEntry[]> {
  const found = await listClassesOf(services.database.collections, user._id);
  const { isTheirs } = await readFamilyRights(user, services);
  const own = found.flatMap(({ seats, waiting = [] }) => [
    ...seats,
    ...waiting.flatMap(({ userId, people }) => people.map((one) => ({ ...one, userId }))),
  ]);
  const personOf = await readPeople(
    own.filter(({ userId }) => userId.equals(user._id)),
    services,
  );
  const offered = found.flatMap((campClass) =>
    groupOffers(campClass).flatMap((seats) => seats.map((seat) => pairSeat(campClass, seat))),
  );
  const priceOf = await readHeldPrices(
    offered.filter(({ seat }) => seat.userId.equals(user._id)),
    services,
  );
  const { discounts } = await getDiscounts(services);
  const reader = {
    userId: user._id,
    isTheirs,
    personOf,
    priceOf,
    priceForWaiting: (campClass: ClassDocument, since: Date) =>
      findWaitingPrice(campClass, discounts, since, services),
  };
  const entries = await Promise.all(
    found.map(async (campClass) => [
      ...presentOffers(campClass, reader, services.now()),
      ...presentEntries(campClass, reader, await readOfferRules(campClass, services)),
    ]),
  );
  return entries.flat().sort((a, b) => a.camp_start.localeCompare(b.camp_start));
}

type Reader = {
  userId: ObjectId;
  personOf: PersonOf;
  priceOf: HeldPriceOf;
  /** What an offer would cost today, in whole currency units. */
  priceForWaiting: (campClass: ClassDocument, since: Date) => number;
} & Pick<FamilyRights, 'isTheirs'>;

// Rules: R256.
function presentEntries(
  campClass: ClassDocument,
  { userId, isTheirs, personOf, priceForWaiting }: Reader,
  rules: OfferRules,
): OwnWaitingEntry[] {
  return (campClass.waiting ?? [])
    .filter((entry) => entry.userId.equals(userId))
    .map((entry) => ({ ...entry, people: entry.people.filter((one) => isTheirs(one.childId)) }))
    .filter(({ people }) => people.length > 0)
    .map((entry) => ({
      ...presentClass(asChosen(campClass, entry)),
      waitId: entry.waitId.toHexString(),
      price: priceForWaiting(asChosen(campClass, entry), entry.joinedAt),
      people: entry.people.map(({ childId }) => presentPerson({ userId, childId }, personOf)),
      together: entry.together,
      state: nameState(entry),
      limit: findLimit(campClass, entry, rules),
      lapses: entry.lapses,
      position: findPosition(campClass.waiting, entry.waitId),
      cartIds: [],
      until: (!entry.isPaused && entry.kept?.until.toISOString()) || null,
      joinedAt: entry.joinedAt.toISOString(),
    }));
}

function presentOffers(
  campClass: ClassDocument,
  { userId, isTheirs, personOf, priceOf }: Reader,
  at: Date,
): OwnWaitingEntry[] {
  return groupOffers(campClass).flatMap((offered) => {
    const seats = offered.filter(({ childId }) => isTheirs(childId));
    const [first] = seats;
    if (!first || !first.userId.equals(userId)) return [];
    const { entry, notifiedAt } = first.offer;
    // One sibling's seat may cost less. The cart and the payment page say which.
    const price = Math.max(...seats.map((seat) => priceOf(pairSeat(campClass, seat)).own)) / 100;
    // A job puts it back on the list in a moment, or ends it.
    const isOver = first.heldUntil <= at;
    if (isOver && entry.lapses + 1 >= MAX_LAPSES) return [];
    return {
      ...presentClass(asChosen(campClass, entry)),
      waitId: entry.waitId.toHexString(),
      price,
      people: seats.map((seat) => presentPerson(seat, personOf)),
      together: entry.together,
      state: isOver ? 'paused' : 'offered',
      limit: null,
      lapses: isOver ? entry.lapses + 1 : entry.lapses,
      position: null,
      cartIds: isOver ? [] : seats.map(({ seatId }) => seatId.toHexString()),
      until: notifiedAt && !isOver ? first.heldUntil.toISOString() : null,
      joinedAt: entry.joinedAt.toISOString(),
    };
  });
}

function presentClass(campClass: ClassDocument) {
  const { _id, name, image, waiting = [], demand } = campClass;
  return {
    classId: _id.toHexString(),
    className: name,
    image,
    ...showCampDays(campClass),
    total: waiting.filter(({ isPaused }) => !isPaused).length,
    offeredSoFar: demand?.offered ?? 0,
  };
}
