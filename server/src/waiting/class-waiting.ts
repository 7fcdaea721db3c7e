import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ListedWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { ObjectId } from 'mongodb';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { OfferLimit } from '@speakifyr/contract/limits.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { changeSeats } from '../seats/change-seats.ts';
import type { OfferRules } from '../seats/offer-limits.ts';
import { areSeatsOffered, orderEntries } from '../seats/queue-by-day.ts';
import { findLimit, findPosition, handOut, offerNow } from '../seats/queue.ts';
import type { Services } from '../services.ts';
import { entryNotFoundError } from './answer-offer.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { OfferedSeat } from '../seats/offered-seat.ts';
import { groupOffers, nameState, presentPerson } from './own-waiting.ts';

/** The waiting list of a class, as admins see and change it. */

type Admin = { _id: ObjectId };
type EntryRef = { classId: string; waitId: string };

/**
 * The waiting list of a class: offers first, then the list in its order. R155
 * @throws {ApiError} `not_found`
 */
export async function getClassWaiting(
  classId: string,
  services: Services,
): Promise<Output<Contract['GET /classWaiting/:classId']>> {
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(classId) });
  if (!campClass) throw classNotFoundError();
  const { waiting = [], demand } = campClass;
  const offers = groupOffers(campClass);
  const listed = [...waiting, ...offers.flat().map(({ offer }) => offer.entry)];
  const people = listed.flatMap((entry) =>
    entry.people.map((one) => ({ ...one, userId: entry.userId })),
  );
  const personOf = await readPeople(people, services);
  return {
    entries: [
      ...listOffers(offers, personOf),
      ...orderEntries(waiting).map((entry) => ({
        ...presentEntry(entry, personOf),
        state: nameState(entry),
        position: findPosition(waiting, entry.waitId),
        until: entry.kept?.until.toISOString() ?? null,
      })),
    ],
    demand: demand ?? { asked: 0, offered: 0, enrolled: 0 },
  };
}

function listOffers(offers: OfferedSeat[][], personOf: PersonOf): ListedWaitingEntry[] {
  return offers.flatMap((seats) => {
    const [first] = seats;
    if (!first) return [];
    const { entry, notifiedAt } = first.offer;
    return {
      ...presentEntry({ ...entry, people: seats }, personOf),
      state: 'offered',
      position: null,
      until: notifiedAt ? first.heldUntil.toISOString() : null,
    };
  });
}

function presentEntry(
  { waitId, userId, people, joinedAt, ...entry }: WaitingEntry,
  personOf: PersonOf,
) {
  const { together, priority, lapses, days } = entry;
  return {
    waitId: waitId.toHexString(),
    userId: userId.toHexString(),
    people: people.map(({ childId }) => presentPerson({ userId, childId }, personOf)),
    joinedAt: joinedAt.toISOString(),
    email: personOf({ userId }).email,
    together,
    priority,
    lapses,
    ...(days && { days }),
  };
}

/**
 * Changes the order of a list. Seats that are kept may go to the entry that is now first.
 * @throws {ApiError} `not_found`
 */
export async function changeOrder(
  { priority, ...ref }: EntryRef & { priority: number },
  admin: Admin,
  services: Services,
): Promise<void> {
  await changeEntry(
    ref,
    { admin, action: 'change waiting order', after: { priority } },
    (campClass, _entry, rules) => {
      const waiting = (campClass.waiting ?? []).map((one) =>
        one.waitId.equals(ref.waitId) ? { ...one, priority } : one,
      );
      return handOut({ ...campClass, waiting }, rules);
    },
    services,
  );
}

/**
 * Offers free and kept seats to an entry, before its turn. A paused entry gets them too.
 * @throws {ApiError} `not_found`; `class_full` if there are not enough, or offers are over; `too_many_holds`,
 * `too_many_here`, `group_too_large` or `already_joined` if it may have no offer now
 */
export async function offerToEntry(ref: EntryRef, admin: Admin, services: Services): Promise<void> {
  await changeEntry(
    ref,
    { admin, action: 'offer seat', after: {} },
    (campClass, entry, rules) => {
      if (!areSeatsOffered(asChosen(campClass, entry), rules))
        throw new ApiError(
          'class_full',
          `${entry.days ? 'The first of these days is' : 'This class starts'} too soon for offers. A free seat goes to the first person to book it.`,
        );
      const change = offerNow(campClass, entry.waitId, rules);
      if (change) return change;
      const limit = findLimit(campClass, entry, rules);
      if (limit) throw limitReachedError(limit);
      throw new ApiError('class_full', 'There are not enough free seats for this entry.');
    },
    services,
  );
}

/** Why an admin can't offer a seat to an entry. */
function limitReachedError(limit: OfferLimit): ApiError {
  switch (limit) {
    case 'account':
      return new ApiError(
        'too_many_holds',
        'This account holds as many seats as it may. It has to pay for one or remove one first.',
      );
    case 'address':
      return new ApiError(
        'too_many_here',
        'As many seats of this class as possible are held from the internet connection of this account.',
      );
    case 'class':
      return new ApiError(
        'group_too_large',
        'These people need more seats together than this class has or one account may hold.',
      );
    case 'held':
      return new ApiError(
        'already_joined',
        'A seat of this class is held for one of these people already. It has to be paid for or removed first.',
      );
  }
}

async function changeEntry(
  { classId: id, waitId }: EntryRef,
  act: { admin: Admin; action: AuditAction; after: Record<string, unknown> },
  decide: (
    campClass: ClassDocument,
    entry: WaitingEntry,
    rules: OfferRules,
  ) => Partial<ClassDocument>,
  services: Services,
): Promise<void> {
  const classId = new ObjectId(id);
  const found = await findClass(services.database.collections, { _id: classId });
  const known = found?.waiting?.find((entry) => entry.waitId.equals(waitId));
  if (!found || !known) throw entryNotFoundError();
  const description = auditEvent({
    at: services.now(),
    by: act.admin._id,
    type: act.action,
    target: (await findUserWithId(known.userId, services))?.email ?? '',
    before: {
      course: found.name,
      priority: known.priority,
      children: known.people.flatMap(({ childId }) => childId?.toHexString() ?? []),
      ...(known.days && { days: known.days }),
    },
    after: act.after,
  });
  const changed = await changeSeats(
    classId,
    (campClass, rules) => {
      const entry = campClass.waiting?.find((one) => one.waitId.equals(waitId));
      return entry ? decide(campClass, entry, rules) : null;
    },
    services,
    description,
  );
  if (!changed) throw entryNotFoundError();
}
