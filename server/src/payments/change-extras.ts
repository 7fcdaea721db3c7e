import type { OfferedExtra, SeatExtras } from '@speakifyr/contract/extras.ts';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { countExtraLeft, listExtraDays } from '@speakifyr/contract/extra-places.ts';
import {
  costOf,
  findExtras,
  freezeExtra,
  nameExtra,
  type SeatExtra,
} from '@speakifyr/contract/seat-extras.ts';
import { addedTo } from '@speakifyr/contract/tax.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, HeldSeat, Seat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { findCurrentChange } from '../changes/change-store.ts';
import { bankIsWorkingError, endPaymentsOfHold } from '../changes/end-payment.ts';
import { changeSeats } from '../seats/change-seats.ts';
import {
  findSeatInClass,
  isEnrolled,
  listSeatsOf,
  type SeatInClass,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { type Choice, listDaysFor, type WantedExtra } from '../seats/choose-extras.ts';
import { decideAddedExtras, decideHeldExtras, listUnpaidExtras } from '../seats/seat-extras.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { findUserWithId } from '../users/find-users.ts';
import { getExtras, type SchoolExtras } from '../prices/extras.ts';
import { addDays, readToday } from '../school-time.ts';
import { mayChangeSeat } from '../seats/seat-plan.ts';
import type { Services } from '../services.ts';
import { whatIsLeft } from '../ledger/what-is-left.ts';

/**
 * Extras that parents choose for a seat in their cart, or add to an enrolled one; and that the office chooses for them.
 * R440, R441, R442, R443, decisions/0077
 */

type Parent = Pick<UserDocument, '_id' | 'email' | 'status'>;

/** Who chooses. The office may until the last day of the class, and what it does is in the audit log. */
type Chooser = 'family' | { admin: ObjectId };

/** @throws {ApiError} `not_found` unless the caller has booked this seat and may book for whoever sits there */
async function findBooked(cartId: string, user: Parent, services: Services): Promise<SeatOfClass> {
  const booked = await listSeatsOf(services.database.collections, { userId: user._id });
  const found = booked.find(({ seat }) => seat.seatId.toHexString() === cartId);
  const rights = await readFamilyRights(user, services);
  if (!found || !isThere(found, services) || !rights.may('book', found.seat.childId))
    throw seatNotFoundError();
  if (isEnrolled(found.seat) && !mayChangeSeat(found.seat, user)) throw seatNotFoundError();
  return found;
}

/** @throws {ApiError} `not_found` */
async function findForOffice(ref: SeatInClass, services: Services): Promise<SeatOfClass> {
  const found = await findSeatInClass(ref, services.database.collections);
  if (!found || !isThere(found, services)) throw seatNotFoundError();
  return found;
}

function isThere({ seat }: SeatOfClass, services: Services): boolean {
  return seat.state === 'enrolled' || seat.heldUntil > services.now();
}

function seatNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this seat.');
}

/**
 * What a seat has, and what its family can choose for it.
 * @throws {ApiError} `not_found`
 */
export async function getSeatExtras(
  cartId: string,
  user: Parent,
  services: Services,
): Promise<SeatExtras> {
  return presentSeatExtras(await findBooked(cartId, user, services), 'family', services);
}

/**
 * What a seat has, and what the office can choose for it.
 * @throws {ApiError} `not_found`
 */
export async function getOfficeExtras(
  ref: SeatInClass,
  admin: UserDocument,
  services: Services,
): Promise<SeatExtras> {
  const one = await findForOffice(ref, services);
  return presentSeatExtras(one, { admin: admin._id }, services);
}

async function presentSeatExtras(
  one: SeatOfClass,
  by: Chooser,
  services: Services,
): Promise<SeatExtras> {
  const { seat } = one;
  const offered = mayChange(one, by, services)
    ? offerFor(one, await getExtras(services), findFirstDay(by, services))
    : [];
  return { state: seat.state, offered, chosen: presentExtras(one) };
}

/** What a family has chosen for a seat. A day that its class has lost since is not named. */
export function presentExtras({ campClass, seat }: SeatOfClass): SeatExtras['chosen'] {
  const meets = listClassDays(campClass);
  const isMet = (day: string) => meets.includes(day);
  const unpaid = isEnrolled(seat) ? listUnpaidExtras(seat) : (seat.extras ?? []);
  return (seat.extras ?? []).map((extra) => {
    const { extraId: id, label, option, on, isRefundable } = extra;
    return {
      id,
      label,
      option,
      ...(on && { on: on.some(isMet) ? on.filter(isMet) : on }),
      ...readHours(extra),
      amount: costOf(extra),
      isRefundable,
      isPaid: !unpaid.includes(extra),
    };
  });
}

