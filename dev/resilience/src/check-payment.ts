import type {
  ClassDocument,
  EnrolledSeat,
  PaymentDocument,
  PaymentItem,
} from '../../../server/src/database/collections.ts';
import type { RefundDocument } from '../../../server/src/database/money-documents.ts';
import type { Complaints } from './attack.ts';
import type { Truth } from './stripe.ts';

/** Everything about one payment. Amounts are in cents. */
export type Entry = {
  payment: PaymentDocument;
  truth: Truth;
  isPaid: boolean;
  /** The seats that were given to it. */
  places: { campClass: ClassDocument; seat: EnrolledSeat }[];
  /** In our books. */
  refunds: RefundDocument[];
  /** The cart ids of all seats that were canceled. Some give nothing back. */
  canceled: string[];
  /** Those that did not fail. */
  atStripe: { id: string; amount: number; status: string | null }[];
};

/** Whether a payment that is settled agrees with its seats, its refunds and Stripe. */
export function checkPayment(entry: Entry, complaints: Complaints): void {
  checkMoney(entry, complaints);
  checkRefunds(entry, complaints);
  checkItems(entry, complaints);
}

/** The payment as a whole: its state, and what is kept of it. */
function checkMoney(
  { payment, truth, isPaid, places, canceled, atStripe }: Entry,
  { check }: Complaints,
) {
  const { _id, amount, kept, status } = payment;
  const back = sum(atStripe);
  check(
    truth.amount === amount && sum(payment.items) === amount,
    `${_id}: ${truth.amount} charged, ${amount} in the ledger, ${sum(payment.items)} for its seats`,
  );
  check(back <= amount, `${_id}: ${back} returned of ${amount}`);
  check(
    kept === amount - back,
    `${_id}: ${kept} kept in the ledger, but ${back} of ${amount} returned`,
  );
  // A payment stays as it ended if its seats were canceled one by one.
  const isCanceled = payment.items.every(({ cartId }) => canceled.includes(cartId.toHexString()));
  const isReturned = isPaid && back === amount && !isCanceled;
  const possible = isReturned
    ? ['refunded']
    : isPaid
      ? ['enrolled', 'refunded']
      : ['open', 'canceled'];
  check(
    possible.includes(status) && (places.length === 0 || (status === 'enrolled' && isPaid)),
    `${_id}: the ledger says ${status}, with ${places.length} seats; Stripe ${truth.status}, ${back} of ${amount} returned`,
  );
}

/** Each refund is in our books once, as it is at Stripe. Nothing is left to do, except what admins are told. */
function checkRefunds({ payment, refunds, atStripe }: Entry, { check }: Complaints) {
  for (const { id, amount, status } of atStripe)
    check(
      refunds.filter((one) => one.stripeId === id && one.amount === amount && one.state === status)
        .length === 1,
      `${payment._id}: the refund ${id} of ${amount}, ${status}, is not in the books as it is`,
    );
  for (const { _id, state, stripeId, needsAdmin } of refunds) {
    if (state === 'failed')
      check(Boolean(needsAdmin), `${_id}: failed, but is not in the admins' list`);
    else
      check(
        atStripe.some(({ id }) => id === stripeId),
        `${_id}: ${state} in the books, but not at Stripe`,
      );
  }
}

/** Each item has exactly one seat or a refund. */
function checkItems({ payment, isPaid, places, refunds, canceled }: Entry, { check }: Complaints) {
  const { _id, email, items, status } = payment;
  const rest = new Set(places);
  for (const item of items) {
    const mine = places.filter(({ seat }) => seat.cartId.equals(item.cartId));
    for (const place of mine) rest.delete(place);
    const name = `${_id}:${item.cartId.toHexString()} (${item.state})`;
    const isGiven = mine.length === 1;
    const isRefunded = refunds.some(({ cartId }) =>
      cartId ? cartId.equals(item.cartId) : status === 'refunded',
    );
    const isCanceled = canceled.includes(item.cartId.toHexString());
    check(mine.length <= 1, `${name}: has ${mine.length} seats`);
    check(
      !isPaid || isGiven || isRefunded || isCanceled,
      `${name}: paid but has neither seat nor refund`,
    );
    check(isGiven === (item.state === 'enrolled'), `${name}: has ${mine.length} seats`);
    for (const place of mine)
      check(
        place.seat.email === email && isFor(item, place),
        `${name}: its seat belongs to somebody else, or had another price`,
      );
  }
  for (const { campClass, seat } of rest)
    check(
      false,
      `${_id}: has the seat ${seat.entry_code} of ${campClass.name}, which it did not buy`,
    );
}

function isFor(item: PaymentItem, { campClass, seat }: Entry['places'][number]): boolean {
  return (
    campClass._id.equals(item.classId) &&
    seat.childId?.toHexString() === item.childId?.toHexString() &&
    Math.round(seat.price * 100) === item.amount
  );
}

/** @returns the total amount, in cents */
export function sum(list: { amount: number }[]): number {
  return list.reduce((total, { amount }) => total + amount, 0);
}
