import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { findReaders, type Reader, type SeatOwner } from '../seat-readers.ts';

/** An email about a class: who gets it, about which seats, and what tells it apart from the others about that class. */
export type ClassReader<S> = {
  user: UserDocument;
  /**
   * For somebody's own seat, its cart id; for children, class and account. So it stays the same, whatever becomes of a
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
  return (await findReaders(seats, services)).map((reader) => describeReader(classId, reader));
}

function describeReader<S extends SeatOwner>(
  classId: ObjectId,
  { user, seats, isOwn }: Reader<S>,
): ClassReader<S> {
  const cartIds = seats.map(({ cartId }) => cartId);
  const [cartId] = cartIds;
  return isOwn && cartId
    ? { user, seats, key: cartId.toHexString(), about: { classId, cartId } }
    : {
        user,
        seats,
        key: `${classId.toHexString()}-${user._id.toHexString()}`,
        about: { classId, cartIds },
      };
}
