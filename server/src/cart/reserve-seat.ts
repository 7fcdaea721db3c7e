import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import { asChosen, priceOfDays, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { enrollFree } from '../payments/enroll-free.ts';
import { type HeldPrice, readHeldPrices, totalOf } from '../payments/held-prices.ts';
import { giveReference } from '../payments/pay-reference.ts';
import { countOthers, findSeat, pairSeat } from '../seats/find-seat.ts';
import { freezePrice } from '../prices/discounts.ts';
import { type LineReader, mayReadAid } from '../prices/readable-lines.ts';
import { bankIsWorkingError, endPaymentsOfHold } from '../changes/end-payment.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findClass } from '../database/class-store.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { checkAge, findBookableChild } from '../families/booking.ts';
import { findFamily } from '../users/find-users.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { changeSeats } from '../seats/change-seats.ts';
import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import { taxesOfPrice } from '../prices/taxes.ts';
import { taxNow } from '../seats/price-of-seat.ts';
import { checkMayJoin, findEnd } from '../seats/may-join.ts';
import { findKeepable, keepSeat } from '../seats/offered-seat.ts';
import { withChild } from '../seats/participant.ts';
import { giveSeatBack } from '../seats/seats.service.ts';
import { holdReserved } from '../seats/take-seat.ts';

type Wish = ParsedInput<Contract['POST /families/:id/seats']>['body'];

/**
 * The office reserves a seat for a family that called. It is held like any other, but until the end of a day and at the
 * agreed price. The limits of an account or address do not apply to the office. A seat that costs nothing is enrolled
 * at once. A seat that the waiting list offers them becomes a reserved one: the family said yes, and pays in another
 * way. A seat that is reserved already gets the new day and price. R317
 * @param familyId the account's: 24 hexadecimal digits
 * @param wish.price in whole currency units; without it, the price of the reservation, of the offer or of the class,
 *   less the family's discounts
 * @throws {ApiError} `not_found`, `guardian_may_not`, `wrong_age`, `adults_only`, `children_only`, `already_joined`,
 *   `class_started`, `class_full`, `price_changed`; `seat_not_held` or `payment_not_finished` for a seat that has just
 *   ended or is being paid; `invalid_input` for a day that has passed or on which nobody can join
 */
export async function reserveSeat(
  familyId: string,
  { childId, cartId, until, note, ...wish }: Wish,
  admin: UserDocument,
  services: Services,
): Promise<{ seat: HeldSeat; isEnrolled: boolean }> {
  const user = await findFamily(familyId, services);
  const classId = new ObjectId(wish.classId);
  const child = childId ? await findBookableChild(childId, user, services) : undefined;
  if (child) await checkAge(child, { classId, userId: user._id }, services);
  else await checkMayJoin(user, classId, services);
  const found = await findClass(services.database.collections, { _id: classId });
  if (found?.status !== 'open') throw classNotFoundError();
  const current = findSeat(found, { userId: user._id, ...withChild(child?._id) });
  const days = current ? current.days : toChosen(found, wish.days);
  const campClass = asChosen(found, { days });
  const heldUntil = findEnd(until, campClass, services);
  const owner = { userId: user._id, ...withChild(child?._id) };
  const joinedAt = services.now();
  const reservedId = cartId ? new ObjectId(cartId) : undefined;
  const kept = findKeepable(campClass, { ...owner, reservedId }, joinedAt);
  if (reservedId && !kept) throw seatNotHeldError();
  const seatId = kept?.seatId ?? new ObjectId();
  const owned = { seatId, ...owner, ...(days && { days }), joinedAt };
  // Its price has the tax of the day on which it was first held.
  const tax = kept ? kept.tax && { tax: kept.tax } : taxNow();
  const held = { ...owned, state: 'held' as const, heldUntil, renewed: false, ...tax };
  const usual = await readUsualPrice(campClass, kept ?? held, services);
  const price = wish.price ?? usual.own / 100;
  // Agreed on with the family now: it stays, whatever happens to their other seats.
  const { lines, pricing } = price === usual.own / 100 ? usual : {};
  // The seats that are paid together may cost less.
  const by = { by: admin._id, ...(lines && { lines }), ...(pricing && { pricing }) };
  const reserved = { price, ...by };
  const extras = kept?.extras;
  const seat: HeldSeat = { ...held, reserved, ...(extras && { extras }) };
  const event = auditEvent({
    at: joinedAt,
    by: admin._id,
    type: 'reserve seat',
    target: user.email,
    before: kept?.reserved
      ? {
          price: kept.reserved.price,
          until: formatIsoDay(kept.heldUntil, SCHOOL.timeZone),
        }
      : null,
    after: {
      course: campClass.name,
      child: child?._id.toHexString() ?? null,
      price,
      until,
      ...(days && { days }),
      ...(note && { note }),
    },
    classId,
    seatId: seat.seatId,
  });
  // Somebody may change the price of the class just now. A price that the office agreed on stays.
  const seen = wish.price === undefined ? campClass.price : undefined;
  const hold = { classId, seat, event, price: seen, child: child?.name ?? null };
  // The letter and the email say how to send the money.
  await giveReference(user, services);
  if (kept) await keep({ ...hold, reservedId }, kept, services);
  else await holdReserved(hold, services);
  try {
    // Somebody may have deleted the child at this moment.
    if (child) await findBookableChild(child._id, user, services);
  } catch (error) {
    await giveSeatBack({ ...seat, classId }, services);
    throw error;
  }
  const { name } = child ?? user;
  const isEnrolled = price === 0 && (await enrollFree({ ...seat, classId, name }, user, services));
  return { seat, isEnrolled };
}

/**
 * What a seat costs a family that calls, before the office reserves it or changes its reservation. Financial aid is left
 * out for those who may not know of it: otherwise, they could ask about any family, and compare. R503
 * @returns the price in whole currency units, how it comes about, and the taxes in it
 * @throws {ApiError} `not_found`
 */
export async function quoteSeat(
  familyId: string,
  { classId, childId, days }: { classId: string; childId?: string; days?: number },
  admin: LineReader,
  services: Services,
): Promise<{ price: number; lines: PriceLine[] | undefined; taxes?: TaxInAmount[] }> {
  const { _id: userId } = await findFamily(familyId, services);
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(classId) });
  if (campClass?.status !== 'open') throw classNotFoundError();
  const owner = { userId, ...withChild(childId ? new ObjectId(childId) : undefined) };
  const now = services.now();
  const current = findSeat(campClass, owner);
  const kept = current && findKeepable(campClass, { ...owner, reservedId: current.seatId }, now);
  // What it costs is on the family's page. How that comes about may be financial aid.
  if (kept) {
    const { own: amount } = await readUsualPrice(campClass, kept, services);
    const taxes = taxesOfPrice({ tax: kept.tax, amount });
    return { price: amount / 100, lines: undefined, ...taxes };
  }
  const seat: HeldSeat = {
    seatId: new ObjectId(),
    ...owner,
    joinedAt: now,
    state: 'held',
    heldUntil: now,
    renewed: false,
    ...taxNow(),
  };
  const hasAid = mayReadAid(userId, admin);
  const chosen = days ? { ...campClass, price: priceOfDays(campClass, days) } : campClass;
  const { own, lines } = await readUsualPrice(chosen, seat, services, { hasAid });
  return { price: own / 100, lines, ...taxesOfPrice({ tax: seat.tax, amount: own, lines }) };
}

