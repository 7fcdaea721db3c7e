import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { worksInOffice } from '../users/bundles.ts';
import type { Payment } from './payment-store.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { ItemState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import { readPeople } from '../users/participant-names.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ReceiptDocument } from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { listReceipts } from './receipts.ts';

/** A seat that somebody paid for, in the ledger, a cancellation or a move. */
type Line = {
  paymentId: string;
  seatId: ObjectId;
  classId: ObjectId;
  childId?: ObjectId;
  /** Who the seat is for, if the line itself keeps it, as in a payment. */
  name?: string;
};

export type Payer = Pick<UserDocument, '_id' | 'email' | 'status'>;

/** What was bought, as its receipt says. */
type Bought = Pick<
  ReceiptDocument['items'][number],
  'className' | 'camp_start' | 'camp_end' | 'days' | 'studentName'
>;

/**
 * What a line says about its seat. If the payer is no longer a guardian of the child, it is only what they bought, and
 * no id. `bought` is null without a receipt: the class was free, or there was no seat.
 */
export type PayerLine = { student_name: string } & (
  | { isTheirs: true; cartId: string; classId: string; childId: string | null }
  | { isTheirs: false; cartId: null; classId: null; childId: null; bought: Bought | null }
);

/**
 * How the payer may see their lines now. Every line of money in an answer or an email to its payer comes through here:
 * nothing else provides the child's name, the class and the ids. R206
 * @param lines all that will be read
 */
export async function createLineReader(
  lines: Pick<Line, 'paymentId' | 'childId' | 'name'>[],
  payer: Payer,
  services: Pick<Services, 'database'>,
): Promise<(line: Line) => PayerLine> {
  const { isTheirs } = await readFamilyRights(payer, services);
  const nameless = lines.filter(({ name }) => name === undefined);
  const people = nameless.map(({ childId }) => ({ userId: payer._id, childId }));
  const personOf = await readPeople(people, services);
  const strange = lines.filter(({ childId }) => !isTheirs(childId));
  const receipts = await listReceipts(
    services.database.collections,
    strange.map(({ paymentId }) => paymentId),
  );
  return ({ paymentId, seatId, classId, childId, name }) => {
    if (isTheirs(childId))
      return {
        isTheirs: true,
        cartId: seatId.toHexString(),
        classId: classId.toHexString(),
        childId: childId?.toHexString() ?? null,
        student_name: name ?? personOf({ userId: payer._id, childId }).name,
      };
    const receipt = receipts.find((one) => one.paymentId === paymentId);
    const bought = receipt?.items.find((item) => item.seatId.equals(seatId)) ?? null;
    const student_name = bought?.studentName ?? '';
    return { isTheirs: false, cartId: null, classId: null, childId: null, student_name, bought };
  };
}

/** What became of a seat. A payer who may not see where it is sees only that it was bought or refunded. */
export function readState(state: ItemState, { isTheirs }: { isTheirs: boolean }): ItemState {
  return !isTheirs && state === 'canceled' ? 'enrolled' : state;
}

/** The payer and the children are not the accountant's business. */
export const NOBODY = { name: '', email: NO_EMAIL };

/**
 * What money came or went with, for the books: the number of a check, but not the text of a bank transfer, which names the
 * payer. R700
 */
export function referenceForBooks(reference: string, method: PaymentMethod): string {
  return method === 'bank transfer' ? '' : reference;
}

/** The same of a refund that was given back by hand. */
export function refundForBooks<Line extends Pick<RefundLine, 'given'>>(line: Line): Line {
  const { given } = line;
  if (!given) return line;
  return {
    ...line,
    given: { ...given, reference: referenceForBooks(given.reference, given.method) },
  };
}

/** Whether somebody reads a paper only for the books. */
export function isForBooks(
  { userId }: Pick<Payment, 'userId'>,
  reader: Pick<UserDocument, '_id' | 'role' | 'bundle' | 'status'>,
): boolean {
  return reader.role === 'admin' && !worksInOffice(reader) && !userId.equals(reader._id);
}
