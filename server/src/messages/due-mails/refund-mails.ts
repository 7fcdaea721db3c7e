import type { RefundDocument } from '../../database/money-documents.ts';
import { findClosedPayment } from '../../billing/closed-payments.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { describeFailedRefund, describeWonBack } from './admin-mails.ts';
import { addMarkedMails } from './add-marked-mails.ts';
import { listMarkedRefunds, unmarkRefunds } from './marks.repo.ts';
import { essentialTo, findRecipient } from './recipients.ts';

const KEEP_TRYING_DAYS = 30;

/**
 * Tells a payer that the school has returned a part of a payment. If an admin says later which seat it was for, another
 * email says that this seat is gone. payment-mails.ts and plan-mails.ts tell of everything else that goes back. Tells
 * the admins of refunds that failed, and of disputes that were won on appeal.
 */
export async function addRefundMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listMarkedRefunds, describe: describeRefundMails, unmark: unmarkRefunds };
  await addMarkedMails(marks, services, signal);
}

async function describeRefundMails(refund: RefundDocument, services: Services): Promise<NewMail[]> {
  const mails = await Promise.all([
    describeRefundMail(refund, services),
    describeFailedRefund(refund, services),
    describeWonBack(refund, services),
  ]);
  return mails.flat();
}

async function describeRefundMail(
  { _id: refundId, paymentId, reason, ...refund }: RefundDocument,
  services: Services,
): Promise<NewMail[]> {
  // A seat that could not be given is in the email about the payment, a canceled or moved one in an email of its own.
  if (reason !== 'by the school' && reason !== 'by admin') return [];
  // What an admin gives back costs nobody a seat.
  const cartId = reason === 'by admin' ? null : refund.cartId;
  const payment = await findClosedPayment(paymentId, services);
  const user = payment && (await findRecipient(payment.email, services));
  if (!user) return [];
  const seat = cartId ? `-${cartId.toHexString()}` : '';
  return [
    {
      // Our own ids have a colon, which the id of an email can't have.
      _id: `refunded-${refundId.replaceAll(':', '-')}${seat}`,
      cause: { kind: 'refunded', paymentId, refundId, ...(cartId && { cartId }) },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    },
  ];
}
