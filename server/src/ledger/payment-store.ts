import { withOtherId } from '../database/other-id.ts';
import { listPayerWords } from '../database/search-words.ts';
import type { ItemState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import { newsEvent } from '../events/audit-event.ts';
import type { Collections } from '../database/collections.ts';
import type { PaymentDocument, PaymentItem } from '../database/payment-documents.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { type Moment, readMoment } from '../school-time.ts';
import type { Decline, StripeFee } from '../outside/stripe.ts';
import type { Services } from '../services.ts';

type Payments = Pick<Collections, 'payments'>;

/** A payment of the ledger. `paymentId` is the PaymentIntent's id, and `_id` in the database. */
export type Payment = Omit<PaymentDocument, '_id'> & { paymentId: string };

/** A payment as the rest of the code knows it. R290 */
export function toPayment({ _id, ...payment }: PaymentDocument): Payment {
  return { paymentId: _id, ...payment };
}

/** What the school keeps of a payment, in cents: nothing until the money has arrived. R200 */
export function keptOf({ status, kept }: Pick<Payment, 'status' | 'kept'>): number {
  return status === 'open' || status === 'canceled' ? 0 : kept;
}

/** Whether the payer's bank has the money of a payment for now, so that none of it can be refunded. R173 */
export function isFrozen({ dispute }: Pick<Payment, 'dispute'>): boolean {
  return dispute?.state === 'open' && !dispute.isRefundable;
}

function byStart(a: Payment, b: Payment): number {
  return a.createdAt.getTime() - b.createdAt.getTime();
}

export async function findPayment(
  { payments }: Payments,
  paymentId: string,
): Promise<Payment | null> {
  const found = await payments.findOne({ _id: paymentId });
  return found && toPayment(found);
}

/** A payment that has reached its end. */
export async function findClosedPayment(
  collections: Payments,
  paymentId: string,
): Promise<Payment | null> {
  const payment = await findPayment(collections, paymentId);
  return payment?.status === 'open' ? null : payment;
}

/** A held seat, and the move that it is held for. */
type Hold = { seatId: ObjectId; move?: { moveId: ObjectId } };

/** All payments for one or more of these holds, open or final, oldest first. */
export async function listPaymentsOfHolds(
  { payments }: Payments,
  holds: Hold[],
): Promise<Payment[]> {
  const seatIds = holds.map(({ seatId }) => seatId);
  const moveIds = holds.flatMap(({ move }) => move?.moveId ?? []);
  const bySeat = { 'items.seatId': { $in: seatIds } };
  const byMove = { 'items.moveId': { $in: moveIds } };
  // An empty list in `$or` would read all payments.
  const filter = moveIds.length > 0 ? { $or: [bySeat, byMove] } : bySeat;
  const found = await payments.find(filter).toArray();
  return found
    .map(toPayment)
    .filter((payment) => holds.some((hold) => findLineOfHold(payment, hold)))
    .sort(byStart);
}

/** The line of a payment that pays for a hold. If a seat moves there, it is that seat's. */
export function findLineOfHold(
  { items }: Pick<Payment, 'items'>,
  { seatId, move }: Hold,
): PaymentItem | undefined {
  return items.find((item) =>
    move ? item.moveId?.equals(move.moveId) : item.seatId.equals(seatId) && !item.moveId,
  );
}

/** A line of the ledger that has paid for a seat, with its payment. */
export type SeatLine = { paymentId: string; seatId: ObjectId; item: PaymentItem; payment: Payment };

/**
 * The lines that have paid for some seats, oldest first. The first line of a seat bought it; each other one moved it to
 * a more expensive class, or paid what was owed for it.
 * @returns by seat (24 hexadecimal digits); every seat has a list
 */
export async function listLinesOf(
  { payments }: Payments,
  seatIds: ObjectId[],
): Promise<Map<string, SeatLine[]>> {
  const found = await payments.find({ 'items.seatId': { $in: seatIds } }).toArray();
  const lines = found
    .map(toPayment)
    .sort(byStart)
    .flatMap((payment) =>
      payment.items.map((item) => ({
        paymentId: payment.paymentId,
        seatId: item.seatId,
        item,
        payment,
      })),
    );
  return new Map(
    seatIds.map((id) => [
      id.toHexString(),
      lines.filter(({ item }) => item.isGiven && item.seatId.equals(id)),
    ]),
  );
}

/** All payments of a person, oldest first. */
export async function listPaymentsOf({ payments }: Payments, userId: ObjectId): Promise<Payment[]> {
  const found = await payments.find({ userId }).toArray();
  return found.map(toPayment).sort(byStart);
}

/** Records what the payer of a payment that is not paid yet agrees to now. R635 */
export async function noteAgreed(
  { payments }: Payments,
  paymentId: string,
  agreed: NonNullable<PaymentDocument['agreed']>,
): Promise<void> {
  await payments.updateOne({ _id: paymentId, status: 'open' }, { $set: { agreed } });
}

/** The payments with which an account has agreed to something. */
export async function listAgreedPayments(
  { payments }: Payments,
  userId: ObjectId,
): Promise<Pick<PaymentDocument, 'status' | 'items' | 'agreed'>[]> {
  return payments
    .find(
      { userId, $or: [{ 'items.plan.byCard': { $exists: true } }, { agreed: { $exists: true } }] },
      { projection: { status: 1, items: 1, agreed: 1 } },
    )
    .toArray();
}

/** Each lost race means that something else has just changed of the payment. */
const MAX_TRIES = 20;

/** What an account paid for one record of a child was for another record of it. May be repeated. */
export async function moveChildOfPayments(
  { payments }: Payments,
  userId: ObjectId,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  for (const { _id } of await payments.find({ userId }, { projection: { _id: 1 } }).toArray())
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const items = (await payments.findOne({ _id }))?.items ?? [];
      const turned = withOtherId(items, from, into);
      if (turned === items) break;
      const { matchedCount } = await payments.updateOne(
        { _id, items },
        { $set: { items: turned } },
      );
      if (matchedCount === 1) break;
    }
}

