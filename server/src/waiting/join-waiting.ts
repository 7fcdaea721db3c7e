import {
  MAX_WAITING,
  MAX_WAITING_GROUP,
  MAX_WAITING_OF_ACCOUNT,
} from '@speakifyr/contract/limits.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { asChosen, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { checkAge, findBookableChild } from '../families/booking.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { checkChosenDays, checkMayJoin, isTooLateFor } from '../seats/may-join.ts';
import { isSeatOf } from '../seats/participant.ts';
import { isTooLarge, type OfferRules } from '../seats/offer-limits.ts';
import { readHeldElsewhere } from '../seats/offer-rules.ts';
import { countFreeFor, countPlaces } from '../seats/places.ts';
import { areSeatsOffered } from '../seats/queue-by-day.ts';
import { findPosition, handOut } from '../seats/queue.ts';
import { alreadyJoinedError } from '../seats/hold-refusals.ts';
import { hashAddress, type Joiner } from '../seats/take-seat.ts';
import { noteWaiting, withoutPeople } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { countWaitingOf } from './own-waiting.ts';

/** The waiting list of a class, as the web app asks for it. */
export type WaitingWish = {
  classId: string;
  childIds?: string[];
  /** Whether the caller waits together with these children. */
  withSelf?: boolean;
  together?: boolean;
  /** Some days of a class that is sold by day. Without them, all. */
  days?: string[];
};

/**
 * Puts the caller or their children on the waiting list of a full class, or of some days that are full. Waiting is free.
 * R149, R150, R649
 * @param event is added for the audit log, if an admin does it for them
 * @returns the new entry's id, and its place on the list: 1 is the first
 * @throws {ApiError} `verify_email_first`; `not_found` for a class that is not open or a stranger's child;
 *   `guardian_may_not`, `wrong_age`, `adults_only`, `children_only`; `already_joined` or `already_waiting` if somebody
 *   in the group has a seat or waits; `seats_free`; `class_full` shortly before the class; `class_started`;
 *   `waiting_list_full`; `group_too_large`; `too_many_here`; `invalid_input` for too many people, or for days that are not for
 *   sale
 */
export async function joinWaitingList(
  { classId: id, childIds, withSelf = false, together = true, days }: WaitingWish,
  { user, address }: Joiner,
  services: Services,
  event?: AuditEvent,
): Promise<{ waitId: string; position: number }> {
  // The office calls a family without a sign-in.
  if (user.uid && !user.isVerified)
    throw new ApiError('verify_email_first', 'Confirm your email address to join a waiting list.');
  const { _id: userId } = user;
  const classId = new ObjectId(id);
  const children = await findChildren([...new Set(childIds)], { classId, user }, services);
  const isWithSelf = withSelf || !childIds;
  if (isWithSelf) await checkMayJoin(user, classId, services);
  const people: WaitingPerson[] = [
    ...children.map(({ _id: childId }) => ({ childId })),
    ...(isWithSelf ? [{}] : []),
  ];
  if (people.length > MAX_WAITING_GROUP)
    throw new ApiError('invalid_input', `At most ${MAX_WAITING_GROUP} people can wait as one.`);
  if ((await countWaitingOf(userId, services)) + people.length > MAX_WAITING_OF_ACCOUNT)
    throw tooManyListsError();
  const entry: WaitingEntry = {
    waitId: new ObjectId(),
    userId,
    addressHash: hashAddress(address, classId, services.environment.JWT_SECRET),
    people,
    together,
    priority: 0,
    joinedAt: services.now(),
    lapses: 0,
  };
  await noteWaiting(user, services);
  // Others are read for each change; this account is not on the list yet.
  const own = await readHeldElsewhere([userId], classId, services);
  const changed = await changeSeats(
    classId,
    (campClass, rules) => {
      const heldElsewhere = new Map([...rules.heldElsewhere, ...own]);
      const wanted = withDays(campClass, entry, days);
      // The office also sells a single day, and before families can choose.
      if (wanted.days)
        checkChosenDays(campClass, wanted.days, { ...services, isOffice: Boolean(event) });
      return addEntry(
        campClass,
        { entry: wanted, children },
        { ...rules, heldElsewhere },
        services,
      );
    },
    services,
    event,
  );
  if (!changed) throw classNotFoundError();
  await checkMayStay(classId, entry, user, services);
  const position = findPosition(changed.after.waiting, entry.waitId) ?? 1;
  return { waitId: entry.waitId.toHexString(), position };
}

/** The entry with the days that they want. Who wants all of them waits for the whole class. */
function withDays(
  campClass: ClassDocument,
  entry: WaitingEntry,
  wanted: string[] | undefined,
): WaitingEntry {
  const days = toChosen(campClass, wanted);
  return { ...entry, ...(days && { days }) };
}

async function findChildren(
  childIds: string[],
  { classId, user }: { classId: ObjectId; user: UserDocument },
  services: Services,
): Promise<ChildDocument[]> {
  const children: ChildDocument[] = [];
  for (const childId of childIds) {
    const child = await findBookableChild(childId, user, services);
    await checkAge(child, { classId, userId: user._id }, services);
    children.push(child);
  }
  return children;
}

/**
 * Adds an entry. Free seats don't belong to the list: people who could take one join the class instead.
 * Only decides: `changeSeats` may ask again.
 */
