import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { fingerprint, writeOnce } from '../write-once.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findPayment, insertPaymentOnce, type Payment } from './payment-store.ts';
import { getRefundTerms } from './refund-policy.ts';

/** The browser and the webhook have this long before a job checks a new payment. */
const FIRST_CHECK_MS = 20_000;

/** A payment for held seats. */
export type StartedPayment = Pick<
  Payment,
  'paymentId' | 'method' | 'items' | 'received' | 'request' | 'installment' | 'events' | 'credits'
>;

/** The line of a seat that somebody wants to pay for, in cents. */
export function buildItem(
  {
    classId,
    seatId,
    childId,
    days,
    name,
    moveId,
  }: Pick<PaymentItem, 'classId' | 'seatId' | 'name' | 'days'> & {
    childId?: ObjectId;
    moveId?: ObjectId;
  },
  amount: number,
): PaymentItem {
  return {
    seatId,
    classId,
    name,
    amount,
    state: 'open',
    ...(childId && { childId }),
    ...(days && { days }),
    ...(moveId && { moveId, movedBy: moveId }),
  };
}

/** Enters an open payment in the ledger. Idempotent. */
export async function enterPayment(
  payment: StartedPayment,
  { _id: userId, email, name }: UserDocument,
  services: Services,
): Promise<void> {
  const begun = readMoment(services);
  const createdAt = begun.at;
  const amount = sumAmounts(payment.items);
  await insertPaymentOnce(services.database.collections, {
    ...payment,
    userId,
    email,
    studentName: name,
    amount,
    kept: amount,
    refundIds: [],
    movements: [{ kind: 'begun', ...begun, amount: 0 }],
    currency: readCurrency(),
    status: 'open',
    terms: await getRefundTerms(services),
    createdAt,
    checkAfter: new Date(createdAt.getTime() + FIRST_CHECK_MS),
  });
}

/** The currency of new payments, in lower case, as Stripe and the ledger write it. R63 */
export function readCurrency(): string {
  return SCHOOL.currency.toLowerCase();
}

/** What the payment of a request is called in the ledger, so that the same request is recorded once. */
export function namePayment(kind: 'office' | 'credit', requestId: string): string {
  return `${kind}_${requestId.replaceAll('-', '_')}`;
}

/**
 * Records the payment of a request, unless it is already recorded. R485
 * @param request all that it says, and who sent it
 * @param enter records it with this fingerprint of the request, or throws why it can't
 * @throws {ApiError} `request_used` if its id stands for another payment
 */
export async function enterOnce(
  paymentId: string,
  request: object,
  enter: (fingerprint: string) => Promise<void>,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const wanted = fingerprint(request);
  const find = async () => {
    const entered = await findPayment(database.collections, paymentId);
    // An older payment has no fingerprint. Nobody knows what was asked for.
    return entered && (entered.request ?? 'unknown');
  };
  await writeOnce({ wanted, find, write: () => enter(wanted) });
}
