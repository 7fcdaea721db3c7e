import type { MailContent } from '@speakifyr/contract/mail.ts';
import { findHeldSeat } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { findAnyPayment, type Payment } from '../../billing/ledger/closed-payments.ts';
import type { PaymentDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { aboutPayment } from '../due-mails/as-it-is.ts';
import { tellPayer } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { listOwn, readContext, readLost } from '../parts/payment-lines.ts';
import { type Charge, describeCharge, type LostFacts } from '../parts/props.ts';
import {
  greet,
  listChild,
  nameClass,
  nameSeat,
  sayAll,
  sayCharge,
  sayMoment,
  subjectOf,
} from '../parts/say.ts';

export type PaymentRefusedCause = { kind: 'payment refused'; paymentId: string };

/** `lost` are the seats that the payment was for. `heldUntil`: while all of them are still held; null if not. */
type PaymentRefusedProps = {
  lost: LostFacts[];
  charge: Charge;
  paymentId: string;
  heldUntil: Date | null;
};

export const paymentRefused = defineMail<PaymentRefusedCause, PaymentRefusedProps>({
  kind: 'payment refused',
  on: { 'payment ended': aboutPayment(describeMails) },
  read,
  write,
});

async function describeMails(
  { _id: paymentId, email, status }: PaymentDocument,
  services: Services,
): Promise<NewMail<PaymentRefusedCause>[]> {
  if (status === 'enrolled' || status === 'refunded') return [];
  const cause = { kind: 'payment refused' as const, paymentId };
  return tellPayer(email, `refused-${paymentId}`, cause, services);
}

/** Says that a bank, after working on a payment for a while, has not paid, and what can be done about it. */
function write(
  { lost, charge, paymentId, heldUntil }: PaymentRefusedProps,
  { to, timeZone }: MailContext,
): MailContent {
  const [first] = lost;
  const isOne = lost.length === 1 && first;
  const seats = isOne ? 'The seat is' : 'The seats are';
  return {
    subject: subjectOf(
      'Your bank did not pay: ',
      isOne ? nameClass(first.className) : sayCharge(charge),
    ),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Your bank has refused the payment for ${sayAll(lost.map(nameSeat))}. You have not been charged.`,
      },
      {
        kind: 'text',
        text: heldUntil
          ? `${seats} held for you until ${sayMoment(heldUntil, timeZone)}. Until then, you can pay in another way.`
          : `${seats} not held for you anymore. While there are free seats, you can join again and pay in another way.`,
      },
      {
        kind: 'facts',
        facts: [
          ...(isOne ? listChild(first.child) : []),
          { label: 'Amount', value: sayCharge(charge) },
          { label: 'Payment', value: paymentId },
        ],
      },
      heldUntil
        ? { kind: 'link', label: 'Go to your cart', path: '/dashboard/myclasses' }
        : { kind: 'link', label: 'See the classes', path: '/classes' },
    ],
  };
}

/** What a person reads whose bank did not pay, until they have paid in another way. */
async function read(
  { paymentId }: PaymentRefusedCause,
  reader: Reader,
  services: Services,
): Promise<Read<PaymentRefusedProps> | undefined> {
  const payment = await findAnyPayment(paymentId, services);
  if (!payment || payment.email !== reader.user.email) return undefined;
  if (payment.isProcessing || !['open', 'canceled'].includes(payment.status)) return undefined;
  const context = await readContext(payment, reader, services);
  const found = await Promise.all(
    payment.items.map((item) => readLost(item, false, context, services)),
  );
  const lost = found.flatMap((one) => one ?? []);
  if (lost.length === 0) return undefined;
  const heldUntil = await findHeldUntil(payment, services);
  return {
    props: { lost, charge: describeCharge(payment), paymentId, heldUntil },
    childIds: listOwn(context),
  };
}

/** Until when all seats of a payment are held; null if one of them is not. */
async function findHeldUntil({ items }: Payment, services: Services): Promise<Date | null> {
  const ends = await Promise.all(
    items.map(async (item) => {
      const campClass = await findClass(services.database.collections, { _id: item.classId });
      return findHeldSeat(campClass, item)?.heldUntil.getTime() ?? 0;
    }),
  );
  const first = Math.min(...ends);
  return first > services.now().getTime() ? new Date(first) : null;
}
