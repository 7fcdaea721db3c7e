import { FIRST_ENTRY_NUMBER, MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { ClassDocument, Seat } from '../../../server/src/database/class-document.ts';
import type { Collections } from '../../../server/src/database/collections.ts';
import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import type { UserDocument } from '../../../server/src/database/user-documents.ts';
import { DAY_MS, formatIsoDay } from '../../../server/src/school-time.ts';
import {
  makeClass,
  makePayment,
  makeSessionToken,
  makeTag,
  makeUser,
} from '../../../server/src/testing/documents.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../../../server/src/testing/seats.ts';

export const JWT_SECRET = 'a-secret-of-the-bench-that-is-long-enough-to-be-one';

const TIME_ZONE = 'Asia/Dhaka';
/** The payments are spread over so many days. */
const PAYMENT_DAYS = 120;
const ADMIN = 'admin@bench.test';

export function studentEmail(number: number): string {
  return `student-${number}@bench.test`;
}

/** The headers of somebody who is signed in. */
export function authorize(email: string): Record<string, string> {
  const token = makeSessionToken(
    { email },
    { environment: { JWT_SECRET } as never, now: () => new Date() },
  );
  return { Authorization: `Bearer ${token}` };
}

/** How large a school is. Classes have twenty seats each, and every fourth taken seat is only held. */
export type Size = { users: number; classes: number; seats: number };

/** Fills an empty database. @returns the admin's e-mail; students are `studentEmail(0)` and up */
export async function fillSchool(
  { users, classes, payments }: Collections,
  size: Size,
): Promise<{ admin: string }> {
  const now = Date.now();
  const people = Array.from({ length: size.users - 1 }, (_none, number) =>
    makePerson(studentEmail(number), 'student'),
  );
  await insertAll(users, [makePerson(ADMIN, 'admin'), ...people]);

  const made = Array.from({ length: size.classes }, (_none, number) => makeCampClass(number, now));
  const ledger: PaymentDocument[] = [];
  for (let number = 0; number < size.seats; number += 1) {
    const campClass = made[number % size.classes]!;
    // Another student for each seat of a class.
    const student = people[Math.floor(number / size.classes + number) % people.length]!;
    const seat = makeSeat(campClass, student, number, now);
    campClass.seats.push(seat);
    campClass.sit -= 1;
    if (seat.state !== 'enrolled') continue;
    const { paymentId: _id, enrolledAt: createdAt } = seat;
    const ended = { settledAt: createdAt, changedAt: createdAt };
    const amount = seat.price * 100;
    ledger.push(
      makePayment(
        { seatId: seat.seatId, classId: campClass._id, name: student.name },
        { _id, email: student.email, amount, createdAt, ...ended },
      ),
    );
  }
  await insertAll(classes, made);
  await insertAll(payments, ledger);
  return { admin: ADMIN };
}

/** In batches: a message to the database has a maximum size. */
export async function insertAll<T extends object>(
  collection: { insertMany(documents: T[]): Promise<unknown> },
  documents: T[],
): Promise<void> {
  for (let start = 0; start < documents.length; start += 1_000)
    await collection.insertMany(documents.slice(start, start + 1_000));
}

/** A user with a picture. */
export function makePerson(email: string, role: UserDocument['role']): UserDocument {
  const photo = '/pictures/people/student.webp';
  return makeUser({ name: `The ${role} ${email}`, email, role, photo });
}

/** A class with free seats only. Fifty classes start each day, from tomorrow on. */
export function makeCampClass(number: number, now: number): ClassDocument {
  const start = now + (1 + Math.floor(number / 50)) * DAY_MS;
  return makeClass({
    name: `Class ${number}`,
    price: 20 + (number % 80),
    assign_room: 1 + (number % 40),
    camp_start: formatIsoDay(new Date(start), TIME_ZONE),
    camp_end: formatIsoDay(new Date(start + 11 * DAY_MS), TIME_ZONE),
    course_tag: makeTag(number),
    details:
      'Two weeks of wind, water and knots, for beginners and for those who know their ropes.',
    nextEntryNumber: FIRST_ENTRY_NUMBER + MAX_SEATS,
  });
}

function makeSeat(
  campClass: ClassDocument,
  student: UserDocument,
  number: number,
  now: number,
): Seat {
  const isHeld = (number + Math.floor(number / 4)) % 4 === 0;
  if (isHeld) return { ...makeHeldSeat(student, new Date(now)), heldUntil: new Date(now + DAY_MS) };
  const paidAt = new Date(now - ((number * 7_919) % PAYMENT_DAYS) * DAY_MS - 10 * 60_000);
  return makeEnrolledSeat(student, paidAt, undefined, {
    entry_code: `${campClass.course_tag}-${FIRST_ENTRY_NUMBER + campClass.seats.length}`,
    paymentId: `pi_bench_${number}`,
    price: campClass.price,
  });
}