/** Those with a price per day are not offered for the days that are paid, and not at all if no other day is left. */
function offerFor(
  { campClass, seat }: SeatOfClass,
  { extras }: SchoolExtras,
  firstDay: string,
): OfferedExtra[] {
  const others = campClass.seats.filter((one) => one !== seat);
  const { all, left: open } = listDaysFor(campClass, seat, firstDay);
  const unpaid = isEnrolled(seat) ? listUnpaidExtras(seat) : (seat.extras ?? []);
  const paid = seat.extras?.filter((one) => !unpaid.includes(one)) ?? [];
  return findExtras(extras, campClass._id.toHexString()).flatMap((extra) => {
    const { id, label, price, per, options, isRefundable } = extra;
    const had = paid
      .filter(({ extraId }) => extraId === id)
      .flatMap((one) => listExtraDays(one, all));
    const chosen = open.filter((day) => per === 'once' || !had.includes(day));
    const { tax, days, ...frozen } = freezeExtra(
      extra,
      null,
      { chosen, all },
      addedTo(seat)?.extras,
    );
    if (days === 0) return [];
    const on = chosen.map((day) => ({ day, left: countExtraLeft(extra, others, day) }));
    const left = per === 'day' ? on.map((one) => one.left) : [countExtraLeft(extra, others)];
    return {
      id,
      label,
      per,
      ...readHours(frozen),
      days,
      ...(per === 'day' && { on }),
      price,
      ...(tax && { tax }),
      amount: costOf({ price, days, ...(tax && { tax }) }),
      options,
      isRefundable,
      left: extra.capacity === null ? null : Math.min(...left.map((one) => one ?? Infinity)),
    };
  });
}

function readHours({ from, until }: Pick<SeatExtra, 'from' | 'until'>) {
  return { ...(from && { from }), ...(until && { until }) };
}

/**
 * Whether extras can be chosen for a seat now: by the family until its class begins, by the office until it ends. A
 * seat that is held for a move takes over those of the other one.
 */
function mayChange({ campClass, seat }: SeatOfClass, by: Chooser, services: Services): boolean {
  if (seat.state === 'held') return !seat.move;
  if (campClass.status !== 'open') return false;
  if (by === 'family') return campClass.camp_start > readToday(services);
  return listDaysFor(campClass, seat, findFirstDay(by, services)).left.length > 0;
}

/**
 * The first day for which extras can still be chosen: nobody pays for lunch on days that are over. The office still adds
 * today's.
 */
function findFirstDay(by: Chooser, services: Services): string {
  const today = readToday(services);
  return by === 'family' ? addDays(today, 1) : today;
}

/** Whether there is something to choose for a seat, or was, for its family. */
export function mayChooseExtras(
  one: SeatOfClass,
  { extras }: SchoolExtras,
  services: Services,
): boolean {
  if (!mayChange(one, 'family', services)) return false;
  const { campClass, seat } = one;
  return seat.extras !== undefined || findExtras(extras, campClass._id.toHexString()).length > 0;
}

/**
 * A family chooses all extras that a seat should have.
 * @throws {ApiError} as in the contract
 */
export async function chooseSeatExtras(
  cartId: string,
  wanted: WantedExtra[],
  user: Parent,
  services: Services,
): Promise<void> {
  await choose(await findBooked(cartId, user, services), wanted, 'family', services);
}

/**
 * The office chooses all extras that a seat should have.
 * @throws {ApiError} as in the contract
 */
export async function chooseOfficeExtras(
  ref: SeatInClass,
  wanted: WantedExtra[],
  admin: UserDocument,
  services: Services,
): Promise<void> {
  await choose(await findForOffice(ref, services), wanted, { admin: admin._id }, services);
}

async function choose(
  { campClass, seat }: SeatOfClass,
  wanted: WantedExtra[],
  by: Chooser,
  services: Services,
): Promise<void> {
  const { extras } = await getExtras(services);
  const choice: Choice = {
    seatId: seat.seatId,
    userId: seat.userId,
    wanted,
    offered: findExtras(extras, campClass._id.toHexString()),
    firstDay: findFirstDay(by, services),
  };
  if (seat.state === 'held') await chooseForHold({ campClass, seat }, choice, by, services);
  else await addToSeat({ campClass, seat }, choice, by, services);
}

