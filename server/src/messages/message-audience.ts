import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { MessageAbout } from '../database/outbox-document.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import { findLacking } from '../forms/lacking.ts';
import { findCareNeeds } from '../families/care-needs.ts';
import type { Services } from '../services.ts';
import { findReaders, findRecipients } from './recipients.ts';

/** Whom in some classes a message is for. R310, R685 */
export type MessageTarget = {
  group: MessageGroup;
  /** Only those in this group of the class. */
  groupId?: string | undefined;
  /** Only those who lack this form. */
  formId?: string | undefined;
};

/** Somebody who gets a message to some classes, and why. */
export type MessageReader = { user: UserDocument; about: MessageAbout[] };

/** The members of a group in some classes, each once, by name. R310 */
export type MessageAudience = {
  readers: MessageReader[];
  /** How many accounts booked the seats, or wait. */
  families: number;
};

type Seat = Pick<EnrolledSeat, 'seatId' | 'userId' | 'childId'> & {
  classId: ObjectId;
  lastDay: string;
};

/** Finds who gets a message to some classes now. Somebody with seats in several of them is one reader. */
export async function findAudience(
  classes: ClassDocument[],
  target: MessageTarget,
  services: Services,
): Promise<MessageAudience> {
  if (target.group === 'waiting') return findWaiting(classes, services);
  const all = classes.flatMap((campClass) =>
    keepGroup(listEnrolledSeats(campClass), target.groupId).map((seat): Seat => ({
      ...seat,
      classId: campClass._id,
      lastDay: onDays(campClass, seat).camp_end,
    })),
  );
  const belongs = await findThoseOf(target, all, services);
  const seats = all.filter((seat) => belongs(seat));
  const found = (await findReaders(seats, services)).flatMap(({ user, seats: theirs }) =>
    theirs.flatMap((seat) => {
      const { classId, seatId } = seat;
      return belongs(seat, user) ? [{ user, about: { classId, seatIds: [seatId] } }] : [];
    }),
  );
  return { readers: join(found), families: countAccounts(seats) };
}

/** The seats in a group of their class; all of them without one. R685 */
export function keepGroup<S extends Pick<EnrolledSeat, 'grouping'>>(
  seats: S[],
  groupId: string | undefined,
): S[] {
  return groupId ? seats.filter(({ grouping }) => grouping?.group?.equals(groupId)) : seats;
}

/**
 * Which seats a message is for: those whose child lacks what the group lacks; all seats for `enrolled`.
 * @returns a function for one of them. With a reader: whether they hear of it. What an account lacks for its own family
 *   is said to nobody else, not even in another household of the child.
 */
export async function findThoseOf<
  S extends { userId: ObjectId; childId?: ObjectId; lastDay: string },
>(
  { group, formId }: MessageTarget,
  seats: S[],
  services: Services,
): Promise<(seat: S, reader?: { _id: ObjectId }) => boolean> {
  if (group === 'forms missing') {
    const lacking = await findLacking(seats, services, formId);
    return ({ childId, userId }, { _id } = { _id: userId }) =>
      (childId !== undefined && lacking(childId)) || (_id.equals(userId) && lacking(userId));
  }
  const need = NEEDS[group];
  if (!need) return () => true;
  const ofChildren = seats.flatMap((seat) => {
    const { childId, lastDay } = seat;
    return childId ? [{ seat, childId, lastDay }] : [];
  });
  const needs = await findCareNeeds(ofChildren, services);
  const lacking = new Set(
    ofChildren.flatMap(({ seat }, place) => (needs[place]?.includes(need) ? [seat] : [])),
  );
  return (seat) => lacking.has(seat);
}

const NEEDS: { [G in MessageGroup]?: 'health' | 'emergency' } = {
  'health missing': 'health',
  'contact missing': 'emergency',
};

/** The accounts on the waiting lists. */
async function findWaiting(classes: ClassDocument[], services: Services): Promise<MessageAudience> {
  const entries = classes.flatMap(({ _id: classId, status, waiting = [] }) =>
    status === 'open' ? waiting.map(({ userId, waitId }) => ({ userId, classId, waitId })) : [],
  );
  const owners = await findRecipients(
    entries.map(({ userId }) => userId),
    services,
  );
  const found = entries.flatMap(({ userId, ...about }) => {
    const user = owners.get(userId.toHexString());
    return user ? [{ user, about }] : [];
  });
  return { readers: join(found), families: countAccounts(entries) };
}

/** One reader for each person, and one `about` for all their seats in a class. */
function join(found: { user: UserDocument; about: MessageAbout }[]): MessageReader[] {
  const readers = new Map<string, MessageReader>();
  for (const { user, about } of found) {
    const id = user._id.toHexString();
    const reader = readers.get(id) ?? { user, about: [] };
    readers.set(id, reader);
    const sameClass = reader.about.find(({ classId }) => classId.equals(about.classId));
    if (sameClass?.seatIds && about.seatIds) sameClass.seatIds.push(...about.seatIds);
    else reader.about.push(about);
  }
  return [...readers.values()].sort((one, other) => one.user.name.localeCompare(other.user.name));
}

function countAccounts(seats: { userId: ObjectId }[]): number {
  return new Set(seats.map(({ userId }) => userId.toHexString())).size;
}
