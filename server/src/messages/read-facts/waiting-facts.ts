import type { ObjectId } from 'mongodb';
import { summarizeClass } from '../../class-facts.ts';
import type { ClassDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { WaitingEntry, WaitingPerson } from '../../database/waiting-documents.ts';
import { readToday } from '../../school-time.ts';
import { hasJoiningEnded } from '../../enrollments/seats/join-until.ts';
import { decideOfferEnd } from '../../enrollments/seats/offer-end.ts';
import { areSeatsOffered, findPosition } from '../../enrollments/seats/queue.ts';
import type { Services } from '../../services.ts';
import { groupOffers } from '../../enrollments/waiting/own-waiting.ts';
import type { LetterFacts, WaitingFacts } from '../letters/facts.ts';
import { findWholeClass } from './plan-facts.repo.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/** What somebody reads who has just joined a waiting list. */
export async function readWaitingJoined(
  cause: CauseOf<'waiting joined'>,
  reader: Reader,
  services: Services,
): Promise<Read<'waiting joined'> | undefined> {
  const found = await findEntry(cause, reader, services);
  const position = found && findPosition(found.campClass.waiting, cause.waitId);
  if (!found || !position || !areOffered(found.campClass, services)) return undefined;
  const { facts, childIds, entry } = found;
  return { facts: { ...facts, together: entry.together, position }, childIds };
}

/** What somebody reads for whom a seat is kept, while it is and for as long as they were told. */
export async function readSeatKept(
  cause: CauseOf<'seat kept'>,
  reader: Reader,
  services: Services,
): Promise<Read<'seat kept'> | undefined> {
  const found = await findEntry(cause, reader, services);
  const kept = found?.entry.kept;
  if (!found || !kept || found.entry.isPaused) return undefined;
  if (kept.until.getTime() !== cause.until.getTime() || kept.until <= services.now())
    return undefined;
  return { facts: { ...found.facts, ...kept }, childIds: found.childIds };
}

/** What somebody reads whose offer ran out, while they have not said that they still want a seat. */
export async function readOfferEnded(
  cause: CauseOf<'offer ended'>,
  reader: Reader,
  services: Services,
): Promise<Read<'offer ended'> | undefined> {
  const found = await findEntry(cause, reader, services);
  if (!found?.entry.isPaused || found.entry.lapses !== cause.lapses) return undefined;
  const { campClass, facts, childIds } = found;
  return areOffered(campClass, services) ? { facts, childIds } : undefined;
}

/** What all read who wait shortly before a class, while there are free seats. */
export async function readSeatsFree(
  cause: CauseOf<'seats free'>,
  reader: Reader,
  services: Services,
): Promise<Read<'seats free'> | undefined> {
  const found = await findEntry(cause, reader, services);
  if (!found || found.entry.isPaused) return undefined;
  const { campClass, facts, childIds } = found;
  const { sit: free, price, camp_start } = campClass;
  const isPublic = !areOffered(campClass, services) && camp_start === cause.campStart;
  if (!isPublic || free === 0) return undefined;
  const path = `/classes/${cause.classId.toHexString()}`;
  return { facts: { ...facts, free, price, path }, childIds };
}

/** What people read of seats that are held for them until the offer ends. */
export async function readSeatOffered(
  { classId, waitId, cartIds }: CauseOf<'seat offered'>,
  reader: Reader,
  services: Services,
): Promise<Read<'seat offered'> | undefined> {
  const campClass = await findOpenClass(classId, services);
  if (!campClass) return undefined;
  const { user, rights } = reader;
  const seats = groupOffers(campClass)
    .flat()
    .filter(
      ({ cartId, email, offer, heldUntil, childId }) =>
        cartIds.some((id) => id.equals(cartId)) &&
        offer.entry.waitId.equals(waitId) &&
        email === user.email &&
        heldUntil > services.now() &&
        rights.may('book', childId),
    );
  const [first] = seats;
  if (!first) return undefined;
  const { offer, heldUntil } = first;
  const facts = {
    ...describe(campClass, seats),
    price: offer.price,
    until: offer.notifiedAt ? heldUntil : predictEnd(campClass, services),
  };
  return { facts, childIds: listChildIds(seats) };
}

/** The offer's time begins when the mail server takes the email, so it ends then or later. */
function predictEnd({ camp_start }: ClassDocument, { environment, now }: Services): Date {
  return decideOfferEnd({
    notifiedAt: now(),
    campStart: camp_start,
    offerHours: environment.OFFER_HOURS,
    timeZone: environment.SCHOOL_TIME_ZONE,
  });
}

/**
 * What people read whose waiting list is closed, unless the class can be joined again, or whose own entry has ended. Not
 * if none of those who waited is theirs anymore.
 */
export async function readWaitingClosed(
  { classId, childIds, isLapsed }: CauseOf<'waiting closed'>,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<'waiting closed'> | undefined> {
  const theirs = childIds.filter(rights.isTheirs);
  if (user.status !== 'active' || (childIds.length > 0 && theirs.length === 0)) return undefined;
  const campClass = await findWholeClass(services.database.collections, classId);
  if (!campClass) return undefined;
  const { name: className, status } = campClass;
  const read = (facts: LetterFacts['waiting closed']) => ({ facts, childIds: theirs });
  if (status === 'archived') return read({ className, why: 'canceled' });
  if (hasJoiningEnded(campClass, services)) return read({ className, why: 'started' });
  if (!isLapsed) return undefined;
  return read({ className, why: 'lapsed', path: `/classes/${classId.toHexString()}` });
}

type Found = {
  campClass: ClassDocument;
  entry: WaitingEntry;
  facts: WaitingFacts;
  childIds: ObjectId[];
};

/** An entry of this person that still waits, with the people for whom they may still book. */
export async function findEntry(
  { classId, waitId }: { classId: ObjectId; waitId: ObjectId },
  { user, rights }: Reader,
  services: Services,
): Promise<Found | undefined> {
  const campClass = await findOpenClass(classId, services);
  const entry = campClass?.waiting?.find((one) => one.waitId.equals(waitId));
  if (!campClass || entry?.email !== user.email || user.status !== 'active') return undefined;
  const people = entry.people.filter(({ childId }) => rights.may('book', childId));
  if (people.length === 0) return undefined;
  const facts = describe(campClass, people);
  return { campClass, entry, facts, childIds: listChildIds(people) };
}

/** A class that can still be joined. */
async function findOpenClass(
  classId: ObjectId,
  services: Services,
): Promise<ClassDocument | undefined> {
  const campClass = await findWholeClass(services.database.collections, classId);
  return campClass?.status === 'open' && !hasJoiningEnded(campClass, services)
    ? campClass
    : undefined;
}

function areOffered(campClass: ClassDocument, services: Services): boolean {
  return areSeatsOffered(campClass, { today: readToday(services) });
}

function describe(campClass: ClassDocument, people: WaitingPerson[]): WaitingFacts {
  const children = people.flatMap(({ childId, name }) => (childId ? [name] : []));
  return { campClass: summarizeClass(campClass), children };
}
