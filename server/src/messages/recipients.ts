import type { ObjectId } from 'mongodb';
import type { ContactMessageDocument } from '../database/contact-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SeatsOfCause } from '../database/outbox-document.ts';
import { type ActiveGuardian, listGuardians } from '../families/guardians.ts';
import {
  findAnyUser,
  findPeopleById,
  findUserWithId,
  listOfficeUsers,
} from '../users/find-users.ts';
import type { Services } from '../services.ts';

/** Removed people still hear of what they paid for. Nobody writes to somebody who is deleting their account. */
function isReachable({ status }: UserDocument): boolean {
  return status === 'active' || status === 'removed';
}

/** The people among these who get emails, by id (24 hexadecimal digits). R103 */
export async function findRecipients(
  userIds: ObjectId[],
  services: Services,
): Promise<Map<string, UserDocument>> {
  const found = await findPeopleById(userIds, services);
  return new Map([...found].filter(([_id, user]) => isReachable(user)));
}

/** @returns the person with this id or address who gets an email, or undefined if nobody does */
export async function findRecipient(
  who: ObjectId | string,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = await (typeof who === 'string'
    ? findAnyUser(who, services)
    : findUserWithId(who, services));
  return user && isReachable(user) ? user : undefined;
}

/** Who wrote a message, if the address is certainly theirs. */
export async function findOwner(
  { email, copyTo }: ContactMessageDocument,
  services: Services,
): Promise<UserDocument | undefined> {
  const user = copyTo && (await findRecipient(email, services));
  return user?._id.equals(copyTo) ? user : undefined;
}

/** The same email for each of these people. @param id names the cause */
export function toEach<About extends object>(
  users: UserDocument[],
  id: string,
  about: About,
  notAfter?: Date,
) {
  return users.map((to) => ({
    id: `${id}-${to._id.toHexString()}`,
    about,
    to,
    ...(notAfter && { notAfter }),
  }));
}

/** The same email for every admin who works with families. */
export async function toAdmins<About extends object>(
  id: string,
  about: About,
  services: Services,
  notAfter?: Date,
) {
  return toEach(await listOfficeUsers(services), id, about, notAfter);
}

/** How many days we keep trying to send an email about money. */
export const KEEP_TRYING_MONEY_DAYS = 30;

/** What decides who hears of a seat. */
export type SeatOwner = { seatId: ObjectId; userId: ObjectId; childId?: ObjectId };

/** Who hears of a class, and of which seats: their own one, or those of their children. */
export type Reader<S> = {
  user: UserDocument;
  /** At least one. */
  seats: S[];
  isOwn: boolean;
};

/**
 * Who hears of seats in one class: the owner of their own seat; for a child's seat, every guardian who may see its
 * classes, and the guardian who booked it. A person who is both gets an email about their own seat and one about the
 * children.
 */
export async function findReaders<S extends SeatOwner>(
  seats: S[],
  services: Services,
): Promise<Reader<S>[]> {
  const own = seats.filter(({ childId }) => !childId);
  const owners = await findRecipients(
    own.map(({ userId }) => userId),
    services,
  );
  const ofOwners = own.flatMap((seat) => {
    const user = owners.get(seat.userId.toHexString());
    return user ? [{ user, seats: [seat], isOwn: true }] : [];
  });
  const ofChildren = await listSeatsByGuardian(
    seats,
    ({ user, may }, { userId }) => may.includes('see') || user._id.equals(userId),
    services,
  );
  return [...ofOwners, ...ofChildren.map((reader) => ({ ...reader, isOwn: false }))];
}

/** The guardians of children, each with those of the seats that they hear of; without those who hear of none. */
export async function listSeatsByGuardian<S extends { childId?: ObjectId }>(
  seats: S[],
  hears: (guardian: ActiveGuardian, seat: S) => boolean,
  services: Services,
): Promise<{ user: UserDocument; seats: S[] }[]> {
  const childIds = seats.flatMap(({ childId }) => childId ?? []);
  if (childIds.length === 0) return [];
  const guardians = await listGuardians(childIds, services);
  const byUser = new Map<string, { user: UserDocument; seats: S[] }>();
  for (const seat of seats)
    for (const guardian of guardians.get(seat.childId?.toHexString() ?? '') ?? []) {
      if (!hears(guardian, seat)) continue;
      const { user } = guardian;
      const id = user._id.toHexString();
      byUser.set(id, { user, seats: [...(byUser.get(id)?.seats ?? []), seat] });
    }
  return [...byUser.values()];
}

/** Those who hear of a seat, and of the children that have it or had it. Each person once. */
export async function findPeople(
  userId: ObjectId,
  seatId: ObjectId,
  childIds: (ObjectId | undefined)[],
  services: Services,
): Promise<UserDocument[]> {
  const seats = childIds.map((childId) => ({ seatId, userId, ...(childId && { childId }) }));
  const readers = await findReaders(seats, services);
  return [...new Map(readers.map(({ user }) => [user._id.toHexString(), user])).values()];
}

/** An email about a class: who gets it, about which seats, and what tells it apart from the others about that class. */
type ClassReader<S> = {
  user: UserDocument;
  /**
   * For somebody's own seat, its seat id; for children, class and account. So it stays the same, whatever happens to a
   * sibling's seat.
   */
  key: string;
  about: SeatsOfCause;
  seats: S[];
};

/** Everyone who hears of a class, each with the seats that they hear of. Siblings are together. */
export async function listClassReaders<S extends SeatOwner>(
  classId: ObjectId,
  seats: S[],
  services: Services,
): Promise<ClassReader<S>[]> {
  if (seats.length === 0) return [];
  const readers = await findReaders(seats, services);
  return readers.map(({ user, seats: theirs, isOwn }) => {
    const seatIds = theirs.map(({ seatId }) => seatId);
    const [seatId] = seatIds;
    return isOwn && seatId
      ? { user, seats: theirs, key: seatId.toHexString(), about: { classId, seatId } }
      : {
          user,
          seats: theirs,
          about: { classId, seatIds },
          key: `${classId.toHexString()}-${user._id.toHexString()}`,
        };
  });
}