function addEntry(
  campClass: ClassDocument,
  { entry, children }: { entry: WaitingEntry; children: ChildDocument[] },
  rules: OfferRules,
  services: Services,
): Partial<ClassDocument> {
  const { status, waiting = [], demand } = campClass;
  const { people, together } = entry;
  if (status !== 'open') throw classNotFoundError();
  if (isTooLateFor(entry, campClass, services)) throw new ApiError('class_started');
  checkNobodyThere(campClass, entry, children);
  checkIsFull(campClass, entry);
  if (!areSeatsOffered(asChosen(campClass, entry), rules))
    throw new ApiError(
      'class_full',
      `${entry.days ? 'The first of these days is very soon, so nobody can wait for them' : 'This class starts very soon, so its waiting list is closed'}. If a seat opens up now, it goes to the first person to book it on this page.`,
    );
  const places = countPlaces(campClass);
  if (isTooLarge(people, places))
    throw new ApiError(
      'group_too_large',
      `This class has ${places === 1 ? 'one seat' : `${places} seats`} in all, so ${people.length} people can’t join it. Please choose fewer.`,
    );
  const { maxHeldOfClass } = SCHOOL.booking;
  if (together && people.length > maxHeldOfClass)
    throw new ApiError(
      'group_too_large',
      `One account can hold ${maxHeldOfClass === 1 ? 'one seat' : `${maxHeldOfClass} seats`} of a class, so ${people.length} people can’t get theirs together.`,
    );
  if (waiting.length >= MAX_WAITING) throw new ApiError('waiting_list_full');
  if (countAtAddress(campClass, entry, rules) + people.length > rules.maxAtAddress)
    throw new ApiError(
      'too_many_here',
      'Many people wait for this class from your internet connection already. Please try again later, or from another one.',
    );
  const { asked = 0, offered = 0, enrolled = 0 } = demand ?? {};
  const joined = {
    waiting: [...waiting, entry],
    demand: { asked: asked + people.length, offered, enrolled },
  };
  return { ...joined, ...handOut({ ...campClass, ...joined }, rules) };
}

/** @throws {ApiError} `seats_free` if seats are free that these people could take */
function checkIsFull(campClass: ClassDocument, { people, together, days }: WaitingEntry): void {
  const free = countFreeFor(campClass, { days });
  const names = days?.map((day) => nameDay(day)).join('; ');
  if (free >= people.length)
    throw new ApiError('seats_free', names && `Nobody has to wait for these days: ${names}.`);
  if (free > 0 && !together)
    throw new ApiError(
      'seats_free',
      `${names ? `On these days there ${free === 1 ? 'is one free seat' : `are ${free} free seats`}: ${names}` : `This class has ${free === 1 ? 'one free seat' : `${free} free seats`}`}. Join with ${free === 1 ? 'one' : 'some'} of you now, then the others can wait.`,
    );
}

/** How many people from a network address wait, or hold a seat of the class. */
function countAtAddress(
  { seats, waiting = [] }: ClassDocument,
  { addressHash }: WaitingEntry,
  { at }: OfferRules,
): number {
  const held = seats.filter(
    (seat) => seat.state === 'held' && seat.heldUntil > at && seat.addressHash === addressHash,
  );
  return waiting
    .filter((entry) => entry.addressHash === addressHash)
    .reduce((sum, entry) => sum + entry.people.length, held.length);
}

/**
 * A person has one seat in a class, or one place on its list, no matter which guardian asked for it. An account has one
 * entry, even while it is offered: otherwise one account with many children could wait for all seats. R151
 */
function checkNobodyThere(
  { seats, waiting = [] }: ClassDocument,
  { userId, people }: WaitingEntry,
  children: ChildDocument[],
): void {
  for (const { childId } of people) {
    const name = children.find(({ _id }) => _id.equals(childId))?.name ?? null;
    if (seats.some((seat) => isSeatOf(seat, { userId, childId }))) throw alreadyJoinedError(name);
    const there = waiting.find((other) => other.people.some((one) => childId?.equals(one.childId)));
    if (!there || !childId) continue;
    // Their own page doesn't show the entry, so they are told why.
    const byOther = there.userId.equals(userId) ? '' : ' Another guardian put them on it.';
    throw new ApiError(
      'already_waiting',
      `${name} is already on the waiting list of this class.${byOther}`,
    );
  }
  const isOffered = seats.some(
    (seat) => seat.state === 'held' && seat.offer?.entry.userId.equals(userId),
  );
  if (isOffered || waiting.some((other) => other.userId.equals(userId)))
    throw new ApiError('already_waiting');
}

/**
 * Withdraws the entry if, at this moment, somebody deleted the account or a child, took away the right to book, or
 * joined other lists up to the limit. Each of those also removes the entries that it finds, so one of the two does.
 */
async function checkMayStay(
  classId: ObjectId,
  entry: WaitingEntry,
  user: UserDocument,
  services: Services,
): Promise<void> {
  try {
    const { status } = (await findUserWithId(user._id, services)) ?? { status: 'deleting' };
    if (status !== 'active') throw new ApiError('account_deleting');
    for (const { childId } of entry.people)
      if (childId) await findBookableChild(childId, user, services);
    if ((await countWaitingOf(user._id, services)) > MAX_WAITING_OF_ACCOUNT)
      throw tooManyListsError();
  } catch (error) {
    await takeBack(classId, entry, services);
    throw error;
  }
}

async function takeBack(
  classId: ObjectId,
  { waitId, people }: WaitingEntry,
  services: Services,
): Promise<void> {
  await changeSeats(
    classId,
    (campClass, rules) => {
      const change = withoutPeople(campClass, (one) => one.waitId.equals(waitId), rules);
      const { demand = campClass.demand } = change ?? {};
      return (
        change && {
          ...change,
          ...(demand && { demand: { ...demand, asked: demand.asked - people.length } }),
        }
      );
    },
    services,
  );
}

function tooManyListsError(): ApiError {
  return new ApiError(
    'waiting_list_full',
    `You can wait for ${MAX_WAITING_OF_ACCOUNT} seats at a time, in all classes together. Leave another waiting list, then join this one.`,
  );
}
