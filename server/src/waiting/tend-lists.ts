import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Pricing } from '@speakifyr/contract/prices.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import { freezePrice } from '../prices/discounts.ts';
import type {
  EndedEntry,
  SeatOffer,
  WaitingEntry,
  WaitingPerson,
} from '../database/waiting-documents.ts';
import { endPaymentsOfHold } from '../changes/end-payment.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { isTooLateFor } from '../seats/may-join.ts';
import { isSeatOf, type Participant, withChild } from '../seats/participant.ts';
import { countPlaces, isByDay } from '../seats/places.ts';
import { handOut } from '../seats/queue.ts';
import { giveSeatBack } from '../seats/seats.service.ts';
import { closeWaiting, endEntry, withoutPeople } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import { isOpenOffer, type OfferedSeat } from '../seats/offered-seat.ts';
import { groupOffers } from './own-waiting.ts';
import { findSentAt, listClassesWithList, listOfferingClasses } from './waiting-classes.ts';
import { decideOfferEnd } from '../seats/offer-end.ts';
import { readStandings, type StandingOf } from './standings.ts';

/** Passes on seats that were kept long enough for siblings who need more. A job. R152, R154 */
export async function passOnKeptSeats(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  const isOver = { 'waiting.kept.until': { $lte: services.now() } };
  for (const { _id } of await listClasses(collections, isOver)) {
    if (signal?.aborted) return;
    await changeSeats(
      _id,
      (campClass, rules) => {
        const isDue = campClass.waiting?.some(({ kept }) => kept && kept.until <= rules.at);
        return isDue ? handOut(campClass, rules) : null;
      },
      services,
    );
  }
}

/**
 * Takes people off the lists who can't get a seat from them anymore: accounts that are gone or no longer students,
 * children who are deleted or for whom the account may not book anymore, people whom the class is no longer for, and people
 * who have enrolled. What they were offered goes to the next in line. Free seats are offered to those who had too many holds when they opened
 * up. The list of a class that has started is closed, and so is an entry of which a day has begun. A job.
 */
export async function checkWaiting(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  const listed = await listClassesWithList(collections);
  const held = await listOfferingClasses(collections);
  const offered = held.flatMap((campClass) =>
    groupOffers(campClass)
      .flat()
      .map((seat) => ({ campClass, seat })),
  );
  if (listed.length === 0 && offered.length === 0) return;
  const waiting = listed.flatMap(({ waiting: entries = [] }) =>
    entries.flatMap(({ userId, people }) => people.map((one) => ({ userId, ...one }))),
  );
  const standingOf = await readStandings(
    [...waiting, ...offered.map(({ seat }) => seat)],
    services,
  );
  for (const campClass of listed) {
    if (signal?.aborted) return;
    const over = listOver(campClass, services);
    if (over.length > 0) await closeEntries(campClass._id, services);
    if (over.length === campClass.waiting?.length) continue;
    await dropLost(campClass, standingOf, services);
    if (campClass.sit > 0 || isByDay(campClass)) await offerFree(campClass._id, services);
  }
  for (const { campClass, seat } of offered) {
    if (signal?.aborted) return;
    const standing = standingOf(seat.userId, seat, campClass);
    if (standing === 'may' || !(await endPaymentsOfHold(seat, services))) continue;
    const ended = standing === 'misfit' ? endMisfit(seat.offer.entry, seat) : undefined;
    await giveSeatBack({ ...seat, classId: campClass._id }, services, { ended });
  }
}

/** Reads before it writes: in nearly every run, nobody is dropped. Who is a misfit gets an email. */
async function dropLost(
  campClass: ClassDocument,
  standingOf: StandingOf,
  services: Services,
): Promise<void> {
  const isLostIn =
    (current: ClassDocument) =>
    ({ userId }: Pick<WaitingEntry, 'userId'>, person: WaitingPerson) =>
      standingOf(userId, person, current) !== 'may' || isEnrolled(current, { userId, ...person });
  const isLost = isLostIn(campClass);
  if (!campClass.waiting?.some((entry) => entry.people.some((one) => isLost(entry, one)))) return;
  await changeSeats(
    campClass._id,
    (current, rules) => {
      const change = withoutPeople(current, isLostIn(current), rules);
      return change && { ...change, ended: listMisfits(current, standingOf) };
    },
    services,
  );
}

function isEnrolled({ seats }: ClassDocument, person: Participant): boolean {
  return seats.some((seat) => seat.state === 'enrolled' && isSeatOf(seat, person));
}

