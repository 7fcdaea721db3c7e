import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { WaitingEntry } from '../../database/waiting-documents.ts';
import { DAY_MS, readToday } from '../../school-time.ts';
import { hasJoiningEnded } from '../../enrollments/seats/join-until.ts';
import { findClassEnd } from '../../enrollments/seats/people-of-classes.ts';
import { areSeatsOffered } from '../../enrollments/seats/queue.ts';
import type { Services } from '../../services.ts';
import { groupOffers } from '../../enrollments/waiting/own-waiting.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { listKnownLines } from './due-mails.repo.ts';
import { addressTo, daysFromNow, findRecipients } from './recipients.ts';
import {
  forgetClosedLists,
  listClosedLists,
  listOfferLines,
  listOfferingClasses,
  listWaitedClasses,
  type WaitedClass,
} from './waiting-mails.repo.ts';

/** People who joined a list longer ago know what happens next. */
const JOINED_DAYS = 2;
/** How long people may still hear that a list is closed. */
const CLOSED_DAYS = 3;

/** An email about a waiting list, before it is known who gets it. */
type DueMail = Pick<NewMail, '_id' | 'cause' | 'notAfter'> & { email: string };

/**
 * Adds the emails about waiting lists: what happens next, an offer, an offer that ran out, seats that are free for
 * everybody, and a list or an entry that is closed. All of it is derived from the classes, so a crash loses nothing.
 */
export async function addWaitingMails(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  const closed = await listClosedLists(collections);
  const due = [
    ...(await listWaitedClasses(collections)).flatMap((one) => describeEntries(one, services)),
    ...(await describeOffers(await listOfferingClasses(collections), services)),
    ...closed.flatMap((one) => describeClosed(one, services)),
  ];
  if (signal?.aborted) return;
  await addMissing(due, services);
  await forgetClosedLists(collections, closed);
}

async function addMissing(due: DueMail[], services: Services): Promise<void> {
  if (due.length === 0) return;
  const known = await listKnownLines(
    services.database.collections,
    due.map(({ _id }) => _id),
  );
  const missing = due.filter(({ _id }) => !known.has(_id));
  if (missing.length === 0) return;
  const users = await findRecipients(
    missing.map(({ email }) => email),
    services,
  );
  const mails = missing.flatMap(({ email, ...mail }): NewMail[] => {
    const user: UserDocument | undefined = users.get(email);
    return user?.status === 'active' ? [{ ...mail, ...addressTo(user), isEssential: true }] : [];
  });
  await addMails(mails, services);
}

function describeEntries(campClass: WaitedClass, services: Services): DueMail[] {
  if (campClass.status !== 'open' || hasJoiningEnded(campClass, services)) return [];
  return (campClass.waiting ?? []).flatMap((entry) => describeEntry(campClass, entry, services));
}

function describeEntry(
  campClass: WaitedClass,
  { waitId, email, joinedAt, lapses, isPaused, kept }: WaitingEntry,
  services: Services,
): DueMail[] {
  const { _id: classId, camp_start: campStart, sit } = campClass;
  const id = waitId.toHexString();
  const notAfter = findClassEnd(campClass, services);
  const common = { email, notAfter };
  const isOffered = areSeatsOffered(campClass, { today: readToday(services) });
  if (isPaused) {
    const cause = { kind: 'offer ended' as const, classId, waitId, lapses };
    return isOffered ? [{ _id: `lapsed-${id}-${lapses}`, cause, ...common }] : [];
  }
  if (!isOffered) {
    const cause = { kind: 'seats free' as const, classId, waitId, campStart };
    return sit > 0 ? [{ _id: `free-${id}-${campStart}`, cause, ...common }] : [];
  }
  const isNew = services.now().getTime() - joinedAt.getTime() < JOINED_DAYS * DAY_MS;
  const cause = { kind: 'waiting joined' as const, classId, waitId };
  return [
    ...(isNew && lapses === 0 ? [{ _id: `waiting-${id}`, cause, ...common }] : []),
    ...(kept ? [describeKept(kept.until, { classId, waitId, email })] : []),
  ];
}

/** A seat is kept for people who need more than one. Each time ends once, and so does each email. */
function describeKept(
  until: Date,
  { email, ...entry }: { classId: ObjectId; waitId: ObjectId; email: string },
): DueMail {
  return {
    _id: `kept-${entry.waitId.toHexString()}-${until.getTime()}`,
    cause: { kind: 'seat kept', until, ...entry },
    ...{ email, notAfter: until },
  };
}

function describeClosed(
  { _id: classId, closedWaiting = [] }: WaitedClass,
  services: Services,
): DueMail[] {
  const notAfter = daysFromNow(CLOSED_DAYS, services);
  return closedWaiting.map(({ waitId, email, childIds, isLapsed }) => ({
    _id: `closed-${waitId.toHexString()}`,
    cause: { kind: 'waiting closed', classId, waitId, childIds, ...(isLapsed && { isLapsed }) },
    ...{ email, notAfter },
  }));
}

/** One email for the seats that were offered to one entry at once. After it, there is no other one for what is left. */
async function describeOffers(classes: WaitedClass[], services: Services): Promise<DueMail[]> {
  const offers = classes.flatMap((campClass) =>
    groupOffers(campClass).map((seats) => ({ classId: campClass._id, seats })),
  );
  const open = offers.filter(({ seats: [first] }) => first && !first.offer.notifiedAt);
  const lines = await listOfferLines(
    services.database.collections,
    open.flatMap(({ seats }) => seats.map(({ offer }) => offer.entry.waitId)),
  );
  const told = new Set(lines.flatMap(({ cause }) => cause.cartIds.map((id) => id.toHexString())));
  return open.flatMap(({ classId, seats }): DueMail[] => {
    const untold = seats.filter(
      ({ cartId, heldUntil }) => !told.has(cartId.toHexString()) && heldUntil > services.now(),
    );
    const [first] = untold;
    if (!first) return [];
    const { waitId } = first.offer.entry;
    const cartIds = untold.map(({ cartId }) => cartId);
    return [
      {
        _id: `offer-${waitId.toHexString()}-${first.cartId.toHexString()}`,
        cause: { kind: 'seat offered', classId, waitId, cartIds },
        email: first.email,
        notAfter: first.heldUntil,
      },
    ];
  });
}
