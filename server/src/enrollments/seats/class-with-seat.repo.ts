import type { Filter, ObjectId } from 'mongodb';
import type {
  ClassDocument,
  Collections,
  EnrolledSeat,
  HeldSeat,
  Seat,
} from '../../database/collections.ts';
import { matchSeat, type SeatRef } from './participant.ts';

/** Reads classes with the seats of one account or participant. change-seats.ts changes them. */
type Classes = Pick<Collections, 'classes'>;

/** A paid seat. `paymentId` is `transactionId` in the database. */
export type PaidSeat = Omit<EnrolledSeat, 'transactionId'> & { paymentId: string };

/** A class without the seats of others. */
export type SeatlessClass = Omit<ClassDocument, 'seats' | 'unfiledActs'>;

/** A class with one seat, if the participant has one, and without the seats of others. */
export type ClassWithSeat = SeatlessClass & { seat: HeldSeat | PaidSeat | undefined };

/** A seat and its class. */
export type SeatOfClass = { campClass: SeatlessClass; seat: HeldSeat | PaidSeat };

/** Whose seats: all that an account booked, and all of these children, no matter who booked them. */
export type SeatsWanted = { email?: string; childIds?: ObjectId[] };

/** A paid seat of the database. */
export function fromStored(seat: EnrolledSeat): PaidSeat;
export function fromStored(seat: Seat): HeldSeat | PaidSeat;
export function fromStored(seat: Seat): HeldSeat | PaidSeat {
  if (seat.state !== 'enrolled') return seat;
  const { transactionId, ...paid } = seat;
  return { ...paid, paymentId: transactionId };
}

/** A class, open or archived, with this seat. */
export async function findClassWithSeat(
  { classes }: Classes,
  classId: ObjectId,
  ref: SeatRef,
): Promise<ClassWithSeat | null> {
  const found = await classes.findOne(
    { _id: classId },
    { projection: { ...ALL_BUT_SEATS, seats: { $elemMatch: matchSeat(ref) } } },
  );
  if (!found) return null;
  // Without a match, the class comes without the array.
  const { seats, ...campClass }: Omit<ClassDocument, 'seats'> & { seats?: Seat[] } = found;
  const seat = seats?.[0];
  return { ...campClass, seat: seat && fromStored(seat) };
}

/** The seats that an account booked, for itself and for children, and all seats of some children. */
export async function listSeatsOf(
  { classes }: Classes,
  { email, childIds = [] }: SeatsWanted,
): Promise<SeatOfClass[]> {
  const find = (filter: Filter<ClassDocument>) =>
    classes.find(filter, { projection: WITH_SEATS }).toArray();
  // Two reads, because each of them has its own index.
  const [booked, others] = await Promise.all([
    email === undefined ? [] : find({ 'seats.email': email }),
    childIds.length === 0 ? [] : find({ 'seats.childId': { $in: childIds } }),
  ]);
  const byId = new Map([...others, ...booked].map((found) => [found._id.toHexString(), found]));
  return [...byId.values()].flatMap(({ seats, ...campClass }) =>
    seats.flatMap((stored) => {
      const isWanted = stored.email === email || childIds.some((id) => stored.childId?.equals(id));
      return isWanted ? [{ campClass, seat: fromStored(stored) }] : [];
    }),
  );
}

const ALL_BUT_SEATS = {
  name: 1,
  image: 1,
  sit: 1,
  price: 1,
  assign_room: 1,
  camp_start: 1,
  camp_end: 1,
  course_tag: 1,
  instructor: 1,
  details: 1,
  ageFrom: 1,
  ageTo: 1,
  dailyStart: 1,
  dailyEnd: 1,
  place: 1,
  status: 1,
  nextEntryNumber: 1,
  refusedItems: 1,
  revision: 1,
  canceled: 1,
} as const;

const WITH_SEATS = { ...ALL_BUT_SEATS, seats: 1 } as const;
