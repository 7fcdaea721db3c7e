import { findUserWithId } from '../users/find-users.ts';
import { logFailure } from '../log.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { type ListRequest, type Page, takePage } from '../database/lists.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { endReturnedSeat } from '../changes/end-returned-seat.ts';
import { issueNoteNow } from '../ledger/due-papers.ts';
import { findPayment, listPayments, type Payment } from '../ledger/payment-store.ts';
import { tryRefund } from '../ledger/refunds.ts';
import {
  answerQuestion,
  closeQuestion,
  decideAgain,
  findRefund,
  listAnswered,
  listRefundsForAdmins,
  type Refund,
  listRefundsOf,
} from '../ledger/refund-store.ts';
import { countFree, countPayable, keyOf, reserve } from '../ledger/set-aside.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { readMoment } from '../school-time.ts';
import { findDayProblem } from './day-received.ts';

/**
 * What admins do about refunds that went wrong or that nobody has assigned to a seat: they read the list, try a failed one
 * again, or answer.
 */

/** If there are more, some problem makes all refunds fail. */
const MAX_LISTED = 1_000;

/**
 * The refunds that an admin should look at: failed ones, with what of them can still be refunded; lost disputes that
 * were won on appeal, if the school still keeps money of that payment; and those that may belong to a seat. Oldest
 * first. R122, R123, R138
 */
export async function getOpenRefunds(
  { search = '', ...request }: ListRequest & { search?: string },
  services: Services,
): Promise<Page<ListedRefund>> {
  const typed = search.toLowerCase();
  const { collections } = services.database;
  const refunds = await listRefundsForAdmins(collections, MAX_LISTED);
  const paymentIds = [...new Set(refunds.map(({ paymentId }) => paymentId))];
  const payments = await listPayments(collections, paymentIds);
  const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const all = await listRefundsOf(collections, paymentIds);
  const listed = refunds.flatMap((found) => {
    const payment = byId.get(found.paymentId);
    if (!payment) return [];
    const refund = isAboutMoney(found)
      ? { ...found, amount: countOwed(found, payment, all) }
      : found;
    if (refund.amount === 0) return [];
    const texts = [payment.studentName, payment.email, payment.paymentId];
    if (!texts.some((text) => text.toLowerCase().includes(typed))) return [];
    return [{ refund, payment }];
  });
  const { items, total } = takePage(listed, { page: 1, size: MAX_PAGE_SIZE, ...request });
  const shown = items.map(({ refund, payment }) => present(refund, payment, services));
  return { items: await Promise.all(shown), total };
}

/** Whether an admin decides about money, and not about a seat. Once nothing is left, there is nothing to decide. */
function isAboutMoney({ state }: Pick<Refund, 'state'>): boolean {
  return state === 'failed' || state === 'reversed';
}

/** How much of an unfinished refund can still be made, in cents. */
function countOwed(refund: Refund, payment: Payment, refunds: Refund[]): number {
  // A server stopped after it had set the money aside, or a colleague is doing the same.
  if (payment.refundIds.includes(keyOf(describeLastAttempt(refund)))) return refund.amount;
  // What the bank paid again after an appeal is promised to nobody.
  return refund.state === 'reversed'
    ? Math.min(refund.amount, countFree(payment, refunds))
    : countPayable(refund, payment, refunds);
}

/** A failed refund once it was paid in another way: it counts as one more attempt. */
function describeLastAttempt(refund: Refund): Refund {
  const { credit: _credit, ...rest } = refund;
  return { ...rest, attempt: refund.attempt + 1 };
}

