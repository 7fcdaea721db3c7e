import type { RefundState } from '@speakifyr/contract/money-states.ts';
import { nameCard } from '@speakifyr/contract/name-card.ts';
import { type PaymentMethod, sayPaid } from '@speakifyr/contract/payment-methods.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { type ClassSummary, type SeatSummary, summarizeSeat } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import { listOwedOf } from '../../seats/seat-plan.ts';
import { readChildName } from '../../users/participant-names.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { issueReceipt } from '../../ledger/receipts.ts';
import type { Services } from '../../services.ts';
import type { Taxed } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type Fact, facts, link, type MailContext, type Piece } from '../content.ts';
import { KEEP_TRYING_MONEY_DAYS } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
import {
  findToldCancellation,
  findChargedCard,
  findFreeUntil,
  findSeatOf,
  readEach,
  readNeeds,
} from '../parts/find.ts';
import { findRefused, type PayerView, readPayment, toPayer } from '../parts/payment-lines.ts';
import type { BoughtFacts, Charge, NeedFacts } from '../parts/props.ts';
import { listTaxes } from '../parts/taxes.ts';
import {
  askNeeds,
  listCharge,
  listChild,
  listComingClass,
  listFreeUntil,
  listOwedFacts,
  listSchool,
  listWhatToBring,
  nameChild,
  nameClass,
  nameOwner,
  sayCharge,
  sayMoment,
  sayOwed,
  explainRefund,
  subjectOf,
} from '../parts/say.ts';

/**
 * A seat that a payment was for. It is `given`; or it could not be given, and the money goes back; or it is `hidden`,
 * because its child is no longer the reader's. `taken`: the school returned its price and freed it. `canceled`: it was
 * canceled since. `moved`: this was the difference in price for a seat that moves here, which has an email of its own.
 * `balance`: this was for what is owed for a seat that the reader has. `owed`: what is still owed for it now.
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
        owed: PlanPart[];
        /** The card that is charged for that by itself; null if there is none. */
        card: string | null;
        /** What the seat has besides, such as lunch. */
        extras: string[];
      }
    | { outcome: 'balance'; owed: PlanPart[]; card: string | null }
    | { outcome: 'refused'; refund: RefundState; isRest?: true }
    | { outcome: 'hidden' | 'taken' | 'canceled' | 'moved' }
  );

type Given = Extract<ItemFacts, { outcome: 'given' }>;

/**
 * `charge` is what was paid, with what goes back; `credit` what credit paid besides, and `asCredit` what was for no seat and
 * stays as credit, in cents.
 */
type PaidProps = {
  items: ItemFacts[];
  charge: Charge;
  credit?: number;
  asCredit?: number;
  /** As the receipt has them. */
  taxes?: Taxed[] | undefined;
  method: PaymentMethod;
  paymentId: string;
  paidAt: Date;
};

/** A payment without any of these has an email of its own. */
const TOLD: ItemFacts['outcome'][] = ['given', 'hidden', 'moved', 'balance'];

/**
 * A receipt for one or more seats, with everything to know before the first day, and with what goes back for a seat
 * that could not be given. For a free class, it says that there is nothing to pay. R94
 */
export const paid = defineMail<{ paymentId: string }, PaidProps>({
  isNotCalled: true,
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: { 'payment ended': toPayer('paid', ['enrolled']) },

  /** What a receipt says, while the payment has at least one of its seats. */
  async read({ paymentId }, reader, services) {
    const view = await readPayment(paymentId, reader, services);
    if (view?.payment.status !== 'enrolled') return undefined;
    const { payment, childIds } = view;
    const items = await readEach(payment.items, (item) => readItem(item, view, services));
    if (!items.some(({ outcome }) => TOLD.includes(outcome))) return undefined;
    const paidAt = payment.settledAt ?? payment.createdAt;
    const charge = { amount: payment.amount, currency: payment.currency };
    const { method } = payment;
    const credit = payment.items.reduce((sum, item) => sum + (item.credit ?? 0), 0);
    const asCredit = sumAmounts(payment.items.filter(({ isForCredit }) => isForCredit));
    const receipt = await issueReceipt(payment, services);
    const props = {
      items,
      charge,
      method,
      paymentId,
      paidAt,
      ...(credit > 0 && { credit }),
      ...(asCredit > 0 && { asCredit }),
      ...(receipt?.taxes && {
        taxes: receipt.taxes.map((tax) => ({ ...tax, currency: receipt.currency })),
      }),
    };
    return { props, childIds };
  },

  write(props, context) {
    const { items } = props;
    const given = items.filter((item) => item.outcome === 'given');
    const needs = given.flatMap((item) => item.needs ?? []);
    return {
      subject: nameSubject(items, given),
      parts: [
        sayThanks(props, given),
        given.map((item) =>
          facts([
            ...listChild(item.child),
            ['Entry code', item.seat.entryCode],
            ...listComingClass(item.campClass),
            ...listFreeUntil(item.freeUntil),
            ...item.extras.map((extra): Fact => ['Extra', extra]),
            ...listOwedFacts(item.owed, props.charge.currency, item.card),
          ]),
        ),
        given.length > 0 && facts(listSchool()),
        items.map((item) => explainMissing(item, props)),
        given.length > 0 && adviseStudents(given),
        askNeeds(needs),
        writeReceipt(props, context),
      ],
    };
  },

  calendar: ({ items }) => ({ REQUEST: items.filter((item) => item.outcome === 'given') }),
});

