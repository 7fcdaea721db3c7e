import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { nameCharge } from '@speakifyr/contract/format.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findAddressOf } from '../users/find-users.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findDayProblem } from './day-received.ts';
import { writeOnce } from '../write-once.ts';
import { countOwedBack } from '../database/owed-back.ts';
import { findPayment, type Payment } from '../ledger/payment-store.ts';
import { nameBounce } from '../ledger/refund-store.ts';

type Money = ParsedInput<Contract['POST /payments/:paymentId/paidBack']>['body'];

/**
 * The office records what a family pays back of the money that had gone back before its payment bounced. It is the bounced
 * payment's money again, on this day. R483
 * @param money.amount in cents: at most what is owed
 * @throws {ApiError} `not_found`; `request_used` if this requestId recorded something else (R485); `invalid_input` if the
 *   amount or the day is wrong
 */
export async function recordPaidBack(
  paymentId: string,
  money: Money,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { payments } = services.database.collections;
  const { requestId } = money;
  await writeOnce({
    wanted: { paymentId, ...money, by: admin._id },
    find: async () => {
      const found = await payments.findOne({ 'movements.received.requestId': requestId });
      const first = found?.movements.find(({ received }) => received?.requestId === requestId);
      return first && { paymentId: found?._id, amount: first.amount, ...first.received };
    },
    write: () => enter(paymentId, money, admin, services),
  });
}

async function enter(
  paymentId: string,
  money: Money,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { payments } = services.database.collections;
  for (;;) {
    const payment = await findPayment(services.database.collections, paymentId);
    if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
    // The same request was faster.
    if (payment.movements.some(({ received }) => received?.requestId === money.requestId)) return;
    checkMoney(payment, money, services);
    const { at, day } = readMoment(services);
    const { amount, ...rest } = money;
    const event = auditEvent({
      at,
      by: admin._id,
      type: 'record payment',
      target: paymentId,
      before: { kept: payment.kept },
      // Without the reference, which may contain a name.
      after: {
        email: await findAddressOf(payment.userId, services),
        amount,
        method: money.method,
        day: money.day,
        kept: payment.kept + amount,
      },
    });
    const movement = {
      kind: 'came back' as const,
      at,
      day,
      amount,
      refundId: nameBounce(payment),
      received: { ...rest, by: admin._id },
    };
    const { matchedCount } = await payments.updateOne(
      {
        _id: paymentId,
        kept: payment.kept,
        'movements.received.requestId': { $ne: money.requestId },
      },
      {
        $inc: { kept: amount },
        $push: { movements: movement, events: event },
        $set: { changedAt: at },
      },
    );
    if (matchedCount === 1) return;
  }
}

/** @throws {ApiError} `not_found` if nothing is owed; `invalid_input` */
function checkMoney(payment: Payment, { amount, day }: Money, services: Services): void {
  const owed = countOwedBack(payment);
  if (owed === 0) throw new ApiError('not_found', 'Nothing is owed for this payment.');
  const say = nameCharge(owed / 100, payment.currency.toUpperCase());
  const fields = {
    ...findDayProblem(day, services),
    ...(amount > owed && {
      'body.amount': `Only ${say} is still owed.`,
    }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('invalid_input', undefined, { fields });
}
