import type { PaymentDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { listClosedPayments, unmarkPayments } from './marks.repo.ts';
import { essentialTo, findRecipient } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 30;

/** Adds receipts, and emails about refunds. */
export async function addPaymentMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listClosedPayments, describe: describePaymentMail, unmark: unmarkPayments };
  await addMarkedMails(marks, services, signal);
}

async function describePaymentMail(
  { _id: paymentId, email, status }: PaymentDocument,
  services: Services,
): Promise<NewMail[]> {
  const user = await findRecipient(email, services);
  if (!user) return [];
  const common = essentialTo(user, KEEP_TRYING_DAYS, services);
  if (status === 'enrolled') {
    const cause = { kind: 'paid' as const, paymentId };
    return [{ _id: `paid-${paymentId}`, cause, ...common }];
  }
  if (status === 'refunded') {
    const cause = { kind: 'refunded' as const, paymentId };
    return [{ _id: `refunded-${paymentId}`, cause, ...common }];
  }
  return [];
}
