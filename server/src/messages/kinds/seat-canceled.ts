import type { RefundState } from '@speakifyr/contract/limits.ts';
import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClass } from '../../database/class-store.ts';
import { createLineReader } from '../../billing/ledger/payer-lines.ts';
import type { CancellationDocument, RefundDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { aboutCancellation } from '../due-mails/as-it-is.ts';
import { essentialTo, findRecipient, KEEP_TRYING_MONEY_DAYS } from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findCancellation, listRefundsWithIds } from '../kinds.repo.ts';
import { type Charge, describeCharge, type EntryFacts, listChildIds } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  type Facts,
  greet,
  listChild,
  listClassFacts,
  nameClass,
  nameSeat,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';
import { describeLostEntry } from '../parts/seats.ts';
import { findPeople } from '../seat-readers.ts';

export type SeatCanceledCause = { kind: 'seat canceled'; seatId: ObjectId };

/**
 * `entry` takes the class out of the reader's calendar; null for a payer who is no longer a guardian. `by`: who
 * ended it. `money` is null for another guardian, who did not pay. Its amounts are in cents; `state` is null if nothing
 * comes back.
 */
type SeatCanceledProps = {
  className: string;
  child: string | null;
  entry: EntryFacts | null;
  by: 'parent' | 'school' | 'next person' | 'returned';
  money: {
    refund: Charge;
    kept: Charge;
    ids: string[];
    state: RefundState | null;
  } | null;
};

export const seatCanceled = defineMail<SeatCanceledCause, SeatCanceledProps>({
  kind: 'seat canceled',
  on: { 'seat canceled': aboutCancellation(describeCanceledSeat) },
  read,
  write,
  calendar: ({ entry }) => listEntries('CANCEL', entry ? [entry] : []),
});

type Canceled = SeatCanceledProps;

