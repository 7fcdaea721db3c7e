import type { Payment } from './payment-store.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { changeSeats } from '../seats/change-seats.ts';

/**
 * The family may have moved to another account after a payment was read or before it was in the ledger. Then the
 * payment follows, with the seats that it just got. A merge that begins after this finds them by itself. Idempotent.
 * R322
 */
export async function followPayer(
  { paymentId, userId, items }: Payment,
  services: Services,
): Promise<void> {
  const owner = findNewOwner(await findUserWithId(userId, services));
  if (!owner) return;
  const { payments } = services.database.collections;
  await payments.updateOne({ _id: paymentId, userId }, { $set: { userId: owner } });
  for (const { classId, seatId } of items)
    await changeSeats(
      classId,
      ({ seats }) => ({
        seats: seats.map((seat) =>
          seat.seatId.equals(seatId) && seat.userId.equals(userId)
            ? { ...seat, userId: owner }
            : seat,
        ),
      }),
      services,
    );
}
