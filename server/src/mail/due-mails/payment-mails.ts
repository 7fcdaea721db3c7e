import type { PaymentDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { addMail } from '../outbox.ts';
import { listClosedPayments, unmarkPayment } from './marks.repo.ts';
import { addressTo, daysFromNow, findRecipient } from './recipients.ts';
import { writeMarked } from './write-marked.ts';

const KEEP_TRYING_DAYS = 30;

/** Receipts, and news about money that goes back. */
export async function writePaymentMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listClosedPayments, write: writePaymentMail, unmark: unmarkPayment };
  await writeMarked(marks, services, signal);
}

async function writePaymentMail(
  { _id: paymentId, email, classId, status }: PaymentDocument,
  services: Services,
): Promise<void> {
  const user = await findRecipient(email, services);
  if (!user) return;
  const common = {
    ...addressTo(user),
    isEssential: true,
    notAfter: daysFromNow(KEEP_TRYING_DAYS, services),
  };
  if (status === 'enrolled') {
    const cause = { kind: 'paid' as const, classId, paymentId };
    await addMail({ _id: `paid-${paymentId}`, cause, ...common }, services);
  } else if (status === 'refunded') {
    const cause = { kind: 'refunded' as const, paymentId };
    await addMail({ _id: `refunded-${paymentId}`, cause, ...common }, services);
  }
}
