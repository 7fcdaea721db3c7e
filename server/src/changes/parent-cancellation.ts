import type { CancellationPreview, CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { costOf, nameExtra, type SeatExtra, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import { ObjectId } from 'mongodb';
import { readFamilyRights } from '../families/family-rights.ts';
import type { CancellationDocument } from '../database/money-documents.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readPeople } from '../users/participant-names.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import { allows } from '../seats/seat-states.ts';
import { listSeatsOf, type SeatOfClass } from '../seats/find-seat.ts';
import { listUnpaidExtras } from '../seats/seat-extras.ts';
import { mayChangeSeat, owedByAll } from '../seats/seat-plan.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { SeatToCancel } from './cancel-seat.ts';
import { findCancellation, findCurrentChange, listCancellationsOf } from './change-store.ts';
import { owedBeforeEnd, quoteCancellation, splitKeptExtras } from './households.ts';
import { findLostDiscounts, takeOffLost } from './lost-discounts.ts';
import { presentCancellations, presentReturned } from '../ledger/canceled-seats.ts';
import { readCurrency } from '../ledger/enter-payment.ts';
import { describeRefunds } from '../ledger/paper-taxes.ts';
import { getRefundTerms } from '../ledger/refund-policy.ts';
import { isPaidWithCredit } from '../ledger/spend-credit.ts';
import { listPaidUnder, splitHouseholds, sumLeft, whatIsLeft } from '../ledger/what-is-left.ts';

export type Parent = Pick<UserDocument, '_id' | 'email' | 'status'>;

/** A paid seat and its class. */
export type OwnSeat = SeatOfClass<EnrolledSeat>;

/**
 * Finds a paid seat that the caller may change: they booked it, still owe what is owed for it and, if it is a child's, may
 * still book for the child. R157, R159, R160, R167
 * @throws {ApiError} `not_found`
 */
export async function findOwnSeat(
  seatId: string,
  user: Parent,
  services: Services,
): Promise<OwnSeat> {
  const booked = await listSeatsOf(services.database.collections, { userId: user._id });
  const found = booked.find(({ seat }) => seat.seatId.toHexString() === seatId);
  const rights = await readFamilyRights(user, services);
  if (
    !found ||
    !allows('cancel', found.seat) ||
    !mayChangeSeat(found.seat, user) ||
    !rights.may('book', found.seat.childId)
  )
    throw new ApiError('not_found', 'We could not find this seat.');
  return { campClass: found.campClass, seat: found.seat };
}

/** Whether the class has begun, by the school's calendar. Then its seats can't be canceled anymore. */
export function hasBegun(
  { camp_start }: { camp_start: string },
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  return camp_start <= readToday(services);
}

/**
 * What is refunded if the caller cancels a seat now.
 * @throws {ApiError} `not_found`, `class_started`, `payment_disputed`, `seat_moving`
 */
export async function previewCancellation(
  seatId: string,
  user: Parent,
  services: Services,
): Promise<CancellationPreview> {
  const preview = await previewSeat(await findOwnSeat(seatId, user, services), services);
  if (preview.refund > 0 && preview.isDisputed) throw new ApiError('payment_disputed');
  return preview;
}

/**
 * What is refunded if a seat is canceled now. R352, R436
 * @throws {ApiError} `class_started`, `seat_moving`
 */
export async function previewSeat(
  { campClass, seat }: OwnSeat,
  services: Services,
): Promise<
  CancellationPreview & {
    isDisputed: boolean;
    shareOf: SeatToCancel['shareOf'];
    about: NonNullable<SeatToCancel['about']>;
  }
> {
  if (hasBegun(campClass, services))
    throw new ApiError(
      'class_started',
      'This class has already started, so you can no longer cancel it here.',
    );
  const change = await findCurrentChange(services.database.collections, seat.seatId);
  if (change?.kind === 'move') throw new ApiError('seat_moving');
  const parts = await whatIsLeft(seat, services);
  // The other household's money is refunded to it.
  const { own } = splitHouseholds(parts);
  const paid = sumLeft(own);
  const terms = parts[0]?.terms ?? (await getRefundTerms(services));
  const owed = owedBeforeEnd(campClass, seat);
  const days = { campStart: campClass.camp_start, today: readToday(services) };
  const { refunds, keeps: _keeps, ...byPolicy } = quoteCancellation(campClass, seat, parts, days);
  const isByPolicy = !campClass.canceled;
  const found = isByPolicy && byPolicy.refund > 0 ? await findLostDiscounts(seat, services) : [];
  const reduced = takeOffLost(parts, refunds, found);
  const lost = sumAmounts(reduced.lost);
  const quote = isByPolicy
    ? { ...byPolicy, refund: byPolicy.refund - lost, kept: byPolicy.kept + lost }
    : // The school has canceled the class, and is about to refund everything.
      { refund: paid, kept: 0, percent: 100, fee: 0, until: null };
  const back = isByPolicy ? reduced.refunds : parts.map(({ left }) => left);
  return {
    ...quote,
    paid,
    owed,
    about: { describe: describeRefunds(seat.tax, splitBack(seat)), fee: quote.fee },
    lost: reduced.lost,
    ...(seat.extras && describeExtras(campClass, seat, seat.extras)),
    terms,
    parts: listPaidUnder(own),
    shareOf: ({ paymentId }) => {
      const place = parts.findIndex((part) => part.paymentId === paymentId);
      // This payment came in since: the parent would see another amount now.
      if (place < 0) throw new ApiError('seat_changing');
      return back[place] ?? 0;
    },
    currency: (parts[0]?.currency ?? readCurrency()).toUpperCase(),
    className: campClass.name,
    student_name: (await readPeople([seat], services))(seat).name,
    fromCredit: sumAmounts(
      parts.flatMap((part, place) =>
        isPaidWithCredit(part) && !part.coPayerId ? [{ amount: back[place] ?? 0 }] : [],
      ),
    ),
    isDisputed: parts.some(({ isDisputed }) => isDisputed),
    // A seat that is not fully paid can't be resold, nor one of a class that is sold by day.
    isForResale:
      !campClass.byDay &&
      !seat.days &&
      paid > 0 &&
      owedByAll(campClass, seat) === 0 &&
      quote.refund + lost === 0
        ? (seat.isForResale ?? false)
        : null,
  };
}

/** What of a seat's price the refund policy is about, in cents: not what the school keeps for extras, nor unpaid ones. */
function splitBack(seat: EnrolledSeat): { ofClass: number; ofExtras: number } {
  const [own, other] = splitKeptExtras(seat);
  const unpaid = sumExtras(listUnpaidExtras(seat));
  const ofExtras = sumExtras(seat.extras) - unpaid - own - other;
  return { ofClass: toCents(seat.price) - sumExtras(seat.extras), ofExtras };
}

/** Each extra of a seat, and what becomes of its money if the seat is canceled. */
function describeExtras(
  { canceled }: OwnSeat['campClass'],
  seat: EnrolledSeat,
  extras: SeatExtra[],
): Pick<CancellationPreview, 'extras' | 'extrasKept'> {
  const unpaid = listUnpaidExtras(seat);
  const stateOf = (extra: SeatExtra) => {
    if (unpaid.includes(extra)) return 'unpaid';
    return extra.isRefundable || canceled ? 'by policy' : 'kept';
  };
  return {
    extras: extras.map((extra) => ({
      label: nameExtra(extra),
      amount: costOf(extra),
      state: stateOf(extra),
    })),
    extrasKept: canceled ? 0 : splitKeptExtras(seat)[0],
  };
}

/** What of a refund is kept for another reason than the refund policy; undefined if nothing. R538 */
export function readKeptFor({
  extras = [],
  extrasKept = 0,
  lost,
}: CancellationPreview): CancellationDocument['keptFor'] {
  const forDiscounts = sumAmounts(lost);
  if (extrasKept + forDiscounts === 0) return undefined;
  const kept = extras.filter(({ state }) => state === 'kept').map(({ label }) => label);
  return { extras: kept, forExtras: extrasKept, forDiscounts };
}

/** A canceled seat that the caller paid for. */
export async function findOwnCanceled(
  seatId: string,
  user: Parent,
  services: Services,
): Promise<CanceledSeat | undefined> {
  const canceled = await findCancellation(services.database.collections, new ObjectId(seatId));
  if (!canceled?.userId.equals(user._id)) return undefined;
  const [presented] = await presentCancellations([canceled], user, services);
  return presented;
}

/** The seats that somebody paid for and that were canceled, newest first. */
export async function getCancellationsOf(
  user: Parent,
  services: Services,
): Promise<CanceledSeat[]> {
  const found = await listCancellationsOf(services.database.collections, user._id);
  const canceled = new Set(found.map(({ _id }) => _id.toHexString()));
  const seats = [
    ...(await presentCancellations(found, user, services)),
    ...(await presentReturned(user, canceled, services)),
  ];
  return seats.sort((a, b) => b.canceledAt.localeCompare(a.canceledAt));
}
