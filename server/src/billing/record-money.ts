import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { nameCharge } from '@speakifyr/contract/format.ts';
import type { UserDocument } from '../database/collections.ts';
import { endPaymentsOfHold, settlePayment } from '../enrollments/changes/settle-payment.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findFamily } from '../people/users/find-users.ts';
import { readPeople } from '../people/users/participant-names.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import { enterPayment } from './ledger/enter-payment.ts';
import { findPayment } from './ledger/payment-store.ts';
import { checkStillHere } from './payer.ts';
import { findHeldSeats, toItem } from './start-payment.ts';

type Money = ParsedInput<Contract['POST /families/:id/payments']>['body'];

/**
 * The office records money that came to the school itself, for seats that the family holds. The ledger gets a payment
 * that is settled like any other, but without Stripe. So if the process stops in between, a job finishes it. If no seat is
 * left, the money goes back: it waits in the admins' list of refunds.
 * @param familyId the account's: 24 hexadecimal digits
 * @param money.requestId the same request may be sent again: it is recorded once
 * @returns the payment's id
 * @throws {ApiError} `not_found`; `seat_not_held`; `payment_not_finished` while a bank works on a card payment for one of
 *   them; `payment_refunded` if no seat was left; `invalid_input` if the amount or the day is wrong
 */
export async function recordMoney(
  familyId: string,
  money: Money,
  admin: UserDocument,
  services: Services,
): Promise<string> {
  const user = await findFamily(familyId, services);
  const paymentId = nameOfficePayment(money.requestId);
  const isEntered = async () => findPayment(services.database.collections, paymentId);
  if (!(await isEntered()))
    try {
      await enterMoney(paymentId, money, { user, admin }, services);
    } catch (error) {
      // The same request was faster.
      if (!(await isEntered())) throw error;
    }
  const { state } = await settlePayment(paymentId, services);
  if (state === 'refunded')
    throw new ApiError(
      'payment_refunded',
      'There was no seat anymore. The money is recorded, and waits under Refunds until you have given it back.',
    );
  return paymentId;
}

/** What the payment of a request is called in the ledger. */
export function nameOfficePayment(requestId: string): string {
  return `office_${requestId.replaceAll('-', '_')}`;
}

async function enterMoney(
  paymentId: string,
  { cartIds, method, amount, day, reference }: Money,
  { user, admin }: { user: UserDocument; admin: UserDocument },
  services: Services,
): Promise<void> {
  if (day > readToday(services)) throw wrong('day', 'This day is in the future.');
  const seats = await findHeldSeats(user, cartIds, services);
  const holds = seats.map(({ seat }) => seat);
  const personOf = await readPeople(holds, services);
  const items = seats.map((one) => toItem(one, personOf));
  const cost = sumAmounts(items);
  if (cost !== amount)
    throw wrong(
      'amount',
      `Together, they cost ${nameCharge(cost / 100, services.environment.CURRENCY)}.`,
    );
  for (const hold of holds)
    if (!(await endPaymentsOfHold(hold, services)))
      throw new ApiError(
        'payment_not_finished',
        'This seat has just been paid for, or a bank is working on it. Please reload the page.',
      );
  const payment = {
    ...{ paymentId, method, items },
    received: { day, reference, by: admin._id },
    events: [
      auditEvent({
        ...{ at: services.now(), by: admin._id, type: 'record payment', target: paymentId },
        // Without the reference, which may have a name: the audit log outlives the account.
        ...{ before: null, after: { email: user.email, amount, method, day } },
      }),
    ],
  };
  await enterPayment(payment, user, services);
  await checkStillHere(user, payment, services);
}

function wrong(field: 'day' | 'amount', message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: message } });
}
