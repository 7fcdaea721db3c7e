import type { PaymentDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { findReaders } from '../seat-readers.ts';
import { listMarkedPayments, unmarkPayments } from './marks.repo.ts';
import { essentialTo, findRecipient } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 30;

/** Adds receipts, what other guardians read of new seats, and emails about refunds and what a bank has refused. */
export async function addPaymentMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = { list: listMarkedPayments, describe: describePaymentMail, unmark: unmarkPayments };
  await addMarkedMails(marks, services, signal);
}

async function describePaymentMail(
  payment: PaymentDocument,
  services: Services,
): Promise<NewMail[]> {
  const [toPayer, toOthers] = await Promise.all([
    describeForPayer(payment, services),
    payment.status === 'enrolled' ? describeForOthers(payment, services) : [],
  ]);
  return [...toPayer, ...toOthers];
}

/** The other guardians who may see the children hear of their new classes. */
async function describeForOthers(
  { _id: paymentId, email, items }: PaymentDocument,
  services: Services,
): Promise<NewMail[]> {
  const seats = items
    .filter(({ childId, transferId }) => childId && !transferId)
    .map(({ cartId, childId }) => ({ cartId, email, ...(childId && { childId }) }));
  const readers = await findReaders(seats, services);
  return readers
    .filter(({ user }) => user.email !== email)
    .map(({ user }) => ({
      _id: `booked-${paymentId}-${user._id.toHexString()}`,
      cause: { kind: 'seat booked' as const, paymentId },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    }));
}

async function describeForPayer(
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
  const cause = { kind: 'payment refused' as const, paymentId };
  return [{ _id: `refused-${paymentId}`, cause, ...common }];
}
