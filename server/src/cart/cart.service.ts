import pLimit from 'p-limit';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { ObjectId } from 'mongodb';
import { showCampDays } from '../class-days.ts';
import { findSeat, pairSeat, type SeatOfClass } from '../seats/find-seat.ts';
import { hasRoom, roomOf } from '../seats/places.ts';
import { findClass } from '../database/class-store.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { checkAge, findBookableChild } from '../families/booking.ts';
import { readPeople } from '../users/participant-names.ts';
import { ApiError } from '../errors.ts';
import { bankIsWorkingError, endPaymentsOfHold } from '../changes/end-payment.ts';
import { giveUpHeldMove } from '../changes/finish-changes.ts';
import { enrollFree } from '../payments/enroll-free.ts';
import { sayTransfer } from '../payments/pay-reference.ts';
import { listCart } from '../payments/readable-seats.ts';
import { mayChooseExtras } from '../payments/change-extras.ts';
import { readHeldPrices } from '../payments/held-prices.ts';
import { getExtras } from '../prices/extras.ts';
import { taxesOfHeld } from '../ledger/paper-taxes.ts';
import { checkMayJoin, chooseDays, hasJoiningEnded } from '../seats/may-join.ts';
import { isOpenOffer } from '../seats/offered-seat.ts';
import { priceOfSeat } from '../seats/price-of-seat.ts';
import { giveSeatBack } from '../seats/seats.service.ts';
import { confirmFirstError } from '../seats/hold-refusals.ts';
import { type Joiner, takeSeat, type Wish } from '../seats/take-seat.ts';
import type { Services } from '../services.ts';
import { isForLackOfSeat, releaseExpiredHoldsOf } from './release-holds.ts';

/**
 * Joins a class: holds one of its seats for the account or one of its children and, if the class is free, enrolls them
 * at once. R98
 * @param request.childId the child that joins
 * @param request.price the price that the student saw, if known
 * @throws {ApiError} as `takeSeat`; `not_found` or `guardian_may_not` if the caller can't book for this child; `wrong_age`;
 *   `adults_only`, `children_only`
 */
export async function joinClass(
  { childId, ...request }: { classId: string; childId?: string; days?: string[]; price?: number },
  joiner: Joiner,
  services: Services,
): Promise<{ seat: HeldSeat; isEnrolled: boolean }> {
  const classId = new ObjectId(request.classId);
  const child = childId ? await findBookableChild(childId, joiner.user, services) : undefined;
  if (child) await checkAge(child, { classId, userId: joiner.user._id }, services);
  else await checkMayJoin(joiner.user, classId, services);
  const days = request.days && (await chooseDays(classId, request.days, services));
  return joinInLine(request.classId, (hasWaited) =>
    joinInTurn({ ...request, classId, child, days, hasWaited }, joiner, services),
  );
}

async function joinInTurn(wish: Wish, joiner: Joiner, services: Services) {
  try {
    return await takeOrEnroll(wish, joiner, services);
  } catch (error) {
    if (!isForLackOfSeat(error)) throw error;
    // A seat whose hold has expired is free, even if a job has not released it yet.
    await releaseExpiredHoldsOf(wish.classId, services);
    const participant = { userId: joiner.user._id, childId: wish.child?._id };
    const campClass = await findClass(services.database.collections, { _id: wish.classId });
    const seat = findSeat(campClass, participant);
    const finished =
      campClass &&
      seat &&
      (await finishFreeJoin(pairSeat(campClass, seat), wish, joiner, services));
    if (finished) return finished;
    // Most of those who are too late end here, without another write.
    const isFull = campClass !== null && !hasRoom(roomOf(campClass), [wish]);
    const isStillSo = error.code === 'already_joined' ? seat !== undefined : isFull && !seat;
    if (isStillSo) throw error;
    return takeOrEnroll(wish, joiner, services);
  }
}

async function takeOrEnroll(wish: Wish, joiner: Joiner, services: Services) {
  const seat = await takeSeat(wish, joiner, services);
  if (wish.child) await checkStillBookable(seat, wish, joiner, services);
  // The seat is held at the price in the wish. Without one, ask what the class costs.
  const { classId, price } = wish;
  const cost = price ?? (await findClass(services.database.collections, { _id: classId }))?.price;
  const { user } = joiner;
  const isFree = cost === 0 && user.isVerified;
  const { name } = wish.child ?? user;
  const isEnrolled = isFree && (await enrollFree({ ...seat, classId, name }, user, services));
  return { seat, isEnrolled };
}

/** Releases the seat if, at this moment, somebody deleted the child or the joiner lost the right to book for it. */
async function checkStillBookable(
  { seatId, userId }: HeldSeat,
  { classId, child }: Wish,
  { user }: Joiner,
  services: Services,
): Promise<void> {
  try {
    if (child) await findBookableChild(child._id, user, services);
  } catch (error) {
    await giveSeatBack({ classId, seatId, userId }, services);
    throw error;
  }
}

