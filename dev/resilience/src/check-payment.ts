import { sumOwed } from '@speakifyr/contract/owed.ts';
import type { ClassDocument, EnrolledSeat } from '../../../server/src/database/class-document.ts';
import type {
  PaymentDocument,
  PaymentItem,
} from '../../../server/src/database/payment-documents.ts';
import type { RefundDocument, MoveDocument } from '../../../server/src/database/money-documents.ts';
import type { ObjectId } from 'mongodb';
import type { Complaints } from './attack.ts';
import type { Returned, Truth } from './stripe.ts';

/** A seat that a line of a payment has paid for. */
export type Place = {
  campClass: ClassDocument;
  seat: EnrolledSeat;
  paymentId: string;
  seatId: ObjectId;
};

/**
 * All lines that paid for a seat. Only a seat that is paid in parts or moved to a dearer class has several. A part that went
 * back is owed again, and the seat stays.
 */
export function listPlaces(
  campClass: ClassDocument,
  seat: EnrolledSeat,
  payments: PaymentDocument[],
): Place[] {
  return payments.flatMap(({ _id: paymentId, items }) =>
    items
      .filter(({ seatId, isGiven }) => isGiven && seatId.equals(seat.seatId))
      .filter(({ isRest, state }) => !isRest || state === 'enrolled')
      .map(({ seatId }) => ({ campClass, seat, paymentId, seatId })),
  );
}

/** Everything about one payment. Amounts are in cents. */
export type Entry = {
  payment: PaymentDocument;
  truth: Truth;
  isPaid: boolean;
  /** The seats that were given to it, and those that moved to a dearer class with it. */
  places: Place[];
  /** In our books. */
  refunds: RefundDocument[];
  /** The ids of all seats that were canceled. Some give nothing back. */
  canceled: string[];
  /** Refunds that did not fail, and lost disputes. */
  atStripe: Returned[];
  /** What the family paid back of it after it had bounced. */
  paidBack?: number | undefined;
};

/** Whether a payment that is settled agrees with its seats, its refunds and Stripe. */
export function checkPayment(entry: Entry, complaints: Complaints): void {
  checkMoney(entry, complaints);
  checkRefunds(entry, complaints);
  checkItems(entry, complaints);
}

/** The payment as a whole: its state, and what is kept of it. */
function checkMoney(
  { payment, truth, isPaid, places, refunds, canceled, atStripe, paidBack = 0 }: Entry,
  { check }: Complaints,
) {
  const { _id, amount, kept, status } = payment;
  const back = sum(atStripe);
  check(
    truth.amount === amount && sum(payment.items) === amount,
    `${_id}: ${truth.amount} charged, ${amount} in the ledger, ${sum(payment.items)} for its seats`,
  );
  // What bounced was all of it. Before that, some of it may have gone back.
  const bounced = sum(atStripe.filter(({ id }) => id.startsWith('bounced:')));
  check(back - bounced <= amount, `${_id}: ${back - bounced} returned of ${amount}`);
  check(
    kept === amount - back + paidBack,
    `${_id}: ${kept} kept in the ledger, but ${back} of ${amount} returned, and ${paidBack} paid back`,
  );
  // What we gave back ourselves was decided seat by seat. A payment stays as it ended if all of them were canceled.
  const isCanceled = payment.items.every(({ seatId }) => canceled.includes(seatId.toHexString()));
  const isTakenAway = refunds.some(
    ({ _id: refundId, attempt, reason }) =>
      (reason === 'by the school' || reason === 'dispute') &&
      payment.refundIds.at(-1) === `${refundId}:${attempt}`,
  );
  const isReturned = isPaid && back === amount && isTakenAway && !isCanceled;
  const possible = isReturned
    ? ['refunded']
    : isPaid
      ? ['enrolled', 'refunded']
      : ['open', 'canceled'];
  const given = places.length;
  check(
    possible.includes(status) && (given === 0 || (status === 'enrolled' && isPaid)),
    `${_id}: the ledger says ${status}, with ${given} seats; Stripe ${truth.status}, ${back} of ${amount} returned`,
  );
}

/** Each refund is in our books once, as it is at Stripe. Nothing is left to do, except what waits for an admin. */
function checkRefunds({ payment, refunds, atStripe }: Entry, { check }: Complaints) {
  for (const { id, amount, status } of atStripe)
    check(
      refunds.filter((one) => one.stripeId === id && one.amount === amount && one.state === status)
        .length === 1,
      `${payment._id}: the refund ${id} of ${amount}, ${status}, is not in the books as it is`,
    );
  // Once the bank has taken the rest, or has never paid it, nothing is owed anymore.
  const isLost = refunds.some(({ reason }) => reason === 'dispute') && payment.kept === 0;
  const hasBounced = refunds.some(({ bounce }) => bounce);
  for (const { _id, state, stripeId, needsAdmin, isRefused } of refunds) {
    // Of what was more than the payment had left, an admin was told at once.
    if (state === 'failed')
      check(
        Boolean(needsAdmin ?? isRefused ?? (isLost || hasBounced)),
        `${_id}: failed, but is not in the admins' list`,
      );
    else
      check(
        // What was won on appeal is with the school again.
        atStripe.some(({ id }) => id === stripeId) === (state !== 'reversed'),
        `${_id}: ${state} in the books, but not so at Stripe`,
      );
  }
}

