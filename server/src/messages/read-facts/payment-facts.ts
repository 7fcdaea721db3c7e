import type { ObjectId } from 'mongodb';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { PaymentItem } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findAnyPayment, findClosedPayment, type Payment } from '../../billing/closed-payments.ts';
import { findSeatOfDifference } from '../../billing/complete-transfer.ts';
import { createLineReader, type PayerLine } from '../../billing/payer-lines.ts';
import { findRefundsOf, type Refund } from '../../billing/refund-lines.ts';
import { getClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { describeLostEntry } from './calendar-entry.ts';
import { describeCharge } from './charges.ts';
import { findFreeUntil } from './free-until.ts';
import { readNeeds } from './needs-facts.ts';
import { findCancellation } from './plan-facts.repo.ts';
import type { ItemFacts, LetterFacts, LostFacts } from '../letters/facts.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/** A payment without any of these has an email of its own. */
const TOLD: ItemFacts['outcome'][] = ['given', 'hidden', 'moved'];

/** What a receipt says, while the payment has at least one of its seats. */
export async function readPaid(
  { paymentId }: CauseOf<'paid'>,
  reader: Reader,
  services: Services,
): Promise<Read<'paid'> | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'enrolled' || payment.email !== reader.user.email) return undefined;
  const context = await readContext(payment, reader, services);
  const read = await Promise.all(payment.items.map((item) => readItem(item, context, services)));
  const items = read.flatMap((one) => one ?? []);
  if (!items.some(({ outcome }) => TOLD.includes(outcome))) return undefined;
  const paidAt = payment.settledAt ?? payment.createdAt;
  const facts = { items, charge: describeCharge(payment), paymentId, paidAt };
  return { facts, childIds: listOwn(context) };
}

type Context = {
  payment: Payment;
  refunds: Refund[];
  /** How the payer may read a line of the payment. */
  read: (item: PaymentItem) => PayerLine;
  reader: Reader;
};

async function readContext(payment: Payment, reader: Reader, services: Services): Promise<Context> {
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
function listOwn({ payment, read }: Context): ObjectId[] {
  return listChildIds(payment.items.filter((item) => read(item).isTheirs));
}

/** A line whose child is no longer the payer's says what was bought, or nothing if it was free. */
async function readItem(
  item: PaymentItem,
  { payment, refunds, read, reader }: Context,
  services: Services,
): Promise<ItemFacts | undefined> {
  const { classId, cartId, childId, amount, transferId } = item;
  const { paymentId } = payment;
  const refused = findRefused(item, refunds);
  const line = read(item);
  if (!line.isTheirs) {
    if (!line.bought) return undefined;
    const { className, studentName } = line.bought;
    const bought = { className, child: studentName, amount };
    return refused
      ? { ...bought, outcome: 'refused', refund: refused.state }
      : { ...bought, outcome: 'hidden' };
  }
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  if (!campClass) return undefined;
  const facts = { className: campClass.name, child: childId ? item.name : null, amount };
  if (refused) return { ...facts, outcome: 'refused', refund: refused.state };
  if (transferId) {
    const moved = await findSeatOfDifference({ ...item, transferId }, paymentId, services);
    return { ...facts, outcome: moved ? 'moved' : 'canceled' };
  }
  const { seat } = campClass;
  if (!seat && (await findCancellation(services.database.collections, cartId)))
    return { ...facts, outcome: 'canceled' };
  if (seat?.state !== 'enrolled' || seat.paymentId !== paymentId)
    return { ...facts, outcome: 'taken' };
  return {
    ...facts,
    outcome: 'given',
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, payment.items.length),
    needs: await readNeeds(seat, campClass.camp_end, reader, services),
    freeUntil: findFreeUntil(seat, payment, campClass.camp_start, services),
  };
}

/** What a person reads about their money that goes back. */
export async function readRefunded(
  cause: CauseOf<'refunded'>,
  reader: Reader,
  services: Services,
): Promise<Read<'refunded'> | undefined> {
  const payment = await findClosedPayment(cause.paymentId, services);
  if (!payment || payment.email !== reader.user.email) return undefined;
  const context = await readContext(payment, reader, services);
  const facts =
    cause.refundId === undefined
      ? await readWholeRefund(context, services)
      : await readPartialRefund({ ...cause, refundId: cause.refundId }, context, services);
  return facts && { facts, childIds: listOwn(context) };
}