/** One for each of them: others of their entry may go on waiting. */
function listMisfits(campClass: ClassDocument, standingOf: StandingOf): EndedEntry[] {
  return (campClass.waiting ?? []).flatMap((entry) =>
    entry.people
      .filter((one) => standingOf(entry.userId, one, campClass) === 'misfit')
      .filter((one) => !isEnrolled(campClass, { userId: entry.userId, ...one }))
      .map((one) => endMisfit(entry, one)),
  );
}

function endMisfit(entry: SeatOffer['entry'], { childId }: WaitingPerson): EndedEntry {
  return { ...endEntry({ ...entry, people: [withChild(childId)] }), isMisfit: true };
}

/** Offers free seats to those who could not get an offer when the seats opened up, and now can. */
async function offerFree(classId: ObjectId, services: Services): Promise<void> {
  await changeSeats(
    classId,
    (campClass, rules) => {
      const change = handOut(campClass, rules);
      return change.seats.length > campClass.seats.length ? change : null;
    },
    services,
  );
}

/** The entries that can't get a seat anymore: all, or those of which a day has begun. R649 */
function listOver(campClass: ClassDocument, services: Services): WaitingEntry[] {
  const { status, waiting = [] } = campClass;
  return waiting.filter((entry) => status !== 'open' || isTooLateFor(entry, campClass, services));
}

/** Takes entries off a list that can't get a seat anymore. Everyone of them gets an email. */
async function closeEntries(classId: ObjectId, services: Services): Promise<void> {
  await changeSeats(
    classId,
    (campClass, rules) => {
      const over = listOver(campClass, services);
      if (over.length === 0) return null;
      const waiting = campClass.waiting?.filter((entry) => !over.includes(entry)) ?? [];
      // Offers are over for them, so this frees kept seats. A seat that is still held may be paid for.
      const { ended } = closeWaiting({ waiting: over, seats: [] });
      return {
        ...handOut({ ...campClass, waiting }, rules, countPlaces(campClass)),
        ...(ended && { ended }),
      };
    },
    services,
  );
}

/**
 * Starts the clock of each offer once its email is out, so that a mail outage costs nobody time. An email that could
 * not be sent, or is not needed, starts it too. A job.
 * @param signal stops it between two offers
 */
export async function startOfferClocks(services: Services, signal?: AbortSignal): Promise<void> {
  for (const campClass of await listOfferingClasses(services.database.collections))
    for (const seats of groupOffers(campClass)) {
      if (signal?.aborted) return;
      await startClock(campClass, seats, services);
    }
}

// Rules: R429.
async function startClock(
  { _id, seats: all }: ClassDocument,
  seats: OfferedSeat[],
  services: Services,
): Promise<void> {
  const [first] = seats;
  if (!first || first.offer.notifiedAt) return;
  const { waitId } = first.offer.entry;
  const sentAt = await findSentAt(services.database.collections, waitId, first.seatId);
  if (!sentAt) return;
  const notifiedAt = sentAt === 'never' ? services.now() : sentAt;
  // What the email said stays.
  const pricings = new Map<string, Pricing | undefined>();
  const full = {
    price: first.offer.price,
    taken: all.length - seats.length,
    waitingSince: first.offer.entry.joinedAt,
  };
  for (const seat of seats)
    pricings.set(seat.seatId.toHexString(), await freezePrice(_id, full, seat, services));
  await changeSeats(
    _id,
    (campClass) => {
      const heldUntil = decideOfferEnd({
        notifiedAt,
        campStart: onDays(campClass, first).camp_start,
        offerHours: SCHOOL.booking.offerHours,
        timeZone: SCHOOL.timeZone,
      });
      const isOfOffer = ({ seatId }: { seatId: HeldSeat['seatId'] }) =>
        seats.some((seat) => seat.seatId.equals(seatId));
      let isStarted = false;
      const changed = campClass.seats.map((seat) => {
        if (seat.state !== 'held' || !isOpenOffer(seat)) return seat;
        if (seat.offer.notifiedAt || !isOfOffer(seat)) return seat;
        isStarted = true;
        const offer = { ...seat.offer, notifiedAt };
        const pricing = pricings.get(seat.seatId.toHexString());
        return { ...seat, heldUntil, offer, ...(pricing && { pricing }) };
      });
      return isStarted ? { seats: changed } : null;
    },
    services,
  );
}