/** Enrolls a student who holds a seat of a free class because an earlier join was cut off, or the price was lowered. */
async function finishFreeJoin(
  { campClass, seat }: SeatOfClass,
  { classId, child, price = 0 }: Wish,
  { user }: Joiner,
  services: Services,
) {
  // Another guardian may hold the seat for the same child. Then it is theirs to finish.
  if (seat.state !== 'held' || !seat.userId.equals(user._id)) return undefined;
  // A seat that is held for a move is never given for free, even if the difference is 0 by now.
  if (seat.move || priceOfSeat(campClass, seat) !== 0 || price !== 0) return undefined;
  if (hasJoiningEnded(campClass, services)) throw new ApiError('class_started');
  if (!user.isVerified) throw confirmFirstError();
  const { name } = child ?? user;
  const isEnrolled = await enrollFree({ ...seat, classId, name }, user, services);
  return isEnrolled ? { seat, isEnrolled } : undefined;
}

/**
 * The seats that an account holds, for itself and for children whose guardian it is, oldest first. An expired hold is
 * included only while a bank is working on its payment.
 */
export async function getCart(
  user: Pick<UserDocument, '_id' | 'email' | 'status' | 'payReference'>,
  services: Services,
): Promise<CartItem[]> {
  const held = await listCart(user, services);
  const holds = held.map(({ seat }) => seat);
  const personOf = await readPeople(holds, services);
  const priceOf = await readHeldPrices(held, services);
  const extras = await getExtras(services);
  const priced = await Promise.all(
    held
      .sort((a, b) => a.seat.joinedAt.getTime() - b.seat.joinedAt.getTime())
      .map(async (one) => {
        const price = priceOf(one);
        return { ...one, price, taxed: await taxesOfHeld(one, price, services) };
      }),
  );
  return priced.map(({ seat, campClass, isProcessing, price, taxed }) => ({
    _id: seat.seatId.toHexString(),
    state: isProcessing ? ('processing' as const) : ('held' as const),
    name: campClass.name,
    price: price.own / 100,
    lines: price.lines,
    ...taxed,
    ...(mayChooseExtras({ campClass, seat }, extras, services) && { hasExtras: true as const }),
    otherPays: price.other ? price.other.amount / 100 : null,
    movesFrom: seat.move?.from ?? null,
    ...(seat.move?.goal && { addsDays: true as const }),
    offer: isOpenOffer(seat) ? seat.offer.entry.waitId.toHexString() : null,
    ...(seat.reserved && { reserved: { transfer: sayTransfer(user) } }),
    image: campClass.image,
    classId: campClass._id.toHexString(),
    email: user.email,
    childId: seat.childId?.toHexString() ?? null,
    student_name: personOf(seat).name,
    heldUntil: seat.heldUntil.toISOString(),
    ...showCampDays(campClass),
  }));
}

/**
 * Removes a course from the cart and releases its seat. R8
 * @throws {ApiError} `not_found` if the student does not hold it, `already_joined` if it is paid for,
 * `payment_not_finished` while a bank works on its payment
 */
export async function removeFromCart(
  entry: { cartId: string; classId: string },
  { _id: userId }: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const seat = {
    classId: new ObjectId(entry.classId),
    seatId: new ObjectId(entry.cartId),
    userId,
  };
  const read = async () =>
    findSeat(await findClass(services.database.collections, { _id: seat.classId }), {
      seatId: seat.seatId,
    });
  const held = await read();
  if (held?.state !== 'held' || !held.userId.equals(userId))
    throw new ApiError('not_found', 'This course is not in your selected courses.');
  const isFree = await endPaymentsOfHold(held, services);
  if (isFree && (await giveSeatBack(seat, services))) return giveUpHeldMove(held, services);
  // Paid at just this moment, or removed by another click.
  const found = await read();
  if (found?.state === 'held' && found.userId.equals(userId)) throw bankIsWorkingError();
  if (found?.userId.equals(userId))
    throw new ApiError('already_joined', 'This course is paid for and cannot be removed.');
  throw new ApiError('not_found', 'This course is not in your selected courses.');
}

/** How many joins of a class begin at once, and how many of those in line. More would seat nobody earlier. */
const AT_ONCE = 2;

/** How many joins of each class are under way or in line, by class id. */
const joining = new Map<string, number>();

/** The line of all joins that come after the first few of their class. */
const line = pLimit(AT_ONCE);

/**
 * Joins a class when it is this caller's turn. When many students rush to one class, they wait for each other here, so
 * that everybody else's requests don't wait for them in the database. It protects no seat: the update's guard does.
 * Without it, 500 who came at once to a class with a seat for each waited up to 7.4 s instead of 2.7 s (race, p99).
 * @param join gets whether the caller had to wait
 * @throws what `join` throws
 */
async function joinInLine<T>(
  classId: string,
  join: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const others = joining.get(classId) ?? 0;
  joining.set(classId, others + 1);
  try {
    return await (others < AT_ONCE ? join(false) : line(() => join(true)));
  } finally {
    const left = (joining.get(classId) ?? 1) - 1;
    if (left > 0) joining.set(classId, left);
    else joining.delete(classId);
  }
}
