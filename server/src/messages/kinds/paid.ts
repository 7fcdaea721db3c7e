import type { RefundState } from '@speakifyr/contract/limits.ts';
import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { findSeat } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { findClosedPayment } from '../../billing/ledger/closed-payments.ts';
import {
  type ClassSummary,
  type SeatSummary,
  summarizeClass,
  summarizeSeat,
} from '../../class-facts.ts';
import type { PaymentDocument, PaymentItem } from '../../database/collections.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { aboutPayment } from '../due-mails/as-it-is.ts';
import { tellPayer } from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findCancellation } from '../kinds.repo.ts';
import { type Context, findRefused, listOwn, readContext } from '../parts/payment-lines.ts';
import { type BoughtFacts, type Charge, describeCharge, type NeedFacts } from '../parts/props.ts';
import {
  askNeeds,
  greet,
  listChild,
  listClassFacts,
  listFreeUntil,
  listGate,
  listSchool,
  listWhatToBring,
  nameChild,
  nameClass,
  sayCharge,
  sayMoment,
  sayRefund,
  subjectOf,
} from '../parts/say.ts';
import { findFreeUntil, readNeeds } from '../parts/seats.ts';

export type PaidCause = { kind: 'paid'; paymentId: string };

/** `charge` is what was paid, with what goes back. */
type PaidProps = { items: ItemFacts[]; charge: Charge; paymentId: string; paidAt: Date };

export const paid = defineMail<PaidCause, PaidProps>({
  kind: 'paid',
  on: { 'payment ended': aboutPayment(describeMails) },
  read,
  write,
  calendar: ({ items }) =>
    listEntries(
      'REQUEST',
      items.filter((item) => item.outcome === 'given'),
    ),
});

async function describeMails(
  { _id: paymentId, email, status }: PaymentDocument,
  services: Services,
): Promise<NewMail<PaidCause>[]> {
  if (status !== 'enrolled') return [];
  const cause = { kind: 'paid' as const, paymentId };
  return tellPayer(email, `paid-${paymentId}`, cause, services);
}

type Paid = PaidProps;

type Given = Extract<ItemFacts, { outcome: 'given' }>;

/**
 * A receipt for one or several seats, with everything to know before the first day, and with what goes back for a seat
 * that could not be given. For a free class, it says that there is nothing to pay.
 */
function write(props: Paid, context: MailContext): MailContent {
  const { items } = props;
  const given = items.filter((item) => item.outcome === 'given');
  return {
    subject: nameSubject(items, given),
    greeting: greet(context.to),
    parts: [
      { kind: 'text', text: sayThanks(props, given) },
      ...given.map((item): MailPart => ({
        kind: 'facts',
        facts: [
          ...listChild(item.child),
          { label: 'Entry code', value: item.seat.entryCode },
          ...listClassFacts(item.campClass),
          ...listGate(item.campClass),
          ...listFreeUntil(item.freeUntil),
        ],
      })),
      ...(given.length > 0 ? [{ kind: 'facts' as const, facts: listSchool() }] : []),
      ...items.flatMap((item) => explainMissing(item, props)),
      ...(given.length > 0 ? adviseStudents(given) : []),
      ...askNeeds(given.flatMap(({ needs }) => needs ?? [])),
      ...writeReceipt(props, context),
    ],
  };
}

function nameSubject(items: ItemFacts[], given: Given[]): string {
  const [first] = items;
  if (items.length === 1 && first) {
    if (given.length === 0) return subjectOf('Your payment: ', nameClass(first.className));
    const who = first.child === null ? 'You’re' : `${cut(nameChild(first.child), 20)} is`;
    return subjectOf(`${who} enrolled: `, nameClass(first.className));
  }
  const refused = items.filter(({ outcome }) => outcome === 'refused').length;
  return refused === 0 || given.length === 0
    ? `Your payment for ${items.length} seats`
    : `You have ${items.length - refused} of the ${items.length} seats you paid for`;
}

