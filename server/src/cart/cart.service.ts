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
 * @param request.price the price that the student saw, if known
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
    // A seat whose hold has expired is free, even if the sweep has not released it yet.
    const released = isForLackOfSeat(error) ? await releaseExpiredHolds(services, { classId }) : 0;
    if (released === 0) throw error;
    return takeSeat({ ...request, classId }, user, services);
  }
}

/** Whether an expired hold may be the reason: no seat is free, or the student still has their old one. */
function isForLackOfSeat(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'class_full' || error.code === 'already_joined')
  );
}

/** A student's selected courses, oldest first, without expired holds. */
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
 * Removes a course from the cart and releases its seat.
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
    throw new ApiError('not_found', 'This course is not in your selected courses.');
  const isFree = await endPaymentsOfSeat(seat.cartId, services);
  if (isFree && (await giveSeatBack(seat, services))) return;
  // Paid at just this moment, or removed by another click.
  const isPaid = (await getClassesWithSeat(email, services)).some((campClass) =>
    campClass.seat?.cartId.equals(seat.cartId),
  );
  if (isPaid)
    throw new ApiError('already_joined', 'This course is paid for and cannot be removed.');
  throw new ApiError('not_found', 'This course is not in your selected courses.');
}

/**
 * Releases seats that were not paid in time. Asks Stripe first: an open payment is canceled, and a successful one keeps
 * its seat. Part of the sweep; several servers may run it at once. If Stripe does not answer, it stops early and the
 * next sweep continues.
 * @param only.classId only this class
 * @param only.signal stops it between two seats
 * @returns the number of released seats
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

/** Releases every seat that a student holds. A seat stays if its payment is paid or can't be stopped anymore. */
export async function releaseHoldsOf(email: string, services: Services): Promise<void> {
  for (const { _id: classId, seat } of await getClassesWithSeat(email, services)) {
    if (seat?.state !== 'held' || !(await endPaymentsOfSeat(seat.cartId, services))) continue;
    await giveSeatBack({ classId, cartId: seat.cartId, email }, services);
  }
}