async function present(
  { refundId, state, seatId, currency, failure, createdAt, ...refund }: Refund,
  payment: Payment,
  services: Services,
): Promise<ListedRefund> {
  const payer = await findUserWithId(payment.userId, services);
  return {
    _id: refundId,
    userId: payment.userId.toHexString(),
    phone: payer?.phone ?? null,
    paymentId: refund.paymentId,
    name: payment.studentName,
    email: payment.email,
    method: payment.method,
    amount: refund.amount,
    currency: currency.toUpperCase(),
    reason: refund.reason,
    state,
    failure: failure ?? null,
    createdAt: createdAt.toISOString(),
    cartId: seatId?.toHexString() ?? null,
    choices: isAboutMoney({ state }) ? [] : await listChoices(payment, services),
  };
}

/** The seats of a payment that can be freed. */
async function listChoices(
  { items }: Payment,
  services: Services,
): Promise<ListedRefund['choices']> {
  const taken = items.filter(({ state }) => state === 'enrolled');
  return Promise.all(
    taken.map(async ({ seatId, classId, name }) => ({
      cartId: seatId.toHexString(),
      className: (await findClass(services.database.collections, { _id: classId }))?.name ?? '',
      student_name: name,
    })),
  );
}

/**
 * Tries a failed refund again: it is decided again, as one more attempt, and carried out like every refund. R319
 * @throws {ApiError} `not_found`, `refund_not_failed`
 */
export async function retryRefund(
  refundId: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const refund = await findOpenRefund(refundId, services);
  const payment = await findPayment(services.database.collections, refund.paymentId);
  if (payment?.received)
    throw new ApiError('refund_not_failed', 'This did not come by card: give it back by hand.');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'retry refund',
    target: refund.paymentId,
    before: { amount: refund.amount, failure: refund.failure },
    after: { attempt: refund.attempt + 1 },
  });
  if (!(await decideAgain(services.database.collections, refundId, event, services.now())))
    throw new ApiError('refund_not_failed');
  await tryRefund(refundId, services);
}

async function findOpenRefund(refundId: string, { database }: Services): Promise<Refund> {
  const refund = await findRefund(database.collections, refundId);
  if (!refund) throw new ApiError('not_found', 'We could not find this refund.');
  return refund;
}

type Answer = ParsedInput<Contract['POST /openRefunds/:refundId/answer']>['body'];

/**
 * An admin says which seat a refund in Stripe's dashboard was for, and that seat is freed. Without a seat, everybody
 * keeps theirs. Or an admin says that a failed refund was paid in another way.
 *
 * 1. What is answered: the refund is in our books, and the seat is one of its payment's.
 * 2. What is written: the one answer, with its entry in the audit log.
 * 3. What follows: the credit note; or the seat is freed, which a job finishes, and the payer hears of it.
 * @throws {ApiError} `not_found`, `refund_answered`; `refund_changed` if another amount can be refunded
 */
export async function answerRefund(
  refundId: string,
  { cartId: chosen, note, paidOtherwise, given }: Answer,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const seatId = chosen ? new ObjectId(chosen) : null;
  const refund = await findOpenRefund(refundId, services);
  const { paymentId, amount } = refund;
  const payment = await findPayment(collections, paymentId);
  const item = seatId && payment?.items.find((one) => one.seatId.equals(seatId));
  if (seatId && item?.state !== 'enrolled')
    throw new ApiError('not_found', 'This payment has no such seat.');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'answer refund',
    target: paymentId,
    before: { amount },
    // No names: a child's name would outlive the child's deletion.
    after: {
      seat: chosen,
      classId: item?.classId.toHexString() ?? null,
      ...(paidOtherwise && { paidOtherwise }),
      // Without the reference, which may contain a name.
      ...(given && { method: given.method, day: given.day }),
      note,
    },
  });
  const isTaken =
    paidOtherwise && !seatId
      ? await recordPaidOtherwise(
          { refund, payment, amount: paidOtherwise, given, admin },
          event,
          services,
        )
      : await answerQuestion(collections, refundId, seatId, event);
  if (!isTaken) throw new ApiError('refund_answered');
  if (paidOtherwise) await issueNoteNow({ refundId, paymentId }, services);
  const answered = await findRefund(collections, refundId);
  if (seatId && answered) await freeOrLog(answered, services);
}