/** What a person reads whose bank did not pay, until they have paid in another way. */
export async function readPaymentRefused(
  { paymentId }: CauseOf<'payment refused'>,
  reader: Reader,
  services: Services,
): Promise<Read<'payment refused'> | undefined> {
  const payment = await findAnyPayment(paymentId, services);
  if (!payment || payment.email !== reader.user.email) return undefined;
  if (payment.isProcessing || !['open', 'canceled'].includes(payment.status)) return undefined;
  const context = await readContext(payment, reader, services);
  const found = await Promise.all(
    payment.items.map((item) => readLost(item, false, context, services)),
  );
  const lost = found.flatMap((one) => one ?? []);
  if (lost.length === 0) return undefined;
  const heldUntil = await findHeldUntil(payment, services);
  return {
    facts: { lost, charge: describeCharge(payment), paymentId, heldUntil },
    childIds: listOwn(context),
  };
}

/** Until when all seats of a payment are held; null if one of them is not. */
async function findHeldUntil({ items }: Payment, services: Services): Promise<Date | null> {
  const ends = await Promise.all(
    items.map(async ({ classId, cartId }) => {
      const seat = (await getClassWithSeat(classId, { cartId }, services))?.seat;
      return seat?.state === 'held' ? seat.heldUntil.getTime() : 0;
    }),
  );
  const first = Math.min(...ends);
  return first > services.now().getTime() ? new Date(first) : null;
}

async function readWholeRefund(
  context: Context,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
  const { payment, refunds } = context;
  if (payment.status !== 'refunded') return undefined;
  const { paymentId } = payment;
  const reason = payment.refundReason ?? 'by the school';
  const hadSeat = reason !== 'no seat';
  // The receipt has told of the seats that could not be given.
  const items = payment.items.filter((item) => !hadSeat || !findRefused(item, refunds));
  const told = refunds.filter((refund) => refund.reason === reason);
  const lost = await Promise.all(items.map((item) => readLost(item, hadSeat, context, services)));
  const amount = sumAmounts(told) || payment.amount;
  return {
    lost: lost.flatMap((one) => one ?? []),
    isWhole: true,
    charge: describeCharge({ ...payment, amount }),
    paymentId,
    reason,
    state: told.find(({ state }) => state === 'failed')?.state ?? told[0]?.state ?? 'succeeded',
  };
}

/** The school has returned a part. It may have been for a seat, which is gone then. */
async function readPartialRefund(
  { refundId, cartId }: { refundId: string; cartId?: ObjectId },
  context: Context,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
  const { payment, refunds } = context;
  const refund = refunds.find((one) => one.refundId === refundId);
  if (refund?.reason === 'by admin')
    return {
      ...{ lost: [], isWhole: false, paymentId: payment.paymentId },
      charge: describeCharge({ ...payment, amount: refund.amount }),
      ...{ reason: refund.reason, state: refund.state },
    };
  // A payment that was returned completely has an email of its own, and so has the seat that was named since.
  if (!refund || payment.status === 'refunded' || Boolean(refund.cartId) !== Boolean(cartId))
    return undefined;
  const items = payment.items.filter((item) => cartId && item.cartId.equals(cartId));
  const lost = await Promise.all(items.map((item) => readLost(item, true, context, services)));
  return {
    lost: lost.flatMap((one) => one ?? []),
    isWhole: false,
    charge: describeCharge({ ...payment, amount: refund.amount }),
    paymentId: payment.paymentId,
    reason: 'by the school',
    state: refund.state,
  };
}

/** A class without the seat that was paid for. A person who is no longer a guardian only reads what they bought. */
async function readLost(
  item: PaymentItem,
  hadSeat: boolean,
  { payment, read }: Context,
  services: Services,
): Promise<LostFacts | undefined> {
  const { classId, cartId, childId, amount } = item;
  const line = read(item);
  if (!line.isTheirs) {
    const { className, studentName: child } = line.bought ?? {};
    return className && child ? { className, child, amount, entry: null } : undefined;
  }
  const { paymentId } = payment;
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  if (!campClass) return undefined;
  const lost = { cartId, childId, name: item.name, paymentId, until: services.now() };
  return {
    ...{ className: campClass.name, child: childId ? item.name : null, amount },
    entry: hadSeat ? await describeLostEntry(campClass, lost, services) : null,
  };
}

/** The refund of a seat that could not be given. */
function findRefused({ cartId }: PaymentItem, refunds: Refund[]): Refund | undefined {
  return refunds.find((refund) => refund.reason === 'no seat' && refund.cartId?.equals(cartId));
}
