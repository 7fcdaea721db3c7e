import type { ObjectId } from 'mongodb';
import { summarizeClass } from '../../class-facts.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClosedPayment } from '../../billing/closed-payments.ts';
import { findClassEnd } from '../../enrollments/seats/people-of-classes.ts';
import { priceOfSeat } from '../../enrollments/seats/price-of-seat.ts';
import { getClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { wantsReminders } from '../my-mail.ts';
import { describeChanges } from './describe-changes.ts';
import { describeSeats, findEnrolled } from './find-enrolled.ts';
import { findFreeUntil } from './free-until.ts';
import { readNeeds } from './needs-facts.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/** What changed, while the class is not over and its reader still belongs to it. */
export async function readClassChanged(
  { before, ...about }: CauseOf<'class changed'>,
  reader: Reader,
  services: Services,
): Promise<Read<'class changed'> | undefined> {
  const isStudent = about.cartId !== undefined || about.cartIds !== undefined;
  const found = isStudent
    ? await findEnrolled(about, reader, services)
    : await findTaught(about.classId, reader.user, services);
  if (!found) return undefined;
  const { campClass, seats } = found;
  if (campClass.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  const changes = describeChanges(campClass, before);
  // Whatever changed was changed back.
  if (changes.length === 0) return undefined;
  const facts = {
    campClass: summarizeClass(campClass),
    changes,
    seats: await describeSeats(seats, services),
  };
  return { facts, childIds: listChildIds(seats) };
}

async function findTaught(classId: ObjectId, { email }: UserDocument, services: Services) {
  const campClass = await getClassWithSeat(classId, { email }, services);
  return campClass?.instructor?.email === email ? { campClass, seats: [] } : undefined;
}

/** What somebody reads of seats that they still hold. */
export async function readSeatHeld(
  { classId, cartId, others = [] }: CauseOf<'seat held'>,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<'seat held'> | undefined> {
  if (!wantsReminders(user)) return undefined;
  const found = await Promise.all(
    [{ classId, cartId }, ...others].map((hold) =>
      getClassWithSeat(hold.classId, { cartId: hold.cartId }, services),
    ),
  );
  const childIds: ObjectId[] = [];
  const seats = found.flatMap((campClass) => {
    const seat = campClass?.seat;
    if (!campClass || seat?.state !== 'held' || seat.heldUntil <= services.now()) return [];
    if (seat.email !== user.email || !rights.may('book', seat.childId)) return [];
    childIds.push(...listChildIds([seat]));
    const price = priceOfSeat(campClass, seat) / 100;
    const child = seat.childId ? seat.name : null;
    const movesFrom = seat.transfer?.from ?? null;
    const { heldUntil } = seat;
    return [{ campClass: summarizeClass(campClass), child, price, heldUntil, movesFrom }];
  });
  return seats.length > 0 ? { facts: { seats }, childIds } : undefined;
}

/** What people read before a class, while it starts on the day that they are reminded of. */
export async function readReminder(
  { days, campStart, ...about }: CauseOf<'reminder'>,
  reader: Reader,
  services: Services,
): Promise<Read<'reminder'> | undefined> {
  if (!wantsReminders(reader.user)) return undefined;
  const found = await findEnrolled(about, reader, services);
  if (found?.campClass.status !== 'open' || found.campClass.camp_start !== campStart)
    return undefined;
  const { camp_start, camp_end } = found.campClass;
  const needs = await Promise.all(
    found.seats.map((seat) => readNeeds(seat, camp_end, reader, services)),
  );
  const paid = found.seats.filter(({ email }) => email === reader.user.email);
  const freeUntil = await Promise.all(
    paid.map(async (seat) => {
      const payment = await findClosedPayment(seat.paymentId, services);
      return payment ? findFreeUntil(seat, payment, camp_start, services) : null;
    }),
  );
  const facts = {
    campClass: summarizeClass(found.campClass),
    seats: await describeSeats(found.seats, services),
    days,
    needs: needs.flatMap((one) => one ?? []),
    freeUntil: freeUntil.includes(null) ? null : (freeUntil.toSorted()[0] ?? null),
  };
  return { facts, childIds: listChildIds(found.seats) };
}