/**
 * Replaces the email and all names in final payments, and empties what the bank wrote or the office typed about the money, which
 * may have names in it. An open payment keeps them, because it must match Stripe's. R700
 */
export async function erasePayer(
  { payments }: Payments,
  which: { userId: ObjectId } | { paymentId: string },
  payer: { email: string; studentName: string },
): Promise<void> {
  const final = {
    ...('userId' in which ? which : { _id: which.paymentId }),
    status: { $ne: 'open' as const },
  };
  for (const { _id, items, received, movements } of await payments.find(final).toArray()) {
    const paidBack = [...movements.entries()].filter(([_place, one]) => one.received);
    await payments.updateOne(
      { ...final, _id },
      {
        $set: {
          ...payer,
          searchWords: listPayerWords(payer),
          ...ofEachItem('items', items, 'name', () => payer.studentName),
          ...(received && { 'received.reference': '' }),
          ...Object.fromEntries(
            paidBack.map(([place]) => [`movements.${place}.received.reference`, '']),
          ),
        },
        $unset: { last4: '', ...(received?.transfer && { 'received.transfer.text': '' }) },
      },
    );
  }
}

/** The changes of one field of each item of a list. The items of a payment or a receipt keep their places. */
export function ofEachItem<Item>(
  list: string,
  items: Item[],
  field: keyof Item & string,
  value: (place: number) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    items.map((_item, place) => [`${list}.${place}.${field}`, value(place)]),
  );
}

/** Adds a payment to the ledger, unless it is already there. */
export async function insertPaymentOnce(
  { payments }: Payments,
  { paymentId, ...payment }: Payment,
): Promise<void> {
  await payments.updateOne(
    { _id: paymentId },
    { $setOnInsert: { ...payment, searchWords: listPayerWords(payment) } },
    { upsert: true },
  );
}

/** Those of the payments that are in our ledger. */
export async function listPayments(
  { payments }: Payments,
  paymentIds: string[],
): Promise<Payment[]> {
  const found = await payments.find({ _id: { $in: paymentIds } }).toArray();
  return found.map(toPayment);
}

/** How a payment ends. Without `states`, each of its seats ends in the same way. */
export type Ending = { states?: ItemState[] } & (
  | { status: 'enrolled' | 'canceled' }
  | { status: 'refunded'; refundReason: NonNullable<PaymentDocument['refundReason']> }
);

/**
 * Marks a payment as final. `refunded` replaces any other status; the others only replace `open`. The same update
 * records that an email is due, unless nothing was bought or returned, and that the money has arrived. R20, R93, R364
 */
export async function closePayment(
  { payments }: Payments,
  { paymentId, status: before, amount, items, method }: Payment,
  { states, ...ending }: Ending,
  { at, day }: Moment,
): Promise<void> {
  const { status } = ending;
  if (status === before) return;
  const isMailDue = status === 'enrolled' || (status === 'refunded' && amount > 0);
  const $set = {
    ...ending,
    settledAt: at,
    changedAt: at,
    ...ofEachItem('items', items, 'state', (place) => states?.[place] ?? status),
    ...Object.fromEntries(
      (states ?? []).flatMap((state, place) =>
        state === 'enrolled' ? [[`items.${place}.isGiven`, true]] : [],
      ),
    ),
    ...(status === 'enrolled' && amount > 0 && { receiptDue: true as const }),
  };
  const $unset = { isProcessing: '' as const };
  const news = isMailDue && { events: newsEvent('payment ended', { paymentId }, at) };
  if (status !== 'canceled' && amount > 0) {
    // Credit is not new money.
    const kind = method === 'credit' ? 'credit' : 'paid';
    const { matchedCount } = await payments.updateOne(
      { _id: paymentId, status: 'open', 'movements.kind': { $ne: kind } },
      { $set, $unset, $push: { ...news, movements: { kind, at, day, amount } } },
    );
    if (matchedCount === 1) return;
  }
  // It brings no money, or its money arrived before.
  await payments.updateOne(
    { _id: paymentId, status: status === 'refunded' ? { $ne: status } : 'open' },
    { $set, $unset, ...(news && { $push: news }) },
  );
}

