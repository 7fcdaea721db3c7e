import type { ObjectId } from 'mongodb';
import { findClass } from '../../database/class-store.ts';
import type { Payment } from '../../billing/ledger/closed-payments.ts';
import { createLineReader, type PayerLine } from '../../billing/ledger/payer-lines.ts';
import { findRefundsOf, type Refund } from '../../billing/ledger/refund-lines.ts';
import type { PaymentItem } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../mail-module.ts';
import { listChildIds, type LostFacts } from './props.ts';
import { describeLostEntry } from './seats.ts';

export type Context = {
  payment: Payment;
  refunds: Refund[];
  /** How the payer may read a line of the payment. */
  read: (item: PaymentItem) => PayerLine;
  reader: Reader;
};

export async function readContext(
  payment: Payment,
  reader: Reader,
  services: Services,
): Promise<Context> {
  const { paymentId, items } = payment;
  const lines = items.map((item) => ({ ...item, paymentId }));
  const readLine = await createLineReader(lines, reader.user, services);
  return {
    payment,
    refunds: await findRefundsOf(paymentId, services),
    read: (item) => readLine({ ...item, paymentId }),
    reader,
  };
}

/** The children of the payment's lines whose guardian the payer still is. */
export function listOwn({ payment, read }: Context): ObjectId[] {
  return listChildIds(payment.items.filter((item) => read(item).isTheirs));
}

/** A class without the seat that was paid for. A person who is no longer a guardian only reads what they bought. */
export async function readLost(
  item: PaymentItem,
  hadSeat: boolean,
  { payment, read }: Context,
  services: Services,
): Promise<LostFacts | undefined> {
  const { classId, seatId, childId, amount } = item;
  const line = read(item);
  if (!line.isTheirs) {
    const { className, studentName: child } = line.bought ?? {};
    return className && child ? { className, child, amount, entry: null } : undefined;
  }
  const { paymentId } = payment;
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (!campClass) return undefined;
  const lost = { seatId, childId, name: item.name, paymentId, until: services.now() };
  return {
    ...{ className: campClass.name, child: childId ? item.name : null, amount },
    entry: hadSeat ? await describeLostEntry(campClass, lost, services) : null,
  };
}

/** The refund of a seat that could not be given. */
export function findRefused({ seatId }: PaymentItem, refunds: Refund[]): Refund | undefined {
  return refunds.find((refund) => refund.reason === 'no seat' && refund.seatId?.equals(seatId));
}