/** For the audit log, if the office does it. @param chosen the extras of the seat before and after */
async function auditChoice(
  { campClass, seat }: SeatOfClass,
  chosen: { before: string[]; after: string[] },
  by: Chooser,
  services: Services,
): Promise<AuditEvent | undefined> {
  if (by === 'family') return undefined;
  const payer = await findUserWithId(seat.userId, services);
  const about = { course: campClass.name, child: seat.childId?.toHexString() ?? null };
  return auditEvent({
    at: services.now(),
    by: by.admin,
    type: 'choose extras',
    target: payer?.email ?? '',
    before: { ...about, chosen: chosen.before },
    after: { ...about, chosen: chosen.after },
  });
}

/** What the seat has, and should have. */
function nameChosen(
  { extras = [] }: Seat,
  { wanted, offered }: Choice,
): { before: string[]; after: string[] } {
  const labelOf = (id: string) =>
    (offered.find((one) => one.id === id) ?? extras.find(({ extraId }) => extraId === id))?.label;
  return {
    before: extras.map(nameExtra),
    after: wanted.map(({ id, option, on }) => nameExtra({ label: labelOf(id) ?? '', option, on })),
  };
}

/** An open payment has the extras as they were when it began. So it ends, even if it begins in between. */
async function chooseForHold(
  { campClass, seat }: SeatOfClass<HeldSeat>,
  choice: Choice,
  by: Chooser,
  services: Services,
): Promise<void> {
  if (!(await endPaymentsOfHold(seat, services))) throw bankIsWorkingError();
  const decide = (now: ClassDocument) => decideHeldExtras(now, choice);
  const event = await auditChoice({ campClass, seat }, nameChosen(seat, choice), by, services);
  if (!(await changeSeats(campClass._id, decide, services, event)))
    throw new ApiError('not_found', 'This seat has changed. Please reload the page.');
  if (!(await endPaymentsOfHold(seat, services))) throw bankIsWorkingError();
}

async function addToSeat(
  { campClass, seat }: SeatOfClass<EnrolledSeat>,
  choice: Choice,
  by: Chooser,
  services: Services,
): Promise<void> {
  if (!mayChange({ campClass, seat }, by, services))
    throw new ApiError(
      'class_started',
      by === 'family'
        ? 'This class has begun or is canceled. Please ask the school for extras.'
        : 'This class is over or canceled.',
    );
  await checkUnlocked(seat, services);
  const today = readToday(services);
  const paid = await listPaid(seat, services);
  const { before, after } = nameChosen(seat, choice);
  const set = async (wanted: WantedExtra[], chosen: { before: string[]; after: string[] }) =>
    changeSeats(
      campClass._id,
      (now) => {
        const current = now.seats.find((one) => one.seatId.equals(seat.seatId));
        // It was moved, or something was paid, since it was read.
        if (isEnrolled(current) && !current.plan && current.price !== seat.price)
          throw new ApiError('seat_changing');
        return decideAddedExtras(now, { ...choice, wanted }, { at: services.now(), today, paid });
      },
      services,
      await auditChoice({ campClass, seat }, chosen, by, services),
    );
  const changed = await set(choice.wanted, { before, after });
  if (!changed) return;
  try {
    // A change of the seat counts what was agreed by then. It locks the seat first and then reads it; here, it is the
    // other way around. So one of the two sees the other.
    await checkUnlocked(seat, services);
  } catch (error) {
    await set((seat.extras ?? []).map(toWanted), { before: after, after: before });
    throw error;
  }
}

function toWanted(extra: SeatExtra): WantedExtra {
  return { id: extra.extraId, option: extra.option, on: extra.on, amount: costOf(extra) };
}

/** @throws {ApiError} `seat_moving`, `seat_changing` */
async function checkUnlocked(
  { seatId }: Pick<EnrolledSeat, 'seatId'>,
  { database }: Services,
): Promise<void> {
  const change = await findCurrentChange(database.collections, seatId);
  if (change) throw new ApiError(change.kind === 'move' ? 'seat_moving' : 'seat_changing');
}

/**
 * What its payments have paid of a seat's price, for its new plan. What an admin refunded without lowering the price,
 * or waived, counts as paid by the first one: it is not owed again.
 */
async function listPaid(
  seat: EnrolledSeat,
  services: Services,
): Promise<{ paymentId: string; amount: number }[]> {
  let rest = toCents(seat.price);
  const others = (await whatIsLeft(seat, services))
    .filter(({ paymentId }) => paymentId !== seat.paymentId)
    .map(({ paymentId, left }) => {
      const amount = Math.min(left, rest);
      rest -= amount;
      return { paymentId, amount };
    });
  return [{ paymentId: seat.paymentId, amount: rest }, ...others].filter(
    ({ amount }) => amount > 0,
  );
}