/**
 * Notes whether the payer's bank is working on an open payment. If the bank has stopped, it refused the payment. R244
 */
export async function noteProcessing(
  { payments }: Payments,
  paymentId: string,
  isProcessing: boolean,
  at: Date,
): Promise<void> {
  await payments.updateOne(
    { _id: paymentId, status: 'open' },
    isProcessing
      ? { $set: { isProcessing } }
      : {
          $unset: { isProcessing: '' },
          $push: { events: newsEvent('payment ended', { paymentId }, at) },
        },
  );
}

/**
 * Records that an enrolled payment was returned in full, so that its seats are about to be freed.
 * @returns false if its seats stay, because the money is with the school again
 */
export async function markReturning({ payments }: Payments, paymentId: string): Promise<boolean> {
  await payments.updateOne(
    { _id: paymentId, status: 'enrolled', kept: 0 },
    { $set: { isReturning: true } },
  );
  const payment = await payments.findOne({ _id: paymentId });
  return payment?.status !== 'enrolled' || payment.isReturning === true;
}

/**
 * Moves a ledger line with its seat, once. The line tells who was first: this, or somebody who returns the money.
 * @param child the name of the child that has the seat now, if it is another one
 * @returns whether the line belongs to the new seat now
 */
export async function moveItem(
  { payments }: Payments,
  line: { paymentId: string; seatId: ObjectId },
  { _id: moveId, previous, to }: Pick<MoveDocument, '_id' | 'previous' | 'to'>,
  child: string | null,
): Promise<boolean> {
  const { paymentId, seatId } = line;
  const { classId, childId, days } = to;
  await payments.updateOne(
    {
      _id: paymentId,
      items: { $elemMatch: { seatId, state: 'enrolled', movedBy: previous ?? { $exists: false } } },
    },
    {
      $set: {
        'items.$.classId': classId,
        'items.$.movedBy': moveId,
        ...(childId && { 'items.$.childId': childId }),
        ...(child !== null && { 'items.$.name': child }),
        ...(days && { 'items.$.days': days }),
      },
      ...(!days && { $unset: { 'items.$.days': '' } }),
    },
  );
  const isMoved = {
    items: { $elemMatch: { seatId, state: 'enrolled' as const, movedBy: moveId } },
  };
  return (await payments.countDocuments({ _id: paymentId, ...isMoved })) === 1;
}

/** Moves a line that pays a seat's balance to where the seat is now, like the line that bought it. Idempotent. */
export async function followSeat(
  { payments }: Payments,
  { paymentId, seatId }: { paymentId: string; seatId: ObjectId },
  { classId, childId, days, name, movedBy }: PaymentItem,
): Promise<void> {
  await payments.updateOne(
    { _id: paymentId, status: 'open', items: { $elemMatch: { seatId } } },
    {
      $set: {
        'items.$.classId': classId,
        'items.$.name': name,
        ...(childId && { 'items.$.childId': childId }),
        ...(days && { 'items.$.days': days }),
        ...(movedBy && { 'items.$.movedBy': movedBy }),
      },
      ...(!days && { $unset: { 'items.$.days': '' } }),
    },
  );
}

/** Keeps the last four digits of the card that paid, by which families name a payment. */
export async function noteCard(
  paymentId: string,
  last4: string,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const { payments } = database.collections;
  await payments.updateOne({ _id: paymentId, last4: { $exists: false } }, { $set: { last4 } });
}

/**
 * Records that the bank declined a saved card, once per try. The payer gets an email. Everything that ends a try records it, so
 * that the same card is not tried again too early. R368
 */
export async function noteDecline(
  paymentId: string,
  { cardId = '', ...decline }: Decline,
  services: Pick<Services, 'database' | 'now'>,
): Promise<void> {
  const at = services.now();
  await services.database.collections.payments.updateOne(
    { _id: paymentId, installment: { $exists: true }, 'installment.decline': { $exists: false } },
    {
      $set: { 'installment.decline': { ...decline, cardId, at } },
      $push: { events: newsEvent('installment declined', { paymentId }, at) },
    },
  );
}

/** Records what Stripe took for a payment. Each fee counts once, today. Idempotent. */
export async function noteFees(
  paymentId: string,
  fees: StripeFee[],
  services: Services,
): Promise<void> {
  const { payments } = services.database.collections;
  const moment = readMoment(services);
  for (const fee of fees)
    await payments.updateOne(
      { _id: paymentId, 'fees.stripeId': { $ne: fee.stripeId } },
      { $push: { fees: { ...fee, ...moment } } },
    );
}