function nameSubject(items: ItemFacts[], given: Given[]): string {
  const [first] = items;
  if (items.length === 1 && first) {
    const name = nameClass(first.className);
    if (given.length === 0) return subjectOf('Your payment: ', name);
    const who = first.child === null ? 'You’re' : `${cut(nameChild(first.child), 20)} is`;
    return subjectOf(`${who} enrolled: `, name);
  }
  const refused = items.filter(({ outcome }) => outcome === 'refused').length;
  return refused === 0 || given.length === 0
    ? `Your payment for ${items.length} seats`
    : `You have ${items.length - refused} of the ${items.length} seats you paid for`;
}

function sayThanks({ charge, items }: PaidProps, given: Given[]): string {
  const [first] = items;
  const thanks = 'Thank you! We have received your payment';
  if (items.length !== 1 || !first)
    return given.length > 0 ? `${thanks}. These are the seats:` : `${thanks}.`;
  if (first.outcome === 'moved' || first.outcome === 'balance') return `${thanks}.`;
  const name = nameClass(first.className);
  const who = first.child === null ? 'You have' : `${nameChild(first.child)} has`;
  if (charge.amount === 0)
    return `${who} a seat in ${name}. This class is free, so there is nothing to pay.`;
  return first.child === null
    ? `${thanks}, and your seat in ${name} is yours.`
    : `${thanks}. ${who} a seat in ${name}.`;
}

/** Says why the reader does not have a seat. */
function explainMissing(item: ItemFacts, { charge }: PaidProps): Piece {
  if (item.outcome === 'given') return null;
  const price = sayCharge({ ...charge, amount: item.amount });
  const name = nameClass(item.className);
  const child = item.child === null ? undefined : nameChild(item.child);
  const whose = nameOwner(item.child, 'your');
  if (item.outcome === 'refused' && item.isRest)
    return [
      `We refund ${price}, because less was owed for ${whose} seat in ${name} by the time it came.`,
      explainRefund(item.refund),
    ];
  const text = {
    hidden: `You are no longer a guardian of ${child ?? 'this child'}, so this email says nothing more about ${name}.`,
    refused: `We are sorry: we could not give ${child ?? 'you'} a seat in ${name}, so we refund ${price}. The class was full or closed when your payment came, or the seat was paid for before.`,
    taken: `The school has refunded ${price} for ${whose} seat in ${name}, so this seat is no longer yours.`,
    canceled: `${nameOwner(item.child, 'Your')} seat in ${name} has been canceled since. Another email says how much you get back.`,
    balance: item.outcome === 'balance' ? sayBalance(item, charge.currency) : '',
    moved: `${price} was the difference in price for moving ${whose} seat to ${name}. Another email has the new room and entry code.`,
  }[item.outcome];
  return [text, item.outcome === 'refused' && explainRefund(item.refund)];
}

function sayBalance(
  { className, child, amount, owed, card }: ItemFacts & { outcome: 'balance' },
  currency: string,
) {
  const paid = `${sayCharge({ amount, currency })} was for ${nameOwner(child, 'your')} seat in ${nameClass(className)}.`;
  if (owed.length === 0) return `${paid} It is paid in full now.`;
  return `${paid} ${sayOwed(owed, currency, card)}`;
}

