import { ObjectId } from 'mongodb';
import type { OpenTransferDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { endPaymentsOfAll } from '../changes/end-payment.ts';
import { settlePayment } from '../changes/settle-payment.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findFamily, findUserWithId } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { enterOnce, enterPayment, namePayment } from '../ledger/enter-payment.ts';
import { payWithCredit } from './pay-with-credit.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { checkStillHere } from './payer.ts';
import { findSeatsToCollect } from './seats-to-collect.ts';
import { findDayProblem } from './day-received.ts';
import { describeItems, fieldError, type Money, type Parties } from './money-lines.ts';
import { checkTransfer, closeTransfer, describePart, goneError } from './open-transfers.ts';

/**
 * The office records money that the school itself received, for seats that the family holds, or toward what is owed for
 * enrolled ones. The ledger gets a payment that is settled like any other, but without Stripe. So if the process stops
 * in between, a job finishes it. If no seat is left, the money is refunded: it waits in the admins' list of refunds. Or
 * it pays with the family's credit, by the parent's rules. R318
 * @param familyId the account's: 24 hexadecimal digits
 * @param money.requestId the same request may be sent again: it is recorded once. R485
 * @returns the payment's id
 * @throws {ApiError} `not_found`; `request_used`; `seat_not_held`; `payment_not_finished` while a bank works on a card payment for one of
 *   them; `payment_refunded` if no seat was left; `invalid_input` if the amount or the day is wrong; as `payWithCredit` for credit
 */
export async function recordMoney(
  familyId: string,
  money: Money,
  admin: UserDocument,
  services: Services,
): Promise<string> {
  const user = await findPayer(familyId, money, services);
  await checkMethod(money, services);
  const transfer = await checkTransfer(money, services);
  if (money.cartIds.length === 0 && (money.method === 'credit' || !money.isRestCredit))
    throw fieldError('cartIds', 'Choose a seat.');
  if (money.method === 'credit') return spendCredit(money, { user, admin }, services);
  const paymentId = namePayment('office', money.requestId);
  // A bank's line has one id for all clerks who read its list.
  const request = { ...money, familyId };
  await enterOnce(
    paymentId,
    request,
    (fingerprint) =>
      enterMoney({ paymentId, request: fingerprint, transfer }, money, { user, admin }, services),
    services,
  );
  await closeTransfer(money.requestId, services);
  const { state } = await settlePayment(paymentId, services);
  // Without a seat, all of it is credit now.
  if (state === 'refunded' && money.cartIds.length > 0)
    throw new ApiError(
      'payment_refunded',
      'There was no seat anymore, or less was owed. The money is recorded, and waits under Refunds until you have given it back.',
    );
  return paymentId;
}

/** Credit and other money have names of their own in the ledger. @throws {ApiError} `request_used` */
async function checkMethod({ method, requestId }: Money, { database }: Services): Promise<void> {
  const other = namePayment(method === 'credit' ? 'office' : 'credit', requestId);
  if (await findPayment(database.collections, other)) throw new ApiError('request_used');
}

/**
 * The account that pays. One that was removed or deleted may still owe something that no guardian could take over. R475
 * @throws {ApiError} `not_found`
 */
async function findPayer(
  familyId: string,
  { method }: Money,
  services: Services,
): Promise<UserDocument> {
  const user = await findUserWithId(new ObjectId(familyId), services);
  const isPast = user && ['removed', 'deleted'].includes(user.status);
  return isPast && method !== 'credit' ? user : findFamily(familyId, services);
}

// Rules: R361.
async function spendCredit(
  { requestId, cartIds, amount, plan }: Money,
  { user, admin }: Parties,
  services: Services,
): Promise<string> {
  if (plan) throw fieldError('plan', 'Credit pays now. Record a deposit in another way.');
  const what = { amount, method: 'credit', day: readToday(services) } as const;
  return payWithCredit({ requestId, cartIds, price: amount / 100 }, user, services, (paymentId) =>
    describeMoney({ paymentId, ...what }, { user, admin }, services),
  );
}

/** Without the reference, which may contain a name: the audit log outlives the account. */
function describeMoney(
  { paymentId, ...what }: { paymentId: string } & Pick<Money, 'amount' | 'method' | 'day'>,
  { user, admin }: Parties,
  { now }: Services,
): AuditEvent {
  return auditEvent({
    at: now(),
    by: admin._id,
    type: 'record payment',
    target: paymentId,
    before: null,
    after: { email: user.email, ...what },
  });
}

/** `transfer`: on the list of those that are to be booked. */
type Entry = { paymentId: string; request: string; transfer: OpenTransferDocument | null };

async function enterMoney(
  { paymentId, request, transfer }: Entry,
  money: Money,
  { user, admin }: Parties,
  services: Services,
): Promise<void> {
  const fields = findDayProblem(money.day, services);
  if (fields) throw new ApiError('invalid_input', undefined, { fields });
  if (money.isPart && !transfer) throw goneError();
  const seats = await findSeatsToCollect(user, money.cartIds, services);
  // It may only pay what it owes.
  if (user.status !== 'active' && (seats.held.length > 0 || money.isRestCredit))
    throw new ApiError('seat_not_held');
  const items = await describeItems(seats, money, { user, admin }, services);
  const holds = seats.held.map(({ seat }) => seat);
  if (!(await endPaymentsOfAll({ holds, owing: seats.owing }, services)))
    throw new ApiError(
      'payment_not_finished',
      'This seat has just been paid for, or a bank is working on it. Please reload the page.',
    );
  const { method, amount, day, reference } = money;
  const payment = {
    paymentId,
    request,
    method,
    items,
    received: {
      day,
      reference,
      by: admin._id,
      ...(transfer && { transfer: describePart(transfer, amount) }),
    },
    events: [describeMoney({ paymentId, amount, method, day }, { user, admin }, services)],
  };
  await enterPayment(payment, user, services);
  if (user.status === 'active') await checkStillHere(user, payment, services);
}