function sayThanks({ charge, items }: Paid, given: Given[]): string {
  const [first] = items;
  if (items.length !== 1 || !first)
    return given.length > 0
      ? 'Thank you! We have received your payment. These are the seats:'
      : 'Thank you! We have received your payment.';
  if (first.outcome === 'moved') return 'Thank you! We have received your payment.';
  const name = nameClass(first.className);
  const who = first.child === null ? 'You have' : `${nameChild(first.child)} has`;
  if (charge.amount === 0)
    return `${who} a seat in ${name}. This class is free, so there is nothing to pay.`;
  return first.child === null
    ? `Thank you! We have received your payment, and your seat in ${name} is yours.`
    : `Thank you! We have received your payment. ${who} a seat in ${name}.`;
}

/** What there is to say about a seat that the reader does not have. */
function explainMissing(item: ItemFacts, { charge }: Paid): MailPart[] {
  if (item.outcome === 'given') return [];
  const price = sayCharge({ ...charge, amount: item.amount });
  const name = nameClass(item.className);
  const child = item.child === null ? undefined : nameChild(item.child);
  const text = {
    hidden: `You are no longer a guardian of ${child ?? 'this child'}, so this email says nothing more about ${name}.`,
    refused: `We are sorry: we could not give ${child ?? 'you'} a seat in ${name}, so ${price} goes back. The class was full or closed when your payment came, or the seat was paid for before.`,
    taken: `The school has refunded ${price} for ${child ? `${child}’s` : 'your'} seat in ${name}, so this seat is no longer yours.`,
    canceled: `${child ? `${child}’s` : 'Your'} seat in ${name} has been canceled since. Another email says what comes back.`,
    moved: `${price} was the difference in price for moving ${child ? `${child}’s` : 'your'} seat to ${name}. Another email has the new room and entry code.`,
  }[item.outcome];
  return [
    { kind: 'text', text },
    ...(item.outcome === 'refused'
      ? [{ kind: 'text' as const, text: sayRefund(item.refund) }]
      : []),
  ];
}

function adviseStudents(given: Given[]): MailPart[] {
  const isOne = given.length === 1;
  return [
    ...listWhatToBring(),
    {
      kind: 'text',
      text: isOne
        ? 'Open the attached file to add the class to your calendar. Your room and entry code are also in your dashboard:'
        : 'Open the attached files to add the classes to your calendar. Rooms and entry codes are also in your dashboard:',
    },
    {
      kind: 'link',
      label: isOne ? 'See your class' : 'See your classes',
      path: '/dashboard/enroll',
    },
  ];
}

function writeReceipt(
  { items, charge, paymentId, paidAt }: Paid,
  { to, timeZone }: MailContext,
): MailPart[] {
  const isFree = charge.amount === 0;
  const payer = cleanLine(to.name) || to.address;
  const [first] = items;
  const isOne = items.length === 1 && first;
  const back = items
    .filter(({ outcome }) => outcome === 'refused' || outcome === 'taken')
    .reduce((sum, { amount }) => sum + amount, 0);
  return [
    { kind: 'text', text: isFree ? 'Your enrollment:' : 'Your receipt:' },
    {
      kind: 'facts',
      facts: [
        ...(isOne
          ? [{ label: 'Student', value: first.child === null ? payer : nameChild(first.child) }]
          : items.map((item) => ({ label: 'Seat', value: sayItem(item, charge) }))),
        ...(isOne && first.child === null ? [] : [{ label: 'Paid by', value: payer }]),
        { label: isFree ? 'Enrolled' : 'Paid', value: sayMoment(paidAt, timeZone) },
        isFree
          ? { label: 'Price', value: 'Free of charge' }
          : { label: 'Paid by card', value: sayCharge(charge) },
        ...(back > 0
          ? [{ label: 'Goes back', value: sayCharge({ ...charge, amount: back }) }]
          : []),
        { label: isFree ? 'Enrollment' : 'Payment', value: paymentId },
        { label: isFree ? 'School' : 'Sold by', value: `${SCHOOL.seller}, ${SCHOOL_ADDRESS}` },
      ],
    },
    // A payment that bought nothing has no receipt.
    ...(isFree || items.every(({ outcome }) => outcome === 'refused')
      ? []
      : [
          {
            kind: 'link' as const,
            label: 'See or print your receipt',
            path: `/dashboard/receipts/${paymentId}`,
          },
        ]),
  ];
}

