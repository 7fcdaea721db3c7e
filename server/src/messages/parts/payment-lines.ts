import type { PaymentState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import { findPayment, type Payment } from '../../ledger/payment-store.ts';
import { createLineReader, type PayerLine } from '../../ledger/payer-lines.ts';
import { listRefundsOf, type Refund } from '../../ledger/refund-store.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../mail-module.ts';
import { findRecipient } from '../recipients.ts';
import { aboutPayment, describeLostEntry, findClassWithId } from './find.ts';
import { listChildIds, type LostFacts } from './props.ts';

/** A payment as its payer may read it. */
export type PayerView = {
  payment: Payment;
  refunds: Refund[];
  /** How the payer may read a line of the payment. */
  read: (item: PaymentItem) => PayerLine;
  /** The children of the payment's lines whose guardian the payer still is. */
  childIds: ObjectId[];
  reader: Reader;
};

/** One email to the payer, named after the payment, if the payment ended in one of these states. R254 */
export function toPayer(name: string, states: PaymentState[]) {
  return aboutPayment(async ({ paymentId, userId, status }, services) => {
    if (!states.includes(status)) return [];
    const to = await findRecipient(userId, services);
    return [{ id: `${name}-${paymentId}`, about: { paymentId }, to }];
  });
}

/** @returns undefined if there is no such payment, or the reader did not pay it */
export async function readPayment(
  paymentId: string,
  reader: Reader,
  services: Services,
): Promise<PayerView | undefined> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (!payment || !payment.userId.equals(reader.user._id)) return undefined;
  const lines = payment.items.map((item) => ({ ...item, paymentId }));
  const readLine = await createLineReader(lines, reader.user, services);
  const refunds = await listRefundsOf(services.database.collections, [paymentId]);
  const childIds = listChildIds(lines.filter((line) => readLine(line).isTheirs));
  return { payment, refunds, read: (item) => readLine({ ...item, paymentId }), childIds, reader };
}

/** A class without the seat that was paid for. A former guardian reads only what they bought. */
export async function readLost(
  item: PaymentItem,
  hadSeat: boolean,
  { payment, read }: PayerView,
  services: Services,
): Promise<LostFacts | undefined> {
  const { classId, seatId, childId, days, amount } = item;
  const line = read(item);
  if (!line.isTheirs) {
    const { className, studentName: child } = line.bought ?? {};
    return className && child ? { className, child, amount, entry: null } : undefined;
  }
  const { paymentId } = payment;
  const campClass = await findClassWithId(classId, services);
  if (!campClass) return undefined;
  const lost = { seatId, childId, days, paymentId, until: services.now() };
  return {
    className: campClass.name,
    child: childId ? item.name : null,
    amount,
    entry: hadSeat ? await describeLostEntry(campClass, lost, services) : null,
  };
}

/** The refund of a seat that could not be given, or of what was no longer owed for it. */
export function findRefused({ seatId }: PaymentItem, refunds: Refund[]): Refund | undefined {
  return refunds.find(
    (refund) => ['no seat', 'not owed'].includes(refund.reason) && refund.seatId?.equals(seatId),
  );
}