type PaidOtherwise = {
  refund: Refund;
  payment: Payment | null;
  amount: number;
  given: Answer['given'];
  admin: UserDocument;
};

/**
 * Records that an admin has paid a failed refund in another way, such as in cash. From now on its money counts as
 * returned. The money is set aside first, as for one more attempt: a server that stops in between leaves the refund on
 * the admins' list, and the next answer or try uses the same money.
 * @param answer.amount what was returned, in cents
 * @param answer.given how and when; the money counts in the open month in any case. R598
 * @returns false if it has not failed, or somebody tried it again or closed it in the meantime
 * @throws {ApiError} `invalid_input` if the day is wrong; `refund_changed` if less or more can be refunded; `unavailable`
 *   if somebody else is just refunding some of it
 */
async function recordPaidOtherwise(
  { refund, payment, amount, given, admin }: PaidOtherwise,
  event: AuditEvent,
  services: Services,
): Promise<boolean> {
  if (refund.state !== 'failed' || !refund.needsAdmin) return false;
  const { collections } = services.database;
  const { refundId, paymentId, attempt } = refund;
  const moment = readMoment(services);
  if (given && payment) checkGivenDay(given.day, payment, services);
  const last = { ...describeLastAttempt(refund), amount };
  const known = await listRefundsOf(collections, [paymentId]);
  if (!payment || amount !== countOwed(refund, payment, known))
    throw new ApiError('refund_changed', 'This amount is not right anymore. Reload the list.');
  const asSeen = { _id: refundId, attempt, state: 'failed' as const, needsAdmin: true as const };
  // First: if this server stops now, nobody may try to return more than what is set aside.
  if (amount < refund.amount) {
    const { matchedCount } = await collections.refunds.updateOne(asSeen, { $set: { amount } });
    if (matchedCount === 0) return false;
  }
  if (!(await reserve(collections, last, moment))) throw new ApiError('unavailable');
  const { method } = payment;
  const paid = {
    state: 'paid otherwise' as const,
    attempt: last.attempt,
    settledAt: moment.at,
    given: { method, day: moment.day, reference: '', ...given, by: admin._id },
  };
  const { matchedCount } = await collections.refunds.updateOne(asSeen, {
    $set: { ...paid, noteDue: true as const },
    $unset: { needsAdmin: true },
    $push: { events: event },
  });
  return matchedCount === 1;
}

/** @throws {ApiError} `invalid_input` if nobody can have given the money back on this day. R598 */
function checkGivenDay(
  day: string,
  { received, movements }: Pick<Payment, 'received' | 'movements'>,
  services: Services,
): void {
  const came = received?.day ?? movements[0]?.day ?? '';
  const problem =
    findDayProblem(day, services)?.['body.day'] ??
    (day < came ? 'The money came after this day.' : undefined);
  if (problem)
    throw new ApiError('invalid_input', undefined, { fields: { 'body.given.day': problem } });
}

/** The answer is recorded, so a job continues with it. */
async function freeOrLog(refund: Refund, services: Services): Promise<void> {
  const { refundId } = refund;
  await logFailure(freeSeat(refund, services), 'a seat is not free yet', services, { refundId });
}

/** Frees the seat that a refund was for. Idempotent. */
async function freeSeat(
  { refundId, paymentId, seatId }: Refund,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const payment = await findPayment(collections, paymentId);
  const item = payment?.items.find((one) => seatId?.equals(one.seatId));
  if (!item) return;
  await endReturnedSeat({ paymentId, seatId: item.seatId }, services);
  // They are told that the seat is no longer theirs.
  await closeQuestion(collections, refundId, services.now());
}

/** Frees the seats of answered refunds, if that was interrupted. A job. */
export async function finishRefundAnswers(services: Services, signal?: AbortSignal): Promise<void> {
  for (const refund of await listAnswered(services.database.collections)) {
    if (signal?.aborted) return;
    await freeOrLog(refund, services);
  }
}
