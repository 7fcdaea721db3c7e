import type { ObjectId } from 'mongodb';
import type {
  ClassDocument,
  Collections,
  EnrolledSeat,
  HeldSeat,
  Seat,
} from '../database/collections.ts';

/** Reads classes with the seat of one student. seats.repo.ts changes seats. */
type Classes = Pick<Collections, 'classes'>;

/** A paid seat. `paymentId` is `transactionId` in the database. */
export type PaidSeat = Omit<EnrolledSeat, 'transactionId'> & { paymentId: string };

/** A class with the seat of one student, if they have one, and without the seats of others. */
export type ClassWithSeat = Omit<ClassDocument, 'seats'> & {
  seat: HeldSeat | PaidSeat | undefined;
};

/** A paid seat as the database has it. */
export function toStored({ paymentId, ...seat }: PaidSeat): EnrolledSeat {
  return { ...seat, transactionId: paymentId };
}

function fromStored(seat: Seat | undefined): HeldSeat | PaidSeat | undefined {
  if (seat?.state !== 'enrolled') return seat;
  const { transactionId, ...paid } = seat;
  return { ...paid, paymentId: transactionId };
}

/** A class, open or archived, with this student's seat. */
export async function findClassWithSeat(
  { classes }: Classes,
  classId: ObjectId,
  email: string,
): Promise<ClassWithSeat | null> {
  const found = await classes.findOne(
    { _id: classId },
    { projection: { ...ALL_BUT_SEATS, seats: { $elemMatch: { email } } } },
  );
  return found && toClassWithSeat(found, email);
}

/** A class, open or archived, with the seat of this payment, or else the student's seat. */
export async function findClassForPayment(
  { classes }: Classes,
  classId: ObjectId,
  { paymentId, email }: { paymentId: string; email: string },
): Promise<ClassWithSeat | null> {
  // One read of all seats, so that the payment's seat and the next entry number are from the same moment.
  const found = await classes.findOne(
    { _id: classId },
    { projection: { ...ALL_BUT_SEATS, seats: 1 } },
  );
  if (!found) return null;
  const { seats, ...campClass } = found;
  const bought = seats.find(
    (seat) => seat.state === 'enrolled' && seat.transactionId === paymentId,
  );
  return {
    ...campClass,
    seat: fromStored(bought ?? seats.find((seat) => seat.email === email)),
  };
}

/** All classes in which a student has a seat. */
export async function listClassesWithSeat(
  { classes }: Classes,
  email: string,
): Promise<ClassWithSeat[]> {
  const found = await classes
    .find(
      { 'seats.email': email },
      { projection: { ...ALL_BUT_SEATS, seats: { $elemMatch: { email } } } },
    )
    .toArray();
  return found.map((campClass) => toClassWithSeat(campClass, email));
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
  refusedPayments: 1,
  revision: 1,
} as const;

function toClassWithSeat({ seats, ...campClass }: ClassDocument, email: string): ClassWithSeat {
  return { ...campClass, seat: fromStored((seats ?? []).find((seat) => seat.email === email)) };
}
