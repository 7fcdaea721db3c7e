import type { PlanPart } from '@speakifyr/contract/owed.ts';
import type { Receipt } from '@speakifyr/contract/refunds.ts';
import { findClass } from '../database/class-store.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findSeat, isEnrolled } from '../seats/find-seat.ts';
import { listOwedOf } from '../seats/seat-plan.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  createLineReader,
  isForBooks,
  NOBODY,
  readState,
  referenceForBooks,
  refundForBooks,
} from './payer-lines.ts';
import { findPayment, type Payment } from './payment-store.ts';
import { readableLines } from '../prices/readable-lines.ts';
import { issueReceipt, numberReceipt } from './receipts.ts';
import { getRefundLines } from './refund-lines.ts';

/**
 * The receipt of a payment that bought something, even an old one. It says what was bought as of the day it was issued;
 * refunds, and what is still owed, are read now. For a payer who is no longer a guardian of the child, it is only what
 * was bought.
 * @param user the payer, or an admin. An accountant reads it without names. R502
 * @throws {ApiError} `not_found` for anybody else, and for a payment that bought nothing
 */
export async function getReceipt(
  paymentId: string,
  user: UserDocument,
  services: Services,
): Promise<Receipt> {
  const payment = await findPayment(services.database.collections, paymentId);
  const mayRead = payment?.userId.equals(user._id) || user.role === 'admin';
  const receipt = payment && mayRead && (await issueReceipt(payment, services));
  if (!receipt) throw new ApiError('not_found', 'We could not find this receipt.');
  const { _id, issuedAt, items, currency, ...bought } = receipt;
  const refunds = await getRefundLines([paymentId], services);
  const seats = payment.items.map((item) => ({ ...item, paymentId }));
  const read = await createLineReader(seats, user, services);
  const isTheirs = (seatId: string) =>
    user.role === 'admin' ||
    seats.some((seat) => seat.seatId.equals(seatId) && read(seat).isTheirs);
  const owed = await Promise.all(seats.map((seat) => readOwed(seat, payment, services)));
  const isNameless = isForBooks(payment, user);
  return {
    ...bought,
    ...(isNameless && { payer: NOBODY }),
    method: payment.method,
    received: isNameless ? receivedForBooks(payment) : receivedForPayer(payment),
    number: numberReceipt(_id),
    issuedAt: issuedAt.toISOString(),
    items: items.map(({ seatId, studentName, lines, taxes: _taxes, ...item }) => {
      const id = seatId.toHexString();
      const place = seats.findIndex((seat) => seat.seatId.equals(id));
      const { state = 'enrolled' } = seats[place] ?? {};
      return {
        ...item,
        lines: readableLines(lines, payment.userId, user),
        cartId: isTheirs(id) ? id : null,
        student_name: isNameless ? '' : studentName,
        state: readState(state, { isTheirs: isTheirs(id) }),
        owed: (isTheirs(id) && owed[place]) || [],
      };
    }),
    currency: currency.toUpperCase(),
    refunds: (refunds.get(paymentId) ?? []).map(({ cartId, ...line }) => ({
      ...(isNameless ? refundForBooks(line) : line),
      cartId: cartId && isTheirs(cartId) ? cartId : null,
    })),
    kept: payment.kept,
  };
}

/**
 * When the money came, and its number, for the family's paper. The bank's text of a shared transfer may name the other family
 * and its child: the office reads it in the lists of payments. R597
 */
function receivedForPayer({ received }: Payment): Receipt['received'] {
  if (!received) return null;
  const { day, reference, transfer } = received;
  const isShared = transfer?.left !== undefined || transfer?.isRest;
  return { day, reference: isShared ? '' : reference };
}

function receivedForBooks(payment: Payment): Receipt['received'] {
  const received = receivedForPayer(payment);
  if (!received) return null;
  return { ...received, reference: referenceForBooks(received.reference, payment.method) };
}

/** What the payer still owes for a seat that a payment is for. Nothing once it is another account's. R354 */
async function readOwed(
  { classId, seatId }: PaymentItem,
  { userId }: Pick<Payment, 'userId'>,
  { database }: Services,
): Promise<PlanPart[]> {
  const campClass = await findClass(database.collections, { _id: classId });
  const seat = findSeat(campClass, { seatId });
  return isEnrolled(seat) && campClass ? listOwedOf({ _id: userId }, { campClass, seat }) : [];
}