function adviseStudents(given: Given[]): Piece {
  const isOne = given.length === 1;
  return [
    listWhatToBring(),
    isOne
      ? 'Open the attached file to add the class to your calendar. Your room and entry code are also in your dashboard:'
      : 'Open the attached files to add the classes to your calendar. Rooms and entry codes are also in your dashboard:',
    link(isOne ? 'See your class' : 'See your classes', '/dashboard/enroll'),
  ];
}

function writeReceipt(
  { items, charge, credit = 0, asCredit = 0, taxes, method, paymentId, paidAt }: PaidProps,
  { to, timeZone }: MailContext,
): Piece {
  const isFree = charge.amount === 0;
  const payer = cleanLine(to.name) || to.address;
  const [first] = items;
  const isOne = items.length === 1 && first;
  const isOwn = isOne && first.child === null;
  const back = items.filter(({ outcome }) => outcome === 'refused' || outcome === 'taken');
  // A payment that bought nothing has no receipt.
  const hasReceipt = !isFree && items.some(({ outcome }) => outcome !== 'refused');
  return [
    isFree ? 'Your enrollment:' : 'Your receipt:',
    facts([
      ...(isOne
        ? [['Student', first.child === null ? payer : nameChild(first.child)] satisfies Fact]
        : items.map((item): Fact => ['Seat', sayItem(item, charge)])),
      !isOwn && ['Paid by', payer],
      [isFree ? 'Enrolled' : 'Paid', sayMoment(paidAt, timeZone)],
      isFree ? ['Price', 'Free of charge'] : [sayPaid(method), sayCharge(charge)],
      ...listTaxes(taxes, charge.amount),
      ...listCharge('Paid with credit', { ...charge, amount: credit }),
      ...listCharge(`Of it, ${PAYMENT_LABELS.credit.toLowerCase()}`, {
        ...charge,
        amount: asCredit,
      }),
      ...listCharge('Refund', { ...charge, amount: sumAmounts(back) }),
      [isFree ? 'Enrollment' : 'Payment', paymentId],
      [isFree ? 'School' : 'Sold by', `${SCHOOL.seller}, ${SCHOOL_ADDRESS}`],
    ]),
    hasReceipt && link('See or print your receipt', `/dashboard/receipts/${paymentId}`),
  ];
}

/** Such as `Mia, Sailing: $50 USD`; `You, …` for the reader. */
function sayItem({ className, child, amount }: ItemFacts, charge: Charge): string {
  const who = child === null ? 'You' : nameChild(child);
  return `${who}, ${nameClass(className)}: ${sayCharge({ ...charge, amount })}`;
}

/** A line whose child is no longer the payer's says what was bought, or nothing if it was free. */
async function readItem(
  item: PaymentItem,
  { payment, refunds, read, reader }: PayerView,
  services: Services,
): Promise<ItemFacts | undefined> {
  const { childId, moveId, isRest } = item;
  const amount = item.amount + (item.credit ?? 0);
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
  const { campClass, seat } = await findSeatOf(item, services);
  if (!campClass) return undefined;
  const props = { className: campClass.name, child: childId ? item.name : null, amount };
  if (refused) return { ...props, outcome: 'refused', refund: refused.state, isRest };
  const owed = seat?.state === 'enrolled' ? listOwedOf(reader.user, { campClass, seat }) : [];
  const card = seat?.state === 'enrolled' && findChargedCard(reader.user, seat);
  const byCard = { card: card ? nameCard(card) : null };
  if (isRest)
    return seat?.state === 'enrolled'
      ? { ...props, outcome: 'balance', owed, ...byCard }
      : { ...props, outcome: 'canceled' };
  if (moveId) return { ...props, outcome: seat?.state === 'enrolled' ? 'moved' : 'canceled' };
  if (!seat && (await findToldCancellation(item.seatId, services)))
    return { ...props, outcome: 'canceled' };
  if (seat?.state !== 'enrolled' || seat.paymentId !== payment.paymentId)
    return { ...props, outcome: 'taken' };
  return {
    ...props,
    outcome: 'given',
    campClass: await summarizeClass(campClass, services),
    seat: summarizeSeat(seat, await readChildName(seat.childId, services), payment.items.length),
    needs: await readNeeds(seat.childId, campClass.camp_end, reader, services),
    freeUntil: findFreeUntil(seat, payment, campClass.camp_start, services),
    owed,
    ...byCard,
    extras: (seat.extras ?? []).map(nameExtra),
  };
}