/** Says that one seat is canceled and, to the payer, what comes back and what the school keeps. */
function write(props: Canceled, { to }: MailContext): MailContent {
  const { className, child, entry, money } = props;
  return {
    subject: subjectOf('Seat canceled: ', nameClass(className)),
    greeting: greet(to),
    parts: [
      { kind: 'text', text: sayWhat(props) },
      ...sayMoney(props),
      {
        kind: 'facts',
        facts: [
          ...listChild(child),
          ...listMoney(money),
          ...(entry
            ? listClassFacts(entry.campClass)
            : [{ label: 'Class', value: nameClass(className) }]),
        ],
      },
      ...(entry ? [{ kind: 'text' as const, text: sayRemoval(1, 1) }] : []),
      money
        ? { kind: 'link', label: 'See your canceled seats', path: '/dashboard/enroll' }
        : { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

function sayWhat({ by, money, ...props }: Canceled): string {
  const seat = nameSeat(props);
  // The parent who decided it is the payer.
  switch (by) {
    case 'parent':
      return money
        ? `You have canceled ${seat}.`
        : `The parent who booked it has canceled ${seat}.`;
    case 'school':
      return `The school has canceled ${seat}.`;
    case 'next person':
      return money
        ? `Somebody else has taken ${seat}, as you wanted.`
        : `The parent who booked it has passed on ${seat} to somebody else.`;
    case 'returned':
      return money
        ? `A payment for ${seat} went back to you. So the seat is not yours anymore.`
        : `A payment for ${seat} was returned, so the seat has ended.`;
  }
}

function sayMoney({ by, money }: Canceled): MailPart[] {
  if (!money) return [];
  const { refund, kept, state } = money;
  if (by === 'returned') return sayRest(money);
  if (refund.amount + kept.amount === 0)
    return [{ kind: 'text', text: 'The seat was free, so there is nothing to refund.' }];
  const why = by === 'parent' ? ', as our refund policy said when you booked' : '';
  if (state === null || refund.amount === 0)
    return [{ kind: 'text', text: `No refund: the school keeps ${sayCharge(kept)}${why}.` }];
  const what =
    kept.amount === 0
      ? `All of your money comes back: ${sayCharge(refund)}.`
      : `${sayCharge(refund)} comes back. The school keeps ${sayCharge(kept)}${why}.`;
  return [
    { kind: 'text', text: what },
    { kind: 'text', text: sayRefund(state) },
  ];
}

/** What becomes of the other payments for the seat. */
function sayRest({ refund, kept, state }: NonNullable<Canceled['money']>): MailPart[] {
  const back =
    refund.amount > 0
      ? `What else you paid for the seat comes back, too: ${sayCharge(refund)}.`
      : 'You paid nothing else for the seat that could come back.';
  const text = kept.amount > 0 ? `${back} The school keeps ${sayCharge(kept)}.` : back;
  return [
    { kind: 'text', text },
    ...(state === null ? [] : [{ kind: 'text' as const, text: sayRefund(state) }]),
  ];
}

function listMoney(money: Canceled['money']): Facts {
  if (!money) return [];
  const { refund, kept, ids } = money;
  return [
    ...(refund.amount > 0 ? [{ label: 'Refund', value: sayCharge(refund) }] : []),
    ...(kept.amount > 0 ? [{ label: 'Kept', value: sayCharge(kept) }] : []),
    ...ids.map((value) => ({ label: 'Payment', value })),
  ];
}

const BY: Record<CancellationDocument['reason'], SeatCanceledProps['by']> = {
  'canceled by parent': 'parent',
  'canceled by admin': 'school',
  'class canceled': 'school',
  'seat passed on': 'next person',
  'payment returned': 'returned',
};

/**
 * What people read about a canceled seat: the payer, what comes back; another guardian, that it is gone. A payer who is
 * no longer a guardian reads what they bought and what is refunded of it; nothing, if there is no refund.
 */
async function read(
  { seatId }: SeatCanceledCause,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<SeatCanceledProps> | undefined> {
  const { collections } = services.database;
  const canceled = await findCancellation(collections, seatId);
  if (!canceled) return undefined;
  const { classId, className, email, childId, name, paymentId, reason, createdAt } = canceled;
  const seat = { seatId, email, name, paymentId, ...(childId && { childId }) };
  const isPayer = user.email === email;
  const money = isPayer ? await describeMoney(canceled, services) : null;
  const by = BY[reason];
  if (!rights.mayReadSeat(seat)) {
    if (!money || money.refund.amount === 0) return undefined;
    const line = (await createLineReader([seat], user, services))({ ...seat, classId });
    const bought = line.isTheirs ? null : line.bought;
    if (!bought) return undefined;
    const props = { className: bought.className, child: bought.studentName, entry: null };
    return { props: { ...props, by, money }, childIds: [] };
  }
  const campClass = await findClass(collections, { _id: classId });
  const props = {
    className,
    child: childId ? name : null,
    entry:
      campClass && (await describeLostEntry(campClass, { ...seat, until: createdAt }, services)),
    ...{ by, money },
  };
  return { props, childIds: listChildIds([seat]) };
}

async function describeMoney(
  { refunds, kept, currency, paymentId }: CancellationDocument,
  { database }: Services,
): Promise<SeatCanceledProps['money']> {
  const found = await listRefundsWithIds(
    database.collections,
    refunds.map(({ refundId }) => refundId),
  );
  const refund = sumAmounts(refunds);
  const paidBy = new Set([paymentId, ...refunds.map((one) => one.paymentId)]);
  return {
    refund: describeCharge({ amount: refund, currency }),
    kept: describeCharge({ amount: kept, currency }),
    ids: refund + kept > 0 ? [...paidBy] : [],
    state: refund > 0 ? findWorst(found) : null,
  };
}

/** One failed refund is what matters. A refund that is not written down yet is on its way. */
function findWorst(refunds: RefundDocument[]): RefundDocument['state'] {
  const isFailed = refunds.some(({ state, needsAdmin }) => state === 'failed' && needsAdmin);
  return isFailed ? 'failed' : 'decided';
}

async function describeCanceledSeat(
  { _id: seatId, email, childId, reason, refunds }: CancellationDocument,
  services: Services,
): Promise<NewMail<SeatCanceledCause>[]> {
  if (reason === 'class canceled') return [];
  const readers = await findPeople(email, seatId, [childId], services);
  const payer = sumAmounts(refunds) > 0 ? await findRecipient(email, services) : undefined;
  const people = payer ? [...readers.filter(({ _id }) => !_id.equals(payer._id)), payer] : readers;
  return people.map((user) => ({
    _id: `seatcanceled-${seatId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat canceled' as const, seatId },
    ...essentialTo(user, KEEP_TRYING_MONEY_DAYS, services),
  }));
}
