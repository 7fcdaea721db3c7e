import type { CartItem } from '@speakifyr/contract/cart.ts';
import { ObjectId } from 'mongodb';
import type { HeldSeat, UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { endPaymentsOfSeat } from '../payments/settle-payment.ts';
import {
  findExpiredHolds,
  getClassesWithSeat,
  giveSeatBack,
  isSeatHeld,
  takeSeat,
} from '../seats/seats.service.ts';
import type { Services } from '../services.ts';

/**
 * Joins a class: holds one of its seats for the student.
 * @param request.price what the student was shown, if they say
 * @throws {ApiError} `not_found`, `class_full`, `already_joined`, `price_changed`
 */
export async function joinClass(
  request: { classId: string; price?: number | undefined },
  user: UserDocument,
  services: Services,
): Promise<HeldSeat> {
  const classId = new ObjectId(request.classId);
  try {
    return await takeSeat({ ...request, classId }, user, services);
  } catch (error) {
    // A seat that nobody took in time is free, whether or not the sweep has come by.
    const released = isForLackOfSeat(error) ? await releaseExpiredHolds(services, { classId }) : 0;
    if (released === 0) throw error;
    return takeSeat({ ...request, classId }, user, services);
  }
}

/** No seat is free, or the student's own old one is in the way: an ended hold may be the reason. */
function isForLackOfSeat(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'class_full' || error.code === 'already_joined')
  );
}

/** A student's selected courses, first joined first. Holds that have ended are not among them. */
export async function getCart(email: string, services: Services): Promise<CartItem[]> {
  const classes = await getClassesWithSeat(email, services);
  return classes
    .flatMap(({ seat, ...campClass }) =>
      seat?.state === 'held' && seat.heldUntil > services.now() ? [{ seat, campClass }] : [],
    )
    .sort((a, b) => a.seat.joinedAt.getTime() - b.seat.joinedAt.getTime())
    .map(({ seat, campClass }) => ({
      _id: seat.cartId.toHexString(),
      name: campClass.name,
      price: campClass.price,
      image: campClass.image,
      classId: campClass._id.toHexString(),
      email: seat.email,
      heldUntil: seat.heldUntil.toISOString(),
      camp_start: campClass.camp_start,
      camp_end: campClass.camp_end,
    }));
}

/**
 * Takes a course out of the cart and gives its seat back.
 * @throws {ApiError} `not_found` if the student does not hold it, `already_joined` if it is paid for
 */
export async function removeFromCart(
  entry: { cartId: string; classId: string },
  email: string,
  services: Services,
): Promise<void> {
  const seat = {
    classId: new ObjectId(entry.classId),
    cartId: new ObjectId(entry.cartId),
    email,
  };
  if (!(await isSeatHeld(seat, services)))
    throw new ApiError('not_found', 'This course is not among your selected courses.');
  const isFree = await endPaymentsOfSeat(seat.cartId, services);
  if (isFree && (await giveSeatBack(seat, services))) return;
  // Paid in the very moment between the two, or removed by another click.
  const isPaid = (await getClassesWithSeat(email, services)).some((campClass) =>
    campClass.seat?.cartId.equals(seat.cartId),
  );
  if (isPaid)
    throw new ApiError('already_joined', 'This course is paid for and cannot be removed.');
  throw new ApiError('not_found', 'This course is not among your selected courses.');
}

/**
 * Gives back the seats that were held and not paid in time. Stripe is asked first: a payment that is under way
 * is ended, and one that went through keeps its seat. Part of the sweep; several servers may run it at once.
 * Ends early when Stripe does not answer: the next sweep goes on.
 * @param only.classId of this class alone
 * @param only.signal ends it between two seats
 * @returns how many seats are free again
 */
export async function releaseExpiredHolds(
  services: Services,
  only: { classId?: ObjectId; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const at = services.now();
  let released = 0;
  for (const { classId, seat } of await findExpiredHolds(at, services, only.classId)) {
    if (only.signal?.aborted) break;
    try {
      if (!(await endPaymentsOfSeat(seat.cartId, services))) continue;
      if (await giveSeatBack({ ...seat, classId }, services, at)) released += 1;
    } catch (error) {
      services.log.error({ err: error, cartId: seat.cartId }, 'a seat is not released yet');
      if (error instanceof ApiError && error.code === 'unavailable') break;
    }
  }
  return released;
}

/** Gives back every seat that a student holds; one whose payment is under way stays with the payment. */
export async function releaseHoldsOf(email: string, services: Services): Promise<void> {
  for (const { _id: classId, seat } of await getClassesWithSeat(email, services)) {
    if (seat?.state !== 'held' || !(await endPaymentsOfSeat(seat.cartId, services))) continue;
    await giveSeatBack({ classId, cartId: seat.cartId, email }, services);
  }
}
