import type { OfferedExtra, SeatExtras } from '@speakifyr/contract/extras.ts';
import {
  costOf,
  countExtra,
  findExtras,
  freezeExtra,
  type SeatExtra,
} from '@speakifyr/contract/seat-extras.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ClassDocument, EnrolledSeat, Seat, UserDocument } from '../database/collections.ts';
import { listDaysOf } from '../class-days.ts';
import { findCurrentChange } from '../enrollments/changes/change-store.ts';
import { bankIsWorking, endPaymentsOfHold } from '../enrollments/changes/end-payment.ts';
import { changeSeats } from '../enrollments/seats/change-seats.ts';
import { isEnrolled, listSeatsOf, type SeatOfClass } from '../enrollments/seats/find-seat.ts';
import {
  type Choice,
  decideAddedExtras,
  decideHeldExtras,
  listUnpaidExtras,
  type WantedExtra,
} from '../enrollments/seats/seat-extras.ts';
import { ApiError } from '../errors.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { getExtras, type SchoolExtras } from '../prices/extras.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { whatIsLeft } from './ledger/what-is-left.ts';

/** Extras that parents choose for a seat in their cart, or add to an enrolled one. R440-R443, decisions/0077 */

type Parent = Pick<UserDocument, '_id' | 'email' | 'status'>;

/** @throws {ApiError} `not_found` unless the caller has booked this seat and may book for who sits there */
async function findBooked(cartId: string, user: Parent, services: Services): Promise<SeatOfClass> {
  const booked = await listSeatsOf(services.database.collections, { userId: user._id });
  const found = booked.find(({ seat }) => seat.seatId.toHexString() === cartId);
  const rights = await readFamilyRights(user, services);
  const isThere =
    found && (found.seat.state === 'enrolled' || found.seat.heldUntil > services.now());
  if (!found || !isThere || !rights.may('book', found.seat.childId))
    throw new ApiError('not_found', 'We could not find this seat.');
  return found;
}

/**
 * What a seat has, and what can be chosen for it.
 * @throws {ApiError} `not_found`
 */
export async function getSeatExtras(
  cartId: string,
  user: Parent,
  services: Services,
): Promise<SeatExtras> {
  const one = await findBooked(cartId, user, services);
  const { campClass, seat } = one;
  const offered = mayChange(one, services)
    ? offerFor(campClass, seat, await getExtras(services))
    : [];
  return { state: seat.state, offered, chosen: presentExtras(seat) };
}

/** What a family has chosen for a seat. */
export function presentExtras(seat: Seat): SeatExtras['chosen'] {
  const unpaid = isEnrolled(seat) ? listUnpaidExtras(seat) : (seat.extras ?? []);
  return (seat.extras ?? []).map((extra) => {
    const { extraId: id, label, option, isRefundable } = extra;
    const isPaid = !unpaid.includes(extra);
    return { id, label, option, amount: costOf(extra), isRefundable, isPaid };
  });
}

function offerFor(campClass: ClassDocument, seat: Seat, { extras }: SchoolExtras): OfferedExtra[] {
  const others = campClass.seats.filter((one) => one !== seat);
  const days = listDaysOf(campClass).length;
  return findExtras(extras, campClass._id.toHexString()).map((extra) => {
    const { id, label, per, options, isRefundable, capacity } = extra;
    const amount = costOf(freezeExtra(extra, null, days));
    const left = capacity === null ? null : Math.max(0, capacity - countExtra(others, id));
    return { id, label, per, amount, options, isRefundable, left };
  });
}

/**
 * Whether extras can be chosen for a seat now: until its class begins. A seat that is held for a move takes those of the other one
 * along.
 */
function mayChange({ campClass, seat }: SeatOfClass, services: Services): boolean {
  if (seat.state === 'held') return !seat.move;
  return campClass.status === 'open' && campClass.camp_start > readToday(services);
}

/** Whether there is something to choose for a seat, or was. */
export function mayChooseExtras(
  one: SeatOfClass,
  { extras }: SchoolExtras,
  services: Services,
): boolean {
  if (!mayChange(one, services)) return false;
  const { campClass, seat } = one;
  return seat.extras !== undefined || findExtras(extras, campClass._id.toHexString()).length > 0;
}

/**
 * Chooses the extras of a seat: all that it is to have.
 * @throws {ApiError} as in the contract
 */
export async function chooseSeatExtras(
  cartId: string,
  wanted: WantedExtra[],
  user: Parent,
  services: Services,
): Promise<void> {
  const { campClass, seat } = await findBooked(cartId, user, services);
  const { extras } = await getExtras(services);
  const choice: Choice = {
    ...{ seatId: seat.seatId, userId: user._id, wanted },
    offered: findExtras(extras, campClass._id.toHexString()),
    days: listDaysOf(campClass).length,
  };
  if (seat.state === 'held') await chooseForHold({ campClass, seat }, choice, services);
  else await addToSeat({ campClass, seat }, choice, services);
}

/** An open payment has the extras of the moment at which it began. So it ends, also one that begins in between. */
async function chooseForHold(
  { campClass, seat }: SeatOfClass<Extract<Seat, { state: 'held' }>>,
  choice: Choice,
  services: Services,
): Promise<void> {
  if (!(await endPaymentsOfHold(seat, services))) throw bankIsWorking();
  const decide = (now: ClassDocument) => decideHeldExtras(now, choice);
  if (!(await changeSeats(campClass._id, decide, services)))
    throw new ApiError('not_found', 'This seat has changed. Please reload the page.');
  if (!(await endPaymentsOfHold(seat, services))) throw bankIsWorking();
}

async function addToSeat(
  { campClass, seat }: SeatOfClass<EnrolledSeat>,
  choice: Choice,
  services: Services,
): Promise<void> {
  const today = readToday(services);
  if (campClass.status !== 'open' || campClass.camp_start <= today)
    throw new ApiError(
      'class_started',
      'This class has begun or is canceled. Please ask the school for extras.',
    );
  await checkUnlocked(seat, services);
  const paid = await listPaid(seat, services);
  const set = (wanted: WantedExtra[]) =>
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
    );
  const changed = await set(choice.wanted);
  if (!changed) return;
  try {
    // A change of the seat counts what was agreed by then. It locks the seat first and then reads it, and here it is the other
    // way round: so one of the two sees the other.
    await checkUnlocked(seat, services);
  } catch (error) {
    await set((seat.extras ?? []).map(toWanted));
    throw error;
  }
}

function toWanted(extra: SeatExtra): WantedExtra {
  return { id: extra.extraId, option: extra.option, amount: costOf(extra) };
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
 * What its payments have paid of a seat's price, for its new plan. What an admin gave back without a lower price, or waived, counts as
 * paid by the first one: it is not owed again.
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
