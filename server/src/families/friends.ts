import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { MAX_ASKED_FRIENDS, MAX_FRIENDS } from '@speakifyr/contract/fill-groups.ts';
import type { Friends } from '@speakifyr/contract/friends.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { DAY_MS, readToday } from '../school-time.ts';
import { changeSeats, type ClassChange } from '../seats/change-seats.ts';
import { listEnrolledSeats, listSeatsOf, onlyEnrolled } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';
import { hashCode, makeShortCode, spellShortCode } from '../short-code.ts';
import { readPeople } from '../users/participant-names.ts';
import { type FamilyRights, readFamilyRights } from './family-rights.ts';
import { countTry, uncountTry } from './use-pickup-code.ts';

/**
 * Friends' codes. A circle stands on the seat of the child whose family made it, and who came in, on theirs. So it ends
 * with either seat, and whoever reads it goes by the rights of that moment. decisions/0132
 */

/** How long others can use a code. */
const CODE_DAYS = 14;

type Act = ParsedInput<Contract['PUT /friends/:cartId']>['body'];

/**
 * With whom a seat wishes to be. Another family's child is named to who made the circle, and after their yes to who came
 * in. R687, R688
 * @param cartId 24 hexadecimal digits
 * @throws {ApiError} `not_found` if the caller may not see the seat, or the class is over or closed
 */
export async function getFriends(
  cartId: string,
  user: UserDocument,
  services: Services,
): Promise<Friends> {
  const rights = await readFamilyRights(user, services);
  const { campClass, seat } = await findOwnSeat(cartId, user, rights, services);
  return presentFriends(campClass, seat, mayChange(rights, seat, user), services);
}

async function presentFriends(
  campClass: ClassDocument,
  seat: EnrolledSeat,
  isChangeable: boolean,
  services: Services,
): Promise<Friends> {
  const others = listEnrolledSeats(campClass).filter((one) => one !== seat);
  const { own, joined = [] } = seat.friends ?? {};
  const guests = listGuests(others, own);
  const makers = joined.flatMap((entry) => {
    const maker = others.find((one) => one.friends?.own?._id.equals(entry.circle));
    return maker ? { ...entry, maker } : [];
  });
  const nameOf = await readPeople(
    [...guests.map((one) => one.seat), ...makers.map(({ maker }) => maker)],
    services,
  );
  const name = (isFriend: boolean) =>
    guests
      .filter((one) => one.isFriend === isFriend)
      .map((one) => ({ cartId: one.seat.seatId.toHexString(), name: nameOf(one.seat).name }));
  return {
    until: own && own.until > services.now() ? own.until.toISOString() : null,
    asked: name(false),
    friends: name(true),
    joined: makers.map(({ circle, isFriend, maker }) => ({
      circleId: circle.toHexString(),
      name: isFriend ? nameOf(maker).name : null,
    })),
    mayChange: isChangeable,
  };
}

type Circle = NonNullable<EnrolledSeat['friends']>['own'];

/** Who has asked to come into a circle, or is in it. */
function listGuests(seats: EnrolledSeat[], own: Circle) {
  return seats.flatMap((seat) => {
    const entry = seat.friends?.joined?.find(({ circle }) => own?._id.equals(circle));
    return entry ? { seat, isFriend: entry.isFriend ?? false } : [];
  });
}

/** The pairs of seats whose families both wish to be together, for the office. R687 */
export function listWishes(campClass: ClassDocument): string[][] {
  const seats = listEnrolledSeats(campClass);
  return seats.flatMap((maker) =>
    listGuests(seats, maker.friends?.own).flatMap(({ seat, isFriend }) =>
      isFriend ? [[maker.seatId.toHexString(), seat.seatId.toHexString()]] : [],
    ),
  );
}

/**
 * Makes or ends a code, uses one, or answers who used it. R687, R688
 * @returns the new code as people read it, in three groups; null for other acts
 * @throws {ApiError} `not_found`; `guardian_may_not` if they may only see the child; `code_unknown`; `friends_full`;
 *   `too_many_requests` after too many wrong codes in an hour
 */
export async function changeFriends(
  cartId: string,
  { act, code, who }: Act,
  user: UserDocument,
  services: Services,
): Promise<{ code: string | null }> {
  const rights = await readFamilyRights(user, services);
  const { campClass, seat } = await findOwnSeat(cartId, user, rights, services);
  if (!mayChange(rights, seat, user)) throw new ApiError('guardian_may_not');
  const made = act === 'make' ? makeShortCode() : null;
  const { _id: classId } = campClass;
  const hash = hashCode(`friends code ${classId.toHexString()} ${made ?? code ?? ''}`, services);
  if (act === 'ask' && !(await countTry(user, services)))
    throw new ApiError('too_many_requests', 'Too many wrong codes. Please try again in an hour.');
  const now = services.now();
  const until = new Date(now.getTime() + CODE_DAYS * DAY_MS);
  await changeSeats(
    classId,
    (found) => decide(found, cartId, { act, who, hash, until, now, by: user._id }),
    services,
  );
  if (act === 'ask') await uncountTry(user, services);
  return { code: made && spellShortCode(made) };
}

