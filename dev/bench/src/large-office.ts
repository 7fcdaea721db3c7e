import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../../server/src/database/class-document.ts';
import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import type { SchoolEvent } from '../../../server/src/database/event-document.ts';
import type {
  ReceiptDocument,
  RefundDocument,
} from '../../../server/src/database/money-documents.ts';
import type { OutboxDocument } from '../../../server/src/database/outbox-document.ts';
import { listSearchWords } from '../../../server/src/database/search-words.ts';
import { DAY_MS } from '../../../server/src/school-time.ts';
import { makeUserId } from '../../../server/src/testing/documents.ts';

/** The admin of the large school. */
export const ADMIN = 'admin@large.test';

const SELLER = { name: 'SPEAKIFYR', address: '1 Camp Road', email: 'hello@large.test', phone: '' };
/** Every so many emails and refunds have failed. */
const FAILS = 50;

/** What such payments leave in an office: receipts, refunds, emails and an audit log. */
export function makeDaysOfOffice(
  payments: PaymentDocument[],
  classes: ClassDocument[],
  firstReceipt: number,
  now: Date,
): {
  receipts: ReceiptDocument[];
  refunds: RefundDocument[];
  mails: OutboxDocument[];
  events: SchoolEvent[];
} {
  const byId = new Map(classes.map((campClass) => [campClass._id.toHexString(), campClass]));
  const paid = payments.filter(({ status }) => status === 'enrolled' || status === 'refunded');
  const refunded = paid.filter(({ status }) => status === 'refunded');
  return {
    receipts: paid
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((payment, number) => makeReceipt(payment, byId, firstReceipt + number)),
    refunds: [...refunded.map(makeRefund), ...paid.filter(isFailing).map(makeFailed)],
    mails: paid.map((payment, number) => makeMail(payment, number, now)),
    events: payments.map(makeEvent),
  };
}

function makeReceipt(
  { _id, email, studentName, items, amount, currency, createdAt }: PaymentDocument,
  classes: Map<string, ClassDocument>,
  number: number,
): ReceiptDocument {
  return {
    ...{ _id: number, paymentId: _id, issuedAt: createdAt, seller: SELLER, amount, currency },
    payer: { name: studentName, email },
    items: items.map(({ seatId, classId, name, ...item }) => {
      const { name: className, camp_start, camp_end } = classes.get(classId.toHexString())!;
      return {
        ...{ seatId, className, camp_start, camp_end },
        studentName: name,
        amount: item.amount,
      };
    }),
  };
}

function makeRefund(payment: PaymentDocument): RefundDocument {
  const { _id: paymentId, items, amount, currency, createdAt } = payment;
  const { seatId } = items[0]!;
  return {
    _id: `${paymentId}:${seatId.toHexString()}:canceled`,
    ...{ paymentId, seatId, amount, currency, createdAt, settledAt: createdAt, attempt: 0 },
    reason: 'canceled by parent',
    state: 'succeeded',
  };
}

function isFailing({ status }: PaymentDocument, number: number): boolean {
  return status === 'enrolled' && number % FAILS === 0;
}

/** A part that an admin wanted to give back. */
function makeFailed(payment: PaymentDocument): RefundDocument {
  return {
    ...makeRefund(payment),
    ...{ _id: `admin:${new ObjectId().toHexString()}`, amount: 500, by: makeUserId(ADMIN) },
    ...{ reason: 'by admin', state: 'failed', needsAdmin: true },
    failure: 'expired_or_canceled_card',
  };
}

/** They are kept for a year, as the server would. */
function makeMail(payment: PaymentDocument, number: number, now: Date): OutboxDocument {
  const createdAt = new Date(now.getTime() - (number % 300) * DAY_MS - number);
  const isFailed = number % FAILS === 0;
  return {
    _id: `paid-${payment._id}`,
    cause: { kind: 'paid', paymentId: payment._id },
    to: { name: payment.studentName, address: payment.email },
    ...{ isEssential: true, attempts: 1, createdAt, notAfter: createdAt },
    forgetAt: new Date(createdAt.getTime() + 365 * DAY_MS),
    subject: 'You are enrolled',
    ...(isFailed
      ? { state: 'failed', lastError: '550 No such user' }
      : { state: 'sent', sentAt: createdAt }),
  };
}

function makeEvent({ email, amount, createdAt }: PaymentDocument): SchoolEvent {
  return {
    _id: new ObjectId().toHexString(),
    ...{ type: 'refund', by: makeUserId(ADMIN), at: createdAt },
    searchWords: listSearchWords({ name: email }),
    data: {
      ...{ target: email, people: [email] },
      ...{ before: null, after: { amount } },
    },
  };
}