/**
 * What a seat costs if nothing else is agreed: the price of its reservation, its offer or the class, less the family's
 * discounts. R433
 * @param reader.hasAid false leaves out financial aid
 */
async function readUsualPrice(
  campClass: ClassDocument,
  seat: HeldSeat,
  services: Services,
  { hasAid }: { hasAid: boolean } = { hasAid: true },
): Promise<Pick<HeldPrice, 'own' | 'lines'> & Pick<HeldSeat, 'pricing'>> {
  const full = {
    price: seat.offer?.price ?? asChosen(campClass, seat).price,
    taken: countOthers(campClass, seat),
    ...(seat.offer && { waitingSince: seat.offer.entry.joinedAt }),
  };
  const pricing = seat.reserved
    ? seat.reserved.pricing
    : (seat.pricing ?? (await freezePrice(campClass._id, full, seat, services)));
  // Extras come on top.
  const { extras: _extras, ...bare } = seat;
  const shown = pricing && { ...pricing, ...(!hasAid && { aid: [] }) };
  const one = pairSeat(campClass, { ...bare, ...(shown && { pricing: shown }) });
  const price = (await readHeldPrices([one], services))(one);
  return {
    own: totalOf(price),
    ...(price.lines && { lines: price.lines }),
    ...(pricing && { pricing }),
  };
}

/** @throws {ApiError} `payment_not_finished`, `seat_not_held` */
async function keep(
  {
    classId,
    seat,
    event,
    reservedId,
  }: { classId: ObjectId; seat: HeldSeat; event: AuditEvent; reservedId: ObjectId | undefined },
  kept: HeldSeat,
  services: Services,
): Promise<void> {
  // A payment that was begun has the price of before.
  if (!(await endPaymentsOfHold(kept, services))) throw bankIsWorkingError();
  const changed = await changeSeats(
    classId,
    (campClass) => keepSeat(campClass, seat, { at: services.now(), reservedId }),
    services,
    event,
  );
  if (!changed) throw seatNotHeldError();
}

function seatNotHeldError(): ApiError {
  return new ApiError('seat_not_held', 'This seat is not held anymore. Please reload the page.');
}
