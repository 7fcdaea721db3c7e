import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type {
  EndedEntry,
  SeatOffer,
  WaitingEntry,
  WaitingPerson,
} from '../database/waiting-documents.ts';
import type { Services } from '../services.ts';
import { changeSeats, type ClassChange } from './change-seats.ts';
import type { OfferRules } from './offer-limits.ts';
import { isOpenOffer } from './offered-seat.ts';
import { countPlaces } from './places.ts';
import { handOut } from './queue.ts';

/** Takes people off waiting lists, closes lists, and notes who has ever waited. */

/** Notes that seats may be offered to an account from now on. Called before it joins a list. R154 */
export async function noteWaiting(user: UserDocument, { database }: Services): Promise<void> {
  if (user.hasJoinedLists) return;
  const { users } = database.collections;
  await users.updateOne({ _id: user._id }, { $set: { hasJoinedLists: true } });
}

/** Somebody on waiting lists: an account with all its entries, or a child. */
type WaitingOf = { userId: ObjectId } | { childId: ObjectId };

/** The classes where they are on the waiting list. */
async function listWaitingClasses(
  wanted: WaitingOf,
  { database }: Services,
): Promise<ClassDocument[]> {
  const filter =
    'userId' in wanted
      ? { 'waiting.userId': wanted.userId }
      : { 'waiting.people.childId': wanted.childId };
  return listClasses(database.collections, filter);
}

/** Whether somebody is taken off the list. */
export type IsDropped = (entry: WaitingEntry, person: WaitingPerson) => boolean;

/**
 * The list without some people. An entry without people is removed, and its kept seats are handed out.
 * @returns null if nobody is removed
 */
export function withoutPeople(
  campClass: ClassDocument,
  isDropped: IsDropped,
  rules: OfferRules,
): Partial<ClassDocument> | null {
  const { waiting = [] } = campClass;
  const freed: NonNullable<WaitingEntry['kept']>[] = [];
  const left = waiting.flatMap((entry) => {
    const people = entry.people.filter((person) => !isDropped(entry, person));
    if (people.length === entry.people.length) return [entry];
    if (people.length > 0) return [{ ...entry, people }];
    if (entry.kept) freed.push(entry.kept);
    return [];
  });
  const isSame = left.every((entry, index) => entry === waiting[index]);
  if (isSame && left.length === waiting.length) return null;
  const [first] = freed.map(({ until }) => until).sort((a, b) => a.getTime() - b.getTime());
  return handOut({ ...campClass, waiting: left }, rules, countPlaces(campClass), first);
}

/**
 * Takes people off the waiting list of a class.
 * @param event is added for the audit log
 * @returns whether anybody was on it
 */
export async function dropWaiting(
  classId: ObjectId,
  isDropped: IsDropped,
  services: Services,
  event?: AuditEvent,
): Promise<boolean> {
  const changed = await changeSeats(
    classId,
    (campClass, rules) => withoutPeople(campClass, isDropped, rules),
    services,
    event,
  );
  return changed !== null;
}

/** Takes an account with all its entries, or a child, off all waiting lists. Idempotent. */
export async function leaveWaitingLists(wanted: WaitingOf, services: Services): Promise<void> {
  for (const { _id } of await listWaitingClasses(wanted, services))
    await dropWaiting(
      _id,
      ({ userId }, { childId }) =>
        'userId' in wanted ? userId.equals(wanted.userId) : wanted.childId.equals(childId),
      services,
    );
}

/** What is left of an entry that ended. */
export function endEntry({ waitId, userId, people, days }: SeatOffer['entry']): EndedEntry {
  const childIds = people.flatMap(({ childId }) => childId ?? []);
  return { waitId, userId, childIds, ...(days && { days }) };
}

/**
 * Ends the waiting list of a class that nobody can join anymore: for everybody who waits, or who holds an offered seat,
 * which is dropped too. A family with a reserved seat hears of that instead. R704
 */
export function closeWaiting({
  waiting,
  seats,
}: Pick<ClassDocument, 'waiting' | 'seats'>): Pick<ClassChange, 'waiting' | 'ended'> {
  if (!waiting) return {};
  const offered = seats.flatMap((seat) =>
    seat.state === 'held' && isOpenOffer(seat) ? [seat.offer.entry] : [],
  );
  const noted = new Map(
    [...waiting, ...offered].map((entry): [string, EndedEntry] => [
      entry.waitId.toHexString(),
      endEntry(entry),
    ]),
  );
  return { waiting: [], ended: [...noted.values()] };
}
