import type { Collections } from '../../../../server/src/database/collections.ts';
import type { EnrolledSeat } from '../../../../server/src/database/class-document.ts';
import type { PaymentDocument } from '../../../../server/src/database/payment-documents.ts';
import type {
  MoveDocument,
  RefundDocument,
} from '../../../../server/src/database/money-documents.ts';
import { sum } from '../check-payment.ts';

/**
 * Computes the school's figures from users, classes, payments, refunds and moves alone. It does not read what the server
 * keeps in payments for the purpose: `kept` and `movements`. Amounts are in cents.
 */
export async function recompute(
  collections: Pick<Collections, 'users' | 'classes' | 'payments' | 'refunds' | 'seatChanges'>,
) {
  const [users, classes, payments, refunds, moves] = await Promise.all([
    collections.users.find({ status: 'active' }).toArray(),
    collections.classes.find({ status: 'open' }).sort({ camp_start: 1, _id: 1 }).toArray(),
    collections.payments.find({}).toArray(),
    collections.refunds.find({}).toArray(),
    collections.seatChanges.find<MoveDocument>({ kind: 'move', state: 'done' }).toArray(),
  ]);
  const books = { payments, refunds, moves };
  const isArrived = ({ status }: PaymentDocument) => status === 'enrolled' || status === 'refunded';
  const count = (list: PaymentDocument[]) => {
    const cost = list.filter(({ amount }) => amount > 0);
    return { count: cost.length, amount: sum(cost) };
  };
  // Nobody reads of a refund that an admin was refused, or that came to nothing because the bank had returned the money.
  const shown = refunds.filter(
    ({ isRefused, state, needsAdmin }) => !isRefused && (state !== 'failed' || needsAdmin),
  );
  const seats = classes.flatMap((one) => one.seats.filter((seat) => seat.state === 'enrolled'));
  return {
    users: users.length,
    people: new Set(seats.map(({ childId, userId }) => (childId ?? userId).toHexString())).size,
    kept: payments.reduce((total, payment) => total + countKept(payment, refunds), 0),
    paid: count(payments.filter(isArrived)),
    open: count(payments.filter(({ status }) => status === 'open')),
    never: count(payments.filter(({ status }) => status === 'canceled')),
    payments: payments.map((payment) => ({
      id: payment._id,
      kept: countKept(payment, refunds),
      refunds: shown
        .filter(({ paymentId }) => paymentId === payment._id)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map(({ amount, state }) => [amount, state]),
    })),
    classes: classes.map((campClass) => ({
      id: campClass._id.toHexString(),
      instructor: users.find(({ _id }) => campClass.instructorId?.equals(_id)),
      sit: campClass.sit,
      held: campClass.seats.filter(({ state }) => state === 'held').length,
      enrolled: campClass.seats
        .filter((seat) => seat.state === 'enrolled')
        .sort((a, b) => a.entry_code.localeCompare(b.entry_code))
        .map((seat) => ({
          ...{
            code: seat.entry_code,
            payer: users.find(({ _id }) => _id.equals(seat.userId))?.email ?? '',
          },
          left: countLeft(seat, books),
        })),
      refunds: shown
        .filter((refund) =>
          payments.some(
            ({ _id, items }) =>
              _id === refund.paymentId &&
              items.some(
                ({ classId, seatId }) =>
                  classId.equals(campClass._id) && (!refund.seatId || seatId.equals(refund.seatId)),
              ),
          ),
        )
        .map(({ _id, amount, state }): [string, number, string] => [_id, amount, state]),
    })),
  };
}

/** What arrived of a payment, without what Stripe, the bank or the school has given back. */
function countKept({ _id, status, amount }: PaymentDocument, refunds: RefundDocument[]): number {
  if (status === 'open' || status === 'canceled') return 0;
  const back = refunds.filter(
    ({ paymentId, state }) => paymentId === _id && state !== 'decided' && !hasStayed(state),
  );
  return amount - sum(back);
}

/** Whether the money of a refund is with the school again. */
function hasStayed(state: RefundDocument['state']): boolean {
  return state === 'failed' || state === 'reversed';
}

type Books = { payments: PaymentDocument[]; refunds: RefundDocument[]; moves: MoveDocument[] };

/** Whether its money has gone, or is promised: what failed still goes back while it is in the admins' list. R480 */
function isPromised({ state, needsAdmin }: RefundDocument): boolean {
  return state === 'failed' ? needsAdmin === true : state !== 'reversed';
}

/** What is kept of a payment and promised to nobody. */
function countFree(payment: PaymentDocument, refunds: RefundDocument[]): number {
  const waiting = refunds.filter(
    (refund) =>
      refund.paymentId === payment._id &&
      isPromised(refund) &&
      (refund.state === 'decided' || hasStayed(refund.state)),
  );
  return countKept(payment, refunds) - sum(waiting);
}

/** What is left of all lines that paid for a seat, without what the school kept when it moved to a cheaper class. */
function countLeft(seat: EnrolledSeat, { payments, refunds, moves }: Books): number {
  const keeps = moves
    .filter(({ seatId }) => seatId.equals(seat.seatId))
    .flatMap((move) => move.keeps ?? []);
  const lines = payments.flatMap((payment) =>
    payment.items
      .filter(({ seatId, isGiven }) => isGiven && seatId.equals(seat.seatId))
      .map(({ seatId }) => ({ payment, paymentId: payment._id, seatId })),
  );
  return lines.reduce((total, { payment, paymentId, seatId }) => {
    const paid = sum(payment.items.filter((item) => item.seatId.equals(seatId)));
    const back = refunds.filter(
      (refund) =>
        refund.paymentId === paymentId &&
        isPromised(refund) &&
        (refund.seatId ? refund.seatId.equals(seatId) : payment.items.length === 1),
    );
    const left = Math.max(0, Math.min(countFree(payment, refunds), paid - sum(back)));
    const kept = keeps.filter((one) => one.paymentId === paymentId);
    return total + Math.max(0, left - sum(kept));
  }, 0);
}
