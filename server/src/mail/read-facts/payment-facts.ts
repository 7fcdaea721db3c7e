import type { CauseOf } from '../../database/outbox-document.ts';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { UserDocument } from '../../database/collections.ts';
import { findClosedPayment } from '../../payments/closed-payments.ts';
import { getClassWithSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { Charge, LetterFacts } from '../letters/facts.ts';
import { findEnrolled } from './find-enrolled.ts';

/** What a receipt says, while the payment has its seat. */
export async function readPaid(
  { classId, paymentId }: CauseOf<'paid'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['paid'] | undefined> {
  const found = await findEnrolled(classId, user, services);
  if (found?.seat.paymentId !== paymentId) return undefined;
  const charge = await readCharge(paymentId, services);
  if (!charge) return undefined;
  const { campClass, seat } = found;
  return {
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat),
    charge,
    paidAt: seat.enrolledAt,
  };
}

/** What a person reads about their money that goes back. */
export async function readRefunded(
  { paymentId }: CauseOf<'refunded'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['refunded'] | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'refunded' || payment.email !== user.email) return undefined;
  const [item] = payment.items;
  const campClass = item && (await getClassWithSeat(item.classId, { email: user.email }, services));
  if (!campClass) return undefined;
  const reason = payment.refundReason ?? 'by the school';
  return {
    campClass: summarizeClass(campClass),
    seat: reason === 'no seat' ? null : { entryCode: '', transactionId: paymentId },
    charge: describeCharge(payment),
    paymentId,
    reason,
  };
}

/** What a payment charged, or undefined if it is not in our ledger. */
export async function readCharge(
  paymentId: string,
  services: Services,
): Promise<Charge | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  return payment ? describeCharge(payment) : undefined;
}

function describeCharge({ amount, currency }: { amount: number; currency: string }): Charge {
  return { amount, currency: currency.toUpperCase() };
}
