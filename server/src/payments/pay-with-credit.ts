import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { bankIsWorkingError, endPaymentsOfAll } from '../changes/end-payment.ts';
import { settlePayment } from '../changes/settle-payment.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { enterOnce, enterPayment, namePayment, readCurrency } from '../ledger/enter-payment.ts';
import { planCredits } from '../ledger/spend-credit.ts';
import { checkStillHere } from './payer.ts';
import type { OwingSeat } from '../seats/owing-seats.ts';
import { sumOwing, toBalanceItems } from './seats-to-collect.ts';
import { checkCurrency, checkMayBook, readOrder } from './start-payment.ts';
import { findOwing, owesOtherwiseError } from './start-balance.ts';

type Wanted = ParsedInput<Contract['POST /creditPayments']>['body'];

/**
 * Pays for held seats with credit alone, or some of what is owed for enrolled ones. The ledger gets a payment that is
 * settled like any other, but without Stripe: if the server stops in between, a job finishes it. R361
 * @param wanted.requestId the same request may be sent again: it pays once. R485
 * @param describe what is added for the audit log, if an admin does it for them
 * @returns the payment's id
 * @throws {ApiError} as `startPayment`, `request_used`, and `credit_changed` if it or a seat is gone: then nothing is spent
 */
export async function payWithCredit(
  wanted: Wanted,
  user: UserDocument,
  services: Services,
  describe?: (paymentId: string) => AuditEvent,
): Promise<string> {
  const paymentId = namePayment('credit', wanted.requestId);
  const event = describe?.(paymentId);
  await enterOnce(
    paymentId,
    { ...wanted, userId: user._id, by: event?.by ?? user._id },
    (request) => enter({ paymentId, request }, wanted, user, services, event),
    services,
  );
  const { state } = await settlePayment(paymentId, services);
  // While a seat is being changed, it is still open: a job settles it.
  if (state !== 'enrolled' && state !== 'open') throw new ApiError('credit_changed', NOTHING_SPENT);
  return paymentId;
}

const NOTHING_SPENT =
  'A seat or your credit has just changed, so nothing was spent. Please reload the page.';

async function enter(
  { paymentId, request }: { paymentId: string; request: string },
  wanted: Wanted,
  user: UserDocument,
  services: Services,
  event: AuditEvent | undefined,
): Promise<void> {
  const owing = await findOwing(wanted.cartIds, user, services);
  const order = owing
    ? await readBalance(owing, wanted, user, services)
    : await readOrder(wanted, user, services);
  const { holds, items, total } = order;
  if (!(await endPaymentsOfAll({ holds, owing: owing ?? [] }, services)))
    throw bankIsWorkingError();
  const cost = { amount: total, currency: readCurrency() };
  const credits = await planCredits(user._id, cost, services);
  const payment = {
    paymentId,
    request,
    method: 'credit' as const,
    items,
    credits,
    ...(event && { events: [event] }),
  };
  await enterPayment(payment, user, services);
  await checkStillHere(user, payment, services);
}

/**
 * What credit pays of what is owed: as much as the parent chose, the oldest part first.
 * @throws {ApiError} `price_changed`
 */
async function readBalance(
  owing: OwingSeat[],
  wanted: Wanted,
  user: UserDocument,
  services: Services,
) {
  await checkMayBook(owing, user, services);
  checkCurrency(wanted);
  const total = toCents(wanted.price);
  if (total === 0) throw new ApiError('nothing_to_pay');
  if (total > sumOwing(owing)) throw owesOtherwiseError();
  return { holds: [], items: await toBalanceItems(owing, total, services), total };
}
