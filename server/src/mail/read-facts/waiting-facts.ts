import type { ObjectId } from 'mongodb';
import { createBookable } from '../../children/booking.ts';
import { summarizeClass } from '../../class-facts.ts';
import type { ClassDocument, UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { WaitingEntry, WaitingPerson } from '../../database/waiting-documents.ts';
import { readToday } from '../../school-time.ts';
import { hasJoiningEnded } from '../../seats/join-until.ts';
import { decideOfferEnd } from '../../seats/offer-end.ts';
import { areSeatsOffered, findPosition } from '../../seats/queue.ts';
import type { Services } from '../../services.ts';
import { groupOffers } from '../../waiting/own-waiting.ts';
import type { LetterFacts, WaitingFacts } from '../letters/facts.ts';
import { findWholeClass } from './plan-facts.repo.ts';

/** What somebody reads who has just joined a waiting list. */
export async function readWaitingJoined(
  cause: CauseOf<'waiting joined'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['waiting joined'] | undefined> {
  const found = await findEntry(cause, user, services);
  const position = found && findPosition(found.campClass.waiting, cause.waitId);
  if (!found || !position || !areOffered(found.campClass, services)) return undefined;
  return { ...found.facts, together: found.entry.together, position };
}

/** What somebody reads whose offer ran out, while they have not said that they still want a seat. */
export async function readOfferEnded(
  cause: CauseOf<'offer ended'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['offer ended'] | undefined> {
  const found = await findEntry(cause, user, services);
  if (!found?.entry.isPaused || found.entry.lapses !== cause.lapses) return undefined;
  return areOffered(found.campClass, services) ? found.facts : undefined;
}

/** What all read who wait shortly before a class, while there are free seats. */
export async function readSeatsFree(
  cause: CauseOf<'seats free'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['seats free'] | undefined> {
  const found = await findEntry(cause, user, services);
  if (!found || found.entry.isPaused) return undefined;
  const { campClass, facts } = found;
  const { sit: free, price, camp_start } = campClass;
  const isPublic = !areOffered(campClass, services) && camp_start === cause.campStart;
  if (!isPublic || free === 0) return undefined;
  return { ...facts, free, price, path: `/classes/${cause.classId.toHexString()}` };
}

/** What people read of seats that are held for them until the offer ends. */
export async function readSeatOffered(
  { classId, waitId, cartIds }: CauseOf<'seat offered'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['seat offered'] | undefined> {
  const campClass = await findOpenClass(classId, services);
  if (!campClass) return undefined;
  const isBookable = await createBookable(user, services);
  const seats = groupOffers(campClass)
    .flat()
    .filter(
      ({ cartId, email, offer, heldUntil, childId }) =>
        cartIds.some((id) => id.equals(cartId)) &&
        offer.entry.waitId.equals(waitId) &&
        email === user.email &&
        heldUntil > services.now() &&
        isBookable(childId),
    );
  const [first] = seats;
  if (!first) return undefined;
  const { offer, heldUntil } = first;
  return {
    ...describe(campClass, seats),
    price: offer.price,
    until: offer.notifiedAt ? heldUntil : predictEnd(campClass, services),
  };
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

/** What people read whose waiting list is closed, unless the class can be joined again, or whose own entry has ended. */
export async function readWaitingClosed(
  { classId, isLapsed }: CauseOf<'waiting closed'>,
  services: Services,
): Promise<LetterFacts['waiting closed'] | undefined> {
  const campClass = await findWholeClass(services.database.collections, classId);
  if (!campClass) return undefined;
  const { name: className, status } = campClass;
  if (status === 'archived') return { className, why: 'canceled' };
  if (hasJoiningEnded(campClass, services)) return { className, why: 'started' };
  return isLapsed && { className, why: 'lapsed', path: `/classes/${classId.toHexString()}` };
}

type Found = { campClass: ClassDocument; entry: WaitingEntry; facts: WaitingFacts };

/** An entry of this person that still waits, with the people for whom they may still book. */
async function findEntry(
  { classId, waitId }: { classId: ObjectId; waitId: ObjectId },
  user: UserDocument,
  services: Services,
): Promise<Found | undefined> {
  const campClass = await findOpenClass(classId, services);
  const entry = campClass?.waiting?.find((one) => one.waitId.equals(waitId));
  if (!campClass || entry?.email !== user.email || user.status !== 'active') return undefined;
  const isBookable = await createBookable(user, services);
  const people = entry.people.filter(({ childId }) => isBookable(childId));
  return people.length > 0 ? { campClass, entry, facts: describe(campClass, people) } : undefined;
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
