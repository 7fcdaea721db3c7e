import { fitsAges } from '@speakifyr/contract/age.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { ObjectId } from 'mongodb';
import { showCampDays } from '../class-days.ts';
import { findAnySeat } from '../changes/moves.ts';
import { readClassFacts } from '../class-facts.ts';
import { BY_START, listClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { findAnyChild } from '../families/booking.ts';
import { readToday } from '../school-time.ts';
import { findSeat, pairSeat } from '../seats/find-seat.ts';
import { hasJoiningEnded, listPlacesLeft } from '../seats/may-join.ts';
import type { Services } from '../services.ts';
import { readInstructors } from '../users/class-instructors.ts';
import { findUserWithId } from '../users/find-users.ts';

type Query = ParsedInput<Contract['GET /classChoices']>['query'];

/** Who is to have the seat. `leaves`: the seat that they give up for it. */
type Somebody = {
  userId?: ObjectId;
  childId?: ObjectId | undefined;
  birthDate: string | undefined;
  allowed: ObjectId[];
  leaves?: ObjectId;
};

/**
 * All classes that are not over, and drafts, by first day. For a person, with what speaks against each of them: the same
 * rules as when somebody joins. R588
 * @param query one of: a child, an adult's account, or a seat (24 hexadecimal digits each) whose person moves
 * @throws {ApiError} `not_found` if there is no such seat
 */
export async function listClassChoices(query: Query, services: Services): Promise<ClassChoice[]> {
  const coming = { camp_end: { $gte: readToday(services) } };
  const [who, open, drafts] = await Promise.all([
    findSomebody(query, services),
    listClasses(services.database.collections, { ...coming, status: 'open' }, { sort: BY_START }),
    listClasses(services.database.collections, { ...coming, status: 'draft' }, { sort: BY_START }),
  ]);
  const classes = [...open, ...drafts];
  const instructorOf = await readInstructors(classes, services);
  const others = open.flatMap((one) => {
    const seat = who && findSeatOf(one, who);
    return seat ? pairSeat(one, seat).campClass : [];
  });
  return classes.map((campClass) => {
    const { _id, name, course_tag, status, sit, price, byDay } = campClass;
    // The office also sells days before families can choose.
    const sold = { ...campClass, ...(byDay && { byDay: { ...byDay, from: undefined } }) };
    const { dailyStart, dailyEnd, ageFrom, ageTo } = readClassFacts(campClass);
    return {
      _id: _id.toHexString(),
      name,
      course_tag,
      ...showCampDays(campClass),
      status,
      sit,
      price,
      ...(byDay && { byDay: { ...byDay, left: listPlacesLeft(sold, services) } }),
      dailyStart,
      dailyEnd,
      ageFrom,
      ageTo,
      instructor: instructorOf(campClass)?.name ?? NOT_ASSIGNED,
      isJoinable: status === 'open' && !hasJoiningEnded(campClass, services),
      misfit: who ? findMisfit(campClass, who, others) : null,
    };
  });
}

async function findSomebody(
  { childId, userId, cartId }: Query,
  services: Services,
): Promise<Somebody | undefined> {
  if (cartId) {
    const { seat } = await findAnySeat(cartId, services);
    const ids = seat.childId
      ? { childId: seat.childId.toHexString() }
      : { userId: seat.userId.toHexString() };
    const who = await findSomebody(ids, services);
    return who && { ...who, leaves: seat.seatId };
  }
  if (childId) {
    const child = await findAnyChild(new ObjectId(childId), services);
    if (!child) return undefined;
    return { childId: child._id, birthDate: child.birthDate, allowed: child.allowedClasses };
  }
  const user = userId && (await findUserWithId(new ObjectId(userId), services));
  return user ? { userId: user._id, birthDate: user.birthDate, allowed: [] } : undefined;
}

/** The seat of this person in a class, whoever booked it. */
function findSeatOf({ seats }: ClassDocument, { userId, childId, leaves }: Somebody) {
  return seats.find(
    (seat) =>
      !seat.seatId.equals(leaves) &&
      (childId ? childId.equals(seat.childId) : !seat.childId && seat.userId.equals(userId)),
  );
}

function findMisfit(
  campClass: ClassDocument,
  who: Somebody,
  /** As they have them: with the days of their seats. */
  others: ClassDocument[],
): ClassChoice['misfit'] {
  if (findSeatOf(campClass, who) || (who.leaves && findSeat(campClass, { seatId: who.leaves })))
    return 'joined';
  const ages = { ...readClassFacts(campClass), camp_start: campClass.camp_start };
  const isAllowed = who.allowed.some((id) => id.equals(campClass._id));
  if (who.birthDate && !isAllowed && !fitsAges(who.birthDate, ages)) return 'age';
  return others.some((other) => meetAtOnce(campClass, other)) ? 'same time' : null;
}
