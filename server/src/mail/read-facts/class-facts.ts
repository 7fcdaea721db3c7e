import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClassEnd } from '../../seats/people-of-classes.ts';
import { getClassWithSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { LetterFacts } from '../letters/facts.ts';
import { wantsReminders } from '../my-mail.ts';
import { describeChanges } from './describe-changes.ts';
import { readCharge } from './payment-facts.ts';
import { findEnrolled } from './find-enrolled.ts';

/** What changed, while the class is not over and its reader still belongs to it. */
export async function readClassChanged(
  { classId, cartId, before }: CauseOf<'class changed'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['class changed'] | undefined> {
  const campClass = await getClassWithSeat(classId, { email: user.email }, services);
  if (campClass?.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const changes = describeChanges(campClass, before, timeZone);
  // Whatever changed was changed back.
  if (changes.length === 0) return undefined;
  const { seat } = campClass;
  if (cartId) {
    if (seat?.state !== 'enrolled' || !seat.cartId.equals(cartId)) return undefined;
    return { campClass: summarizeClass(campClass), changes, seat: summarizeSeat(seat) };
  }
  if (campClass.instructor?.email !== user.email) return undefined;
  return { campClass: summarizeClass(campClass), changes, seat: null };
}

/** What a student reads about a class that is canceled, while they still have their seat. */
export async function readClassCanceled(
  { classId, cartId }: CauseOf<'class canceled'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['class canceled'] | undefined> {
  const found = await findEnrolled(classId, user, services);
  if (found?.campClass.status !== 'archived' || !found.seat.cartId.equals(cartId)) return undefined;
  const { campClass, seat } = found;
  const charge = await readCharge(seat.paymentId, services);
  return charge && { campClass: summarizeClass(campClass), seat: summarizeSeat(seat), charge };
}

/** What a student reads of a seat that they still hold. */
export async function readSeatHeld(
  { classId, cartId }: CauseOf<'seat held'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['seat held'] | undefined> {
  if (!wantsReminders(user)) return undefined;
  const campClass = await getClassWithSeat(classId, { email: user.email }, services);
  const seat = campClass?.seat;
  if (!campClass || seat?.state !== 'held' || !seat.cartId.equals(cartId)) return undefined;
  const { price } = campClass;
  const { heldUntil } = seat;
  if (heldUntil <= services.now()) return undefined;
  return { campClass: summarizeClass(campClass), price, heldUntil };
}

/** What a student reads before their class, while it starts on the day that they are reminded of. */
export async function readReminder(
  { classId, cartId, days, campStart }: CauseOf<'reminder'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['reminder'] | undefined> {
  if (!wantsReminders(user)) return undefined;
  const found = await findEnrolled(classId, user, services);
  if (!found?.seat.cartId.equals(cartId)) return undefined;
  const { campClass, seat } = found;
  if (campClass.status !== 'open' || campClass.camp_start !== campStart) return undefined;
  return { campClass: summarizeClass(campClass), seat: summarizeSeat(seat), days };
}

/** What the school writes to a class, for people who still belong to it. */
export async function readSchoolMessage(
  { classId, subject, text, from }: CauseOf<'school message'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['school message'] | undefined> {
  const found = await findEnrolled(classId, user, services);
  return found && text ? { className: found.campClass.name, subject, text, from } : undefined;
}