/** Such as `Mia, Sailing: $50 USD`; `You, …` for the reader. */
function sayItem({ className, child, amount }: ItemFacts, charge: Paid['charge']): string {
  const who = child === null ? 'You' : nameChild(child);
  return `${who}, ${nameClass(className)}: ${sayCharge({ ...charge, amount })}`;
}

/**
 * A seat that a payment was for. It is `given`; or it could not be given, and the money goes back; or it is `hidden`,
 * because its child is no longer the reader's. `taken`: the school returned its price, and freed it. `canceled`: it was
 * canceled since. `moved`: this was the difference in price for a seat that moves here, which has an email of its own.
 */
export type ItemFacts = BoughtFacts &
  (
    | {
        outcome: 'given';
        campClass: ClassSummary;
        seat: SeatSummary;
        needs: NeedFacts | null;
        /** The last day on which everything comes back, yyyy-mm-dd; null if there is none. */
        freeUntil: string | null;
      }
    | { outcome: 'hidden' }
    | { outcome: 'refused'; refund: RefundState }
    | { outcome: 'taken' }
    | { outcome: 'canceled' }
    | { outcome: 'moved' }
  );

/** A payment without any of these has an email of its own. */
const TOLD: ItemFacts['outcome'][] = ['given', 'hidden', 'moved'];

/** What a receipt says, while the payment has at least one of its seats. */
async function read(
  { paymentId }: PaidCause,
  reader: Reader,
  services: Services,
): Promise<Read<PaidProps> | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'enrolled' || payment.email !== reader.user.email) return undefined;
  const context = await readContext(payment, reader, services);
  const all = await Promise.all(payment.items.map((item) => readItem(item, context, services)));
  const items = all.flatMap((one) => one ?? []);
  if (!items.some(({ outcome }) => TOLD.includes(outcome))) return undefined;
  const paidAt = payment.settledAt ?? payment.createdAt;
  const props = { items, charge: describeCharge(payment), paymentId, paidAt };
  return { props, childIds: listOwn(context) };
}

/** A line whose child is no longer the payer's says what was bought, or nothing if it was free. */
async function readItem(
  item: PaymentItem,
  { payment, refunds, read, reader }: Context,
  services: Services,
): Promise<ItemFacts | undefined> {
  const { classId, seatId, childId, amount, moveId } = item;
  const { paymentId } = payment;
  const refused = findRefused(item, refunds);
  const line = read(item);
  if (!line.isTheirs) {
    if (!line.bought) return undefined;
    const { className, studentName } = line.bought;
    const bought = { className, child: studentName, amount };
    return refused
      ? { ...bought, outcome: 'refused', refund: refused.state }
      : { ...bought, outcome: 'hidden' };
  }
  const { collections } = services.database;
  const campClass = await findClass(collections, { _id: classId });
  if (!campClass) return undefined;
  const props = { className: campClass.name, child: childId ? item.name : null, amount };
  if (refused) return { ...props, outcome: 'refused', refund: refused.state };
  if (moveId) {
    const moved = findSeat(campClass, { seatId });
    return { ...props, outcome: moved?.state === 'enrolled' ? 'moved' : 'canceled' };
  }
  const seat = findSeat(campClass, { seatId });
  if (!seat && (await findCancellation(collections, seatId)))
    return { ...props, outcome: 'canceled' };
  if (seat?.state !== 'enrolled' || seat.paymentId !== paymentId)
    return { ...props, outcome: 'taken' };
  return {
    ...props,
    outcome: 'given',
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, payment.items.length),
    needs: await readNeeds(seat, campClass.camp_end, reader, services),
    freeUntil: findFreeUntil(seat, payment, campClass.camp_start, services),
  };
}