type Decided = Pick<Act, 'act' | 'who'> & { hash: string; until: Date; now: Date; by: ObjectId };

function decide(
  campClass: ClassDocument,
  cartId: string,
  { act, who, hash, until, now, by }: Decided,
): ClassChange | null {
  const seats = listEnrolledSeats(campClass);
  const seat = seats.find(({ seatId }) => seatId.toHexString() === cartId);
  if (!seat) throw seatNotFoundError();
  const { own, joined = [] } = seat.friends ?? {};
  const guest = seats.find(({ seatId }) => seatId.toHexString() === who);
  switch (act) {
    case 'make':
      return set(campClass, seat, {
        own: { _id: own?._id ?? new ObjectId(), hash, until },
        joined,
      });
    case 'end':
      return set(campClass, seat, { joined });
    case 'leave':
      return set(campClass, seat, {
        own,
        joined: joined.filter(({ circle }) => circle.toHexString() !== who),
      });
    case 'ask': {
      const maker = seats.find(
        (one) => one !== seat && one.friends?.own?.hash === hash && one.friends.own.until > now,
      );
      const circle = maker?.friends?.own?._id;
      if (!maker || !circle) throw codeUnknownError();
      if (joined.some((entry) => entry.circle.equals(circle))) return null;
      // Circles that have ended do not count.
      const open = joined.filter((entry) =>
        seats.some((one) => one.friends?.own?._id.equals(entry.circle)),
      );
      const waiting = listGuests(seats, maker.friends?.own).filter(({ isFriend }) => !isFriend);
      if (open.length >= MAX_FRIENDS || waiting.length >= MAX_ASKED_FRIENDS)
        throw new ApiError('friends_full');
      return {
        ...set(campClass, seat, { own, joined: [...open, { circle }] }),
        told: { classId: campClass._id, circle, guestId: seat.seatId, news: 'asked', by },
      };
    }
    default: {
      const entries = guest?.friends?.joined ?? [];
      const entry = entries.find(({ circle }) => own?._id.equals(circle));
      if (!guest || !entry) throw seatNotFoundError();
      const rest = entries.filter((one) => one !== entry);
      if (act === 'remove') return set(campClass, guest, { ...guest.friends, joined: rest });
      if (entry.isFriend) return null;
      const friends = listGuests(seats, own).filter(({ isFriend }) => isFriend);
      if (friends.length >= MAX_FRIENDS) throw new ApiError('friends_full');
      const { circle } = entry;
      const accepted = { circle, isFriend: true as const };
      return {
        ...set(campClass, guest, { ...guest.friends, joined: [...rest, accepted] }),
        told: { classId: campClass._id, circle, guestId: guest.seatId, news: 'accepted', by },
      };
    }
  }
}

/** The class with other friends of one seat. */
function set(
  { seats }: ClassDocument,
  seat: EnrolledSeat,
  { own, joined = [] }: NonNullable<EnrolledSeat['friends']>,
): Partial<ClassDocument> {
  const { friends: _before, ...rest } = seat;
  const friends = { ...(own && { own }), ...(joined.length > 0 && { joined }) };
  const changed = { ...rest, ...(Object.keys(friends).length > 0 && { friends }) };
  return { seats: seats.map((one) => (one === seat ? changed : one)) };
}

/** A paid seat of a class that is not over, if the person may see it. */
async function findOwnSeat(
  cartId: string,
  user: UserDocument,
  rights: FamilyRights,
  services: Services,
): Promise<{ campClass: ClassDocument; seat: EnrolledSeat }> {
  const seatId = new ObjectId(cartId);
  const wanted = { userId: user._id, childIds: rights.listIds('see') };
  const seats = onlyEnrolled(await listSeatsOf(services.database.collections, wanted));
  const { campClass, seat } = seats.find((one) => one.seat.seatId.equals(seatId)) ?? {};
  const maySee = seat?.childId ? rights.may('see', seat.childId) : seat?.userId.equals(user._id);
  if (!campClass || !seat || !maySee || campClass.status !== 'open') throw seatNotFoundError();
  if (campClass.camp_end < readToday(services)) throw seatNotFoundError();
  return { campClass, seat };
}

function mayChange(rights: FamilyRights, { childId, userId }: EnrolledSeat, user: UserDocument) {
  return childId ? rights.may('book', childId) : userId.equals(user._id);
}

function seatNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this seat.');
}

function codeUnknownError(): ApiError {
  return new ApiError(
    'code_unknown',
    'No family in this class has made this code, or it has ended. Please check each letter.',
  );
}
