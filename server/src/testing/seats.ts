import { ObjectId } from 'mongodb';
import type { EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

type Booker = Pick<UserDocument, '_id'>;
type Child = Pick<ChildDocument, '_id'>;

/** @returns a paid seat of an account, for itself or for a child, as in the database */
export function makeEnrolledSeat(
  booker: Booker,
  enrolledAt: Date,
  child?: Child,
  fields: Partial<EnrolledSeat> = {},
): EnrolledSeat {
  return {
    ...makeOwner(booker, child),
    joinedAt: enrolledAt,
    state: 'enrolled',
    entry_code: 'KTS-101',
    paymentId: `pi_${new ObjectId().toHexString()}`,
    price: 10,
    enrolledAt,
    ...fields,
  };
}

/** @returns a seat that an account holds for 30 minutes, as in the database */
export function makeHeldSeat(booker: Booker, joinedAt: Date, child?: Child): HeldSeat {
  return {
    ...makeOwner(booker, child),
    joinedAt,
    state: 'held',
    heldUntil: new Date(joinedAt.getTime() + 30 * 60_000),
    renewed: false,
  };
}

function makeOwner({ _id }: Booker, child: Child | undefined) {
  return {
    seatId: new ObjectId(),
    userId: _id,
    ...(child && { childId: child._id }),
  };
}

/** @returns the names of those with seats in a class, in the order of their seats */
export async function readSeatNames(
  { services }: { services: Pick<Services, 'database'> },
  { _id }: { _id: ObjectId },
): Promise<string[]> {
  const campClass = await services.database.collections.classes.findOne({ _id });
  const seats = campClass?.seats ?? [];
  const personOf = await readPeople(seats, services);
  return seats.map((seat) => personOf(seat).name);
}
