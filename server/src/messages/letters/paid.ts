import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { ItemFacts, LetterContext, LetterFacts } from './facts.ts';
import { askNeeds, listFreeUntil, listGate, listSchool } from './get-ready.ts';
import {
  greet,
  listChild,
  listClassFacts,
  listWhatToBring,
  nameChild,
  nameClass,
  sayCharge,
  sayMoment,
  sayRefund,
  subjectOf,
} from './say.ts';

type Paid = LetterFacts['paid'];
type Given = Extract<ItemFacts, { outcome: 'given' }>;

/**
 * A receipt for one or several seats, with everything to know before the first day, and with what goes back for a seat
 * that could not be given. For a free class, it says that there is nothing to pay.
 */
export function writePaid(facts: Paid, context: LetterContext): Letter {
  const { items } = facts;
  const given = items.filter((item) => item.outcome === 'given');
  return {
    subject: nameSubject(items, given),
    greeting: greet(context.to),
    parts: [
      { kind: 'text', text: sayThanks(facts, given) },
      ...given.map((item): LetterPart => ({
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
      ...items.flatMap((item) => explainMissing(item, facts)),
      ...(given.length > 0 ? adviseStudents(given) : []),
      ...askNeeds(given.flatMap(({ needs }) => needs ?? [])),
      ...writeReceipt(facts, context),
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
function explainMissing(item: ItemFacts, { charge }: Paid): LetterPart[] {
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

function adviseStudents(given: Given[]): LetterPart[] {
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
  { to, timeZone }: LetterContext,
): LetterPart[] {
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
