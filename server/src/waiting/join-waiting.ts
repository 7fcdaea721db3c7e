import { MAX_WAITING, MAX_WAITING_OF_ACCOUNT } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { checkAge } from '../children/check-age.ts';
import { findBookableChild } from '../children/booking.ts';
import type { UserDocument } from '../database/collections.ts';
import type { WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { ApiError, classNotFound } from '../errors.ts';
import { changeSeats, type SeatedClass } from '../seats/change-seats.ts';
import { hasJoiningEnded } from '../seats/join-until.ts';
import { isSeatOf } from '../seats/participant.ts';
import { areSeatsOffered, findPosition, handOut, readCalendar } from '../seats/queue.ts';
import { withoutPeople } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import { readUserAgain } from '../users/users.service.ts';
import { countEntriesOf } from './own-waiting.ts';

/** The waiting list of a class, as the web app asks for it. */
export type WaitingWish = {
  classId: string;
  childIds?: string[] | undefined;
  together?: boolean | undefined;
};

/**
 * Puts the caller or their children on the waiting list of a full class. Nobody pays for it.
 * @returns the new entry's id, and its place on the list: 1 is the first
 * @throws {ApiError} `verify_email_first`; `not_found` for a class that is not open or a strange child;
 *   `guardian_may_not`, `wrong_age`; `already_joined` or `already_waiting` if somebody of the group has a seat or waits;
 *   `seats_free`; `class_full` shortly before the class; `class_started`; `waiting_list_full`
 */
export async function joinWaitingList(
  { classId: id, childIds, together = true }: WaitingWish,
  user: UserDocument,
  services: Services,
): Promise<{ waitId: string; position: number }> {
  if (!user.isVerified)
    throw new ApiError('verify_email_first', 'Confirm your email address to join a waiting list.');
  const { email } = user;
  const classId = new ObjectId(id);
  const people = childIds
    ? await findChildren([...new Set(childIds)], { classId, user }, services)
    : [{ name: user.name }];
  if ((await countEntriesOf(email, services)) >= MAX_WAITING_OF_ACCOUNT) throw tooManyLists();
  const entry: WaitingEntry = {
    waitId: new ObjectId(),
    email,
    people,
    together,
    priority: 0,
    joinedAt: services.now(),
    lapses: 0,
  };
  const changed = await changeSeats(
    classId,
    (campClass) => addEntry(campClass, entry, services),
    services,
  );
  if (!changed) throw classNotFound();
  await checkMayStay(classId, entry, user, services);
  const position = findPosition(changed.after.waiting, entry.waitId) ?? 1;
  return { waitId: entry.waitId.toHexString(), position };
}

async function findChildren(
  childIds: string[],
  { classId, user }: { classId: ObjectId; user: UserDocument },
  services: Services,
): Promise<WaitingPerson[]> {
  const people: WaitingPerson[] = [];
  for (const childId of childIds) {
    const child = await findBookableChild(childId, user, services);
    await checkAge(child, { classId, email: user.email }, services);
    people.push({ childId: child._id, name: child.name });
  }
  return people;
}

/**
 * Adds an entry. If seats are free that the entries before it can't use, it is offered some at once. Only decides:
 * `changeSeats` may ask again.
 */
function addEntry(
  campClass: SeatedClass,
  entry: WaitingEntry,
  services: Services,
): Partial<SeatedClass> {
  const { status, sit, waiting = [], demand } = campClass;
  const { people } = entry;
  if (status !== 'open') throw classNotFound();
  if (hasJoiningEnded(campClass, services)) throw new ApiError('class_started');
  checkNobodyThere(campClass, entry);
  const calendar = readCalendar(services);
  const areOffered = areSeatsOffered(campClass, calendar);
  const isQueue = waiting.some(({ isPaused }) => !isPaused);
  if (sit >= people.length && !(isQueue && areOffered)) throw new ApiError('seats_free');
  if (!areOffered)
    throw new ApiError(
      'class_full',
      'This class starts very soon, so its waiting list is closed. If a seat opens up now, it goes to the first person to book it on this page.',
    );
  if (waiting.length >= MAX_WAITING) throw new ApiError('waiting_list_full');
  const { asked = 0, offered = 0, enrolled = 0 } = demand ?? {};
  const joined = {
    waiting: [...waiting, entry],
    demand: { asked: asked + people.length, offered, enrolled },
  };
  return { ...joined, ...handOut({ ...campClass, ...joined }, 0, calendar) };
}

/** A person has one seat in a class, or one place on its list, no matter which guardian asked for it. */
function checkNobodyThere(
  { seats, waiting = [] }: SeatedClass,
  { email, people }: WaitingEntry,
): void {
  for (const { childId, name } of people) {
    if (seats.some((seat) => isSeatOf(seat, { email, childId })))
      throw new ApiError(
        'already_joined',
        childId && `${name} already has a seat in this class, or one is held.`,
      );
    const isWaiting = waiting.some((other) =>
      other.people.some((one) =>
        childId ? childId.equals(one.childId) : !one.childId && other.email === email,
      ),
    );
    if (isWaiting)
      throw new ApiError(
        'already_waiting',
        childId && `${name} is already on the waiting list of this class.`,
      );
  }
}

/**
 * Takes the entry back if, in this moment, somebody deleted the account or a child, took away the right to book, or
 * joined other lists up to the limit. Each of those acts also takes away the entries that it finds, so one of the two does.
 */
async function checkMayStay(
  classId: ObjectId,
  entry: WaitingEntry,
  user: UserDocument,
  services: Services,
): Promise<void> {
  try {
    const { status } = (await readUserAgain(user, services)) ?? { status: 'deleting' };
    if (status !== 'active') throw new ApiError('account_deleting');
    for (const { childId } of entry.people)
      if (childId) await findBookableChild(childId, user, services);
    if ((await countEntriesOf(user.email, services)) > MAX_WAITING_OF_ACCOUNT) throw tooManyLists();
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
    (campClass) => {
      const change = withoutPeople(campClass, (one) => one.waitId.equals(waitId), services);
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

function tooManyLists(): ApiError {
  return new ApiError(
    'waiting_list_full',
    `You are on ${MAX_WAITING_OF_ACCOUNT} waiting lists already. Leave one of them, then join this one.`,
  );
}
