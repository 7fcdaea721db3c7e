import { type FamilyRights, readFamilyRights } from '../children/family-rights.ts';
import type { HeldSeat, UserDocument } from '../database/collections.ts';
import { getSeatsOf, type SeatOfClass } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';

type Reader = Pick<UserDocument, '_id' | 'email' | 'status'>;

/**
 * The seats, held or paid, that a person may read: their own, those of children that they may see, and those that they
 * booked for a child whose guardian they still are.
 */
export async function listReadableSeats(
  { email }: Reader,
  rights: FamilyRights,
  services: Services,
): Promise<SeatOfClass[]> {
  const seats = await getSeatsOf({ email, childIds: rights.listIds('see') }, services);
  return seats.filter(({ seat }) => rights.mayReadSeat(seat));
}

/** The seats that a person holds, expired or not. Those of a child whose guardian they are no longer are left out. */
export async function listOwnHolds(
  user: Reader,
  services: Services,
): Promise<{ campClass: SeatOfClass['campClass']; seat: HeldSeat }[]> {
  const rights = await readFamilyRights(user, services);
  const seats = await getSeatsOf({ email: user.email }, services);
  return seats.flatMap(({ campClass, seat }) =>
    seat.state === 'held' && rights.mayReadSeat(seat) ? [{ campClass, seat }] : [],
  );
}
