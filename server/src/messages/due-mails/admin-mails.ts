import type { PaymentDocument } from '../../database/collections.ts';
import type { CancellationDocument, RefundDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import { listOfficeUsers } from '../../people/users/users.service.ts';
import type { NewMail } from '../outbox.ts';
import { addMarkedMails } from './add-marked-mails.ts';
import { listMarkedDisputes, unmarkDisputes } from './plan-marks.repo.ts';
import { essentialTo } from './recipients.ts';

const KEEP_TRYING_DAYS = 7;

/** Tells every admin of payments that a payer's bank questions. */
export async function addDisputeMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listMarkedDisputes, describe: describeDispute, unmark: unmarkDisputes };
  await addMarkedMails(marks, services, signal);
}

async function describeDispute(
  { _id: paymentId, dispute }: PaymentDocument,
  services: Services,
): Promise<NewMail[]> {
  if (dispute?.state !== 'open') return [];
  const { stripeId, isRefundable: isInquiry } = dispute;
  const cause = { kind: 'payment disputed' as const, paymentId, stripeId };
  return isInquiry
    ? tellAdmins(`inquiry-${stripeId}`, { ...cause, isInquiry }, services)
    : tellAdmins(`dispute-${stripeId}`, cause, services);
}

/** Tells every admin of money that is back after an appeal, although the seat is gone. */
export async function describeWonBack(
  { _id: lossId, paymentId, stripeId = '', state, needsAdmin }: RefundDocument,
  services: Services,
): Promise<NewMail[]> {
  if (state !== 'reversed' || !needsAdmin) return [];
  const cause = { kind: 'payment disputed' as const, paymentId, stripeId, lossId };
  return tellAdmins(`wonback-${lossId.replaceAll(':', '-')}`, cause, services);
}

/** Tells every admin of one attempt of a refund that has failed. */
export async function describeFailedRefund(
  { _id: refundId, attempt, state, needsAdmin }: RefundDocument,
  services: Services,
): Promise<NewMail[]> {
  if (state !== 'failed' || !needsAdmin) return [];
  const cause = { kind: 'refund failed' as const, refundId, attempt };
  return tellAdmins(`refundfailed-${refundId.replaceAll(':', '-')}-${attempt}`, cause, services);
}

/** Tells every admin of a seat that ended because a payment for it was returned. */
export async function describeEndedSeat(
  { _id: cartId, reason }: CancellationDocument,
  services: Services,
): Promise<NewMail[]> {
  if (reason !== 'payment returned') return [];
  const cause = { kind: 'seat ended' as const, cartId };
  return tellAdmins(`seatended-${cartId.toHexString()}`, cause, services);
}

async function tellAdmins(
  id: string,
  cause: NewMail['cause'],
  services: Services,
): Promise<NewMail[]> {
  const admins = await listOfficeUsers(services);
  return admins.map((admin) => ({
    _id: `${id}-${admin._id.toHexString()}`,
    cause,
    ...essentialTo(admin, KEEP_TRYING_DAYS, services),
  }));
}