/** Why money may go back for a seat that stays. What was returned in the dashboard names a seat only if that one ends. */
const KEEPS_SEAT: RefundDocument['reason'][] = ['by admin', 'price difference'];

/** Each item has exactly one seat, or a cancellation or refund. */
function checkItems({ payment, isPaid, places, refunds, canceled }: Entry, { check }: Complaints) {
  const { _id, userId, items, status } = payment;
  const rest = new Set(places);
  for (const item of items) {
    const mine = places.filter(({ seatId }) => seatId.equals(item.seatId));
    for (const place of mine) rest.delete(place);
    const name = `${_id}:${item.seatId.toHexString()} (${item.state})`;
    const isGiven = mine.length === 1;
    const own = refunds.filter(({ seatId }) => seatId?.equals(item.seatId));
    // What bounced was never paid, so nothing goes back if the seat ends later.
    const hasBounced = refunds.some(({ bounce, state }) => bounce && state === 'succeeded');
    const isRefunded =
      own.length > 0 || hasBounced || (status === 'refunded' && refunds.length > 0);
    const isCanceled = canceled.includes(item.seatId.toHexString());
    check(mine.length <= 1, `${name}: has ${mine.length} seats`);
    check(
      !isPaid || isGiven || isRefunded || isCanceled || item.amount === 0,
      `${name}: paid but has neither seat nor refund: ${JSON.stringify({ item, refunds })}`,
    );
    const against = own.find(({ reason }) => !KEEPS_SEAT.includes(reason));
    check(
      !isGiven || (!isCanceled && !against),
      `${name}: has a seat, but is ${against?.reason ?? 'canceled'}`,
    );
    check(isGiven === (item.state === 'enrolled'), `${name}: has ${mine.length} seats`);
    for (const place of mine)
      check(
        place.seat.userId.equals(userId) && (item.state !== 'enrolled' || isFor(item, place)),
        `${name}: its seat belongs to somebody else, or is in another class`,
      );
  }
  for (const { campClass, seat } of rest)
    check(
      false,
      `${_id}: has the seat ${seat.entry_code} of ${campClass.name}, which it did not buy`,
    );
}

function isFor(item: PaymentItem, { campClass, seat }: Place): boolean {
  return (
    campClass._id.equals(item.classId) &&
    seat.childId?.toHexString() === item.childId?.toHexString()
  );
}

/** Whether a seat's price is what was paid for it, with what is still owed. A move to a cheaper class may have given back less. */
export function checkPrice(
  campClass: ClassDocument,
  seat: EnrolledSeat,
  {
    payments,
    refunds,
    moves,
  }: {
    payments: PaymentDocument[];
    refunds: RefundDocument[];
    /** Those that are done. */
    moves: MoveDocument[];
  },
  { check }: Complaints,
): void {
  const lines = listPlaces(campClass, seat, payments);
  const paid = lines.flatMap(({ paymentId, seatId }) =>
    payments
      .filter(({ _id }) => _id === paymentId)
      .flatMap(({ items }) => items.filter((item) => item.seatId.equals(seatId))),
  );
  const back = refunds.filter(({ paymentId, seatId }) =>
    lines.some(
      (line) => line.paymentId === paymentId && (seatId === null || seatId.equals(line.seatId)),
    ),
  );
  // What the school has kept of the difference, when the seat moved to a cheaper class.
  const kept = moves
    .filter(({ seatId }) => seatId.equals(seat.seatId))
    .flatMap(({ keeps = [] }) => keeps);
  const left =
    sum(paid) - sum(kept) - sum(back.filter(({ reason }) => reason === 'price difference'));
  const price = Math.round(seat.price * 100) - (seat.plan ? sumOwed(seat.plan) : 0);
  check(
    !seat.lines || sum(seat.lines) === Math.round(seat.price * 100),
    `${campClass.name}: the lines of ${seat.entry_code} are not its price: ${JSON.stringify(seat)}`,
  );
  const hasMoved = moves.some(({ seatId }) => seatId.equals(seat.seatId));
  const bought = paid.find((item) => !item.isRest);
  check(
    hasMoved || !bought || String(bought.days) === String(seat.days),
    `${campClass.name}: ${seat.entry_code} has other days than were paid for: ${JSON.stringify({ seat, paid })}`,
  );
  const isExact = back.every(({ reason }) => reason === 'price difference');
  check(
    paid.length === lines.length && (isExact ? price === left : price <= left),
    `${campClass.name}: ${seat.entry_code} cost ${price}, but ${left} were paid for it in ${lines.length} payments: ${JSON.stringify({ seat, paid, back, kept })}`,
  );
}

/** @returns the total amount, in cents */
export function sum(list: { amount: number }[]): number {
  return list.reduce((total, { amount }) => total + amount, 0);
}
