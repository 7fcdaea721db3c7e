import type { ObjectId } from 'mongodb';
import { listGuardians } from '../../children/guardians.ts';
import { findHealthStates } from '../../children/health.ts';
import { hasEveryRight } from '../../children/rights.ts';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { PaymentItem, UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClosedPayment, type Payment } from '../../payments/closed-payments.ts';
import { findSeatOfDifference } from '../../payments/complete-transfer.ts';
import { findRefundsOf, type Refund } from '../../payments/refund-lines.ts';
import { getClassWithSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { describeLostEntry } from './calendar-entry.ts';
import { describeCharge } from './charges.ts';
import { linkToHealth } from './link-to-health.ts';
import { findCancellation } from './plan-facts.repo.ts';
import type { ItemFacts, LetterFacts, LostFacts } from '../letters/facts.ts';

/** A payment without any of these has an email of its own. */
const TOLD: ItemFacts['outcome'][] = ['given', 'hidden', 'moved'];

/** What a receipt says, while the payment has at least one of its seats. */
export async function readPaid(
  { paymentId }: CauseOf<'paid'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['paid'] | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'enrolled' || payment.email !== user.email) return undefined;
  const family = await readFamily(payment, user, services);
  const refunds = await findRefundsOf(paymentId, services);
  const read = await Promise.all(
    payment.items.map((item) => readItem(item, { payment, refunds, family }, services)),
  );
  const items = read.flatMap((one) => one ?? []);
  if (!items.some(({ outcome }) => TOLD.includes(outcome))) return undefined;
  const paidAt = payment.settledAt ?? payment.createdAt;
  return { items, charge: describeCharge(payment), paymentId, paidAt };
}

type Family = {
  /** The children whose guardian the payer still is. */
  own: Set<string>;
  /** Those about whose health nobody has answered, and the payer can. */
  missing: Set<string>;
};

type Context = { payment: Payment; refunds: Refund[]; family: Family };

async function readItem(
  item: PaymentItem,
  { payment, refunds, family }: Context,
  services: Services,
): Promise<ItemFacts | undefined> {
  const { classId, cartId, childId, amount, transferId } = item;
  const { paymentId } = payment;
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  if (!campClass) return undefined;
  const facts = { className: campClass.name, child: childId ? item.name : null, amount };
  const refused = findRefused(item, refunds);
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
  if (!isTheirs(item, family)) return { ...facts, outcome: 'hidden' };
  return {
    ...facts,
    outcome: 'given',
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, payment.items.length),
    healthPath: childId && family.missing.has(childId.toHexString()) ? linkToHealth(childId) : null,
  };
}

/** What a person reads about their money that goes back. */
export async function readRefunded(
  cause: CauseOf<'refunded'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
  const payment = await findClosedPayment(cause.paymentId, services);
  if (!payment || payment.email !== user.email) return undefined;
  const family = await readFamily(payment, user, services);
  const refunds = await findRefundsOf(payment.paymentId, services);
  const context = { payment, refunds, family };
  return cause.refundId === undefined
    ? readWholeRefund(context, services)
    : readPartialRefund({ ...cause, refundId: cause.refundId }, context, services);
}

async function readWholeRefund(
  { payment, refunds, family }: Context,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
  if (payment.status !== 'refunded') return undefined;
  const { paymentId } = payment;
  const reason = payment.refundReason ?? 'by the school';
  const hadSeat = reason !== 'no seat';
  // The receipt has told of the seats that could not be given.
  const items = payment.items.filter((item) => !hadSeat || !findRefused(item, refunds));
  const told = refunds.filter((refund) => refund.reason === reason);
  const lost = await Promise.all(
    items.map((item) => readLost(item, hadSeat, { payment, refunds, family }, services)),
  );
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
  { payment, refunds, family }: Context,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
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
  const lost = await Promise.all(
    items.map((item) => readLost(item, true, { payment, refunds, family }, services)),
  );
  return {
    lost: lost.flatMap((one) => one ?? []),
    isWhole: false,
    charge: describeCharge({ ...payment, amount: refund.amount }),
    paymentId: payment.paymentId,
    reason: 'by the school',
    state: refund.state,
  };
}

/** A class without the seat that was paid for. A person who is no longer a guardian doesn't read where it was. */
async function readLost(
  item: PaymentItem,
  hadSeat: boolean,
  { payment, family }: Context,
  services: Services,
): Promise<LostFacts | undefined> {
  const { classId, cartId, childId, amount } = item;
  const { paymentId } = payment;
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  if (!campClass) return undefined;
  const lost = { cartId, childId, name: item.name, paymentId, until: services.now() };
  return {
    ...{ className: campClass.name, child: childId ? item.name : null, amount },
    entry:
      hadSeat && isTheirs(item, family) ? await describeLostEntry(campClass, lost, services) : null,
  };
}

/** The refund of a seat that could not be given. */
function findRefused({ cartId }: PaymentItem, refunds: Refund[]): Refund | undefined {
  return refunds.find((refund) => refund.reason === 'no seat' && refund.cartId?.equals(cartId));
}

function isTheirs({ childId }: PaymentItem, { own }: Family): boolean {
  return !childId || own.has(childId.toHexString());
}

async function readFamily(
  { items }: Payment,
  { _id }: UserDocument,
  services: Services,
): Promise<Family> {
  const childIds = items.flatMap(({ childId }) => childId ?? []);
  const [guardians, states] = await Promise.all([
    listGuardians(childIds, services),
    findHealthStates(childIds, services),
  ]);
  const own = [...guardians].flatMap(([id, list]) => {
    const guardian = list.find(({ user }) => user._id.equals(_id));
    return guardian ? [{ id, may: guardian.may }] : [];
  });
  const missing = own.filter(
    ({ id, may }) => hasEveryRight({ may }) && states.get(id) === 'missing',
  );
  return {
    own: new Set(own.map(({ id }) => id)),
    missing: new Set(missing.map(({ id }) => id)),
  };
}
