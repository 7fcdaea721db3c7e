import { type FamilyRights, readFamilyRights } from '../families/family-rights.ts';
import type { HeldSeat, UserDocument } from '../database/collections.ts';
import { listSeatsOf, onlyHeld, type SeatOfClass } from '../enrollments/seats/find-seat.ts';
import type { Services } from '../services.ts';
import { listProcessingHolds } from './ledger/payment-store.ts';

type Reader = Pick<UserDocument, '_id' | 'email' | 'status'>;

/**
 * The seats, held or paid, that a person may read: their own, those of children that they may see, and those that they
 * booked for a child whose guardian they still are.
 */
export async function listReadableSeats(
  { _id: userId }: Reader,
  rights: FamilyRights,
  services: Services,
): Promise<SeatOfClass[]> {
  const wanted = { userId, childIds: rights.listIds('see') };
  const seats = await listSeatsOf(services.database.collections, wanted);
  return seats.filter(({ seat }) => rights.mayReadSeat(seat));
}

type OwnHold = SeatOfClass<HeldSeat>;

/** The seats that a person holds, expired or not. Those of a child whose guardian they are no longer are left out. */
export async function listOwnHolds(user: Reader, services: Services): Promise<OwnHold[]> {
  const rights = await readFamilyRights(user, services);
  const seats = await listSeatsOf(services.database.collections, { userId: user._id });
  return onlyHeld(seats).filter(({ seat }) => rights.mayReadSeat(seat));
}

/**
 * Those of them that are in the person's cart: their time is not over, or they stay because a bank is working on their
 * payment.
 */
export async function listCart(
  user: Reader,
  services: Services,
): Promise<(OwnHold & { isProcessing: boolean })[]> {
  const held = await listOwnHolds(user, services);
  if (held.length === 0) return [];
  const processing = await getProcessingSeats(held, services);
  return held
    .map((hold) => ({ ...hold, isProcessing: processing.has(hold.seat.seatId.toHexString()) }))
    .filter(({ seat, isProcessing }) => isProcessing || seat.heldUntil > services.now());
}

/** For which of these seats a bank is working on a payment. @returns their seat ids (24 hexadecimal digits) */
export async function getProcessingSeats(
  held: { seat: Pick<HeldSeat, 'seatId' | 'move'> }[],
  { database }: Services,
): Promise<Set<string>> {
  return listProcessingHolds(
    database.collections,
    held.map(({ seat }) => seat),
  );
}
