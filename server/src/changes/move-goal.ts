import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { findStep, isInFirstPeriod } from '@speakifyr/contract/refund-terms.ts';
import { asChosen, compareDays, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { checkAge, findAnyChild, findBookableChild } from '../families/booking.ts';
import type { PaidPart } from '../ledger/what-is-left.ts';
import { readToday } from '../school-time.ts';
import { confirmFirstError } from '../seats/hold-refusals.ts';
import { checkChosenDays, checkOwnAge, hasJoiningEnded, isOver } from '../seats/may-join.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { hasBegun, type OwnSeat } from './parent-cancellation.ts';
import type { Goal, Wish } from './plan-move.ts';

/** Where a seat may go, and until when. */

/**
 * Where a wish wants a seat to go, if that class is open and fits. Whether it has a seat is asked later.
 * @throws {ApiError} as in the contract
 */
export async function findGoal(
  wish: Wish,
  { campClass, seat }: OwnSeat,
  user: UserDocument,
  services: Services,
): Promise<Goal> {
  const child = await findChild(wish.childId, seat, user, services);
  const childId = child?._id ?? seat.childId;
  const classId = new ObjectId(wish.classId ?? campClass._id);
  const isOtherClass = !classId.equals(campClass._id);
  const isOtherChild = childId?.toHexString() !== seat.childId?.toHexString();
  const found = await findClass(services.database.collections, { _id: classId });
  if (found?.status !== 'open') throw classNotFoundError();
  const kept = isOtherClass ? undefined : seat.days;
  const days = wish.days ? toChosen(found, wish.days) : kept;
  const target = asChosen(found, { days });
  const isOtherDays = hasOtherDays({ campClass, seat }, { campClass: target });
  if (!isOtherClass && !isOtherChild && !isOtherDays)
    throw new ApiError('already_joined', 'The seat is there already.');
  if (isOtherChild && isOtherDays)
    throw new ApiError('too_late_to_move', 'Please change the days first, and then the child.');
  if (isOtherDays && seat.isForResale)
    throw new ApiError('too_late_to_move', 'This seat is for resale. Please end that first.');
  if (isOtherChild && seat.coPay)
    throw new ApiError(
      'too_late_to_move',
      'Two households pay for this seat, so it stays with this child. Cancel it and book for the other one.',
    );
  const { userId } = seat;
  if (isOver(isOtherDays ? found : target, services)) throw new ApiError('class_over');
  if (days && (isOtherClass || isOtherDays)) {
    const before = isOtherClass ? [] : listClassDays(campClass);
    const isOffice = user.role === 'admin';
    checkChosenDays(found, days, { ...services, isOffice, kept: before });
  }
  // Nobody could pay the difference anymore.
  if (wish.charge && !isOtherDays && hasJoiningEnded(asSold(target), services))
    throw new ApiError('class_started');
  if (wish.price !== undefined && target.price !== wish.price) throw new ApiError('price_changed');
  if (isOtherClass && target.price === 0 && user.role !== 'admin' && !user.isVerified)
    throw confirmFirstError();
  if (child) await checkAge(child, { classId, userId }, services);
  else {
    const owner = await findUserWithId(userId, services);
    if (owner) await checkOwnAge(owner, classId, services);
  }
  return { campClass: target, days, child };
}

/** The child that will sit there: the one that is chosen, or else the one that has the seat. */
export async function findChild(
  chosen: string | undefined,
  { userId, childId }: OwnSeat['seat'],
  user: UserDocument,
  services: Services,
): Promise<ChildDocument | undefined> {
  if (user.role !== 'admin')
    return chosen || childId
      ? findBookableChild(chosen ?? childId ?? '', user, services)
      : undefined;
  if (!chosen) return childId ? ((await findAnyChild(childId, services)) ?? undefined) : undefined;
  // An admin gives the seat to another child of the same family.
  const payer = await findUserWithId(userId, services);
  if (!payer || payer.status === 'deleted')
    throw new ApiError('not_found', 'This account does not exist anymore.');
  return findBookableChild(chosen, payer, services);
}

/**
 * Until when parents can move a seat themselves. If it has several payments, the first period of each policy must be
 * running: otherwise, moving to a class that starts later would restart it.
 */
export function checkInTime(
  { campClass }: OwnSeat,
  goal: Goal,
  policies: Pick<PaidPart, 'terms'>[],
  services: Services,
): void {
  const isInTime =
    campClass.status === 'open' &&
    !hasBegun(campClass, services) &&
    policies.every(({ terms }) =>
      isInFirstPeriod(terms, campClass.camp_start, readToday(services)),
    ) &&
    !hasJoiningEnded(campClass, services);
  if (!isInTime) throw new ApiError('too_late_to_move');
  if (hasJoiningEnded(asSold(goal.campClass), services)) throw new ApiError('class_started');
}

/** A class as somebody takes it who takes all that is left of what they chose: a day that has passed is none. */
function asSold(campClass: ClassDocument): ClassDocument {
  return { ...campClass, byDay: null };
}

/** Whether a seat is to have other days of its class. */
export function hasOtherDays({ campClass }: OwnSeat, goal: Pick<Goal, 'campClass'>): boolean {
  if (!goal.campClass._id.equals(campClass._id)) return false;
  return !compareDays(campClass, goal.campClass).isSame;
}

/**
 * A day that has begun stays with its seat, and one that has passed is not sold. After the first period of the refund policy, a
 * day is not exchanged for one of which more would come back: it would restart the policy. R648
 * @param policies of the seat's payments; none for an admin
 */
export function checkOtherDays(
  { campClass }: OwnSeat,
  goal: Goal,
  policies: Pick<PaidPart, 'terms'>[],
  services: Services,
): void {
  const today = readToday(services);
  const { removed, added } = compareDays(campClass, goal.campClass);
  const [first] = removed;
  if (first !== undefined && first <= today)
    throw new ApiError(
      'too_late_to_move',
      `${nameDay(first)} has begun, so it stays with this seat.`,
    );
  const [next] = added;
  if (next !== undefined && next < today) throw new ApiError('class_started');
  if (first === undefined) return;
  const isBetter =
    (day: string) =>
    ({ terms }: Pick<PaidPart, 'terms'>) =>
      day > first && findStep(terms, day, today) !== findStep(terms, first, today);
  const better = added.find((day) => policies.some(isBetter(day)));
  if (better !== undefined)
    throw new ApiError(
      'too_late_to_move',
      `It is too late to exchange ${nameDay(first)} for ${nameDay(better)}. You can still add days, or give some back.`,
    );
}
