import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import { cleanText } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  greet,
  listClassFacts,
  listCodes,
  nameChildren,
  nameClass,
  sayAll,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from './say.ts';

/**
 * Says that a class is canceled, and what happens to the money. If the class was only removed, an admin refunds it in
 * Stripe by hand, so the letter says what the refund policy says, but not on which day.
 */
export function writeClassCanceled(
  { campClass, seats, payment, message }: LetterFacts['class canceled'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const children = nameChildren(seats);
  const isTeacher = seats.length === 0;
  const whose = isTeacher
    ? ', the class you teach,'
    : children
      ? `, the class of ${children},`
      : '';
  const isFree = payment?.charges.every(({ amount }) => amount === 0) ?? false;
  return {
    subject: subjectOf('Canceled: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We are sorry to tell you that ${name}${whose} has been canceled and will not take place.`,
      },
      ...(cleanText(message)
        ? [
            { kind: 'text' as const, text: 'The school writes:' },
            { kind: 'quote' as const, text: cleanText(message) },
          ]
        : []),
      {
        kind: 'text',
        text: isTeacher
          ? 'Everybody who was enrolled gets an email like this one, and their money back.'
          : sayMoney(payment, isFree),
      },
      {
        kind: 'facts',
        facts: [
          ...listCodes(seats),
          ...(payment?.ids ?? []).map((value) => ({
            label: isFree ? 'Enrollment' : 'Payment',
            value,
          })),
          ...listClassFacts(campClass),
        ],
      },
      ...(isTeacher
        ? [{ kind: 'link' as const, label: 'Go to your dashboard', path: '/dashboard/instructor' }]
        : adviseStudents(seats.length)),
      { kind: 'text', text: 'Questions? Just reply to this email.' },
    ],
  };
}

function adviseStudents(count: number): LetterPart[] {
  return [
    {
      kind: 'text',
      text: sayRemoval(count, 1),
    },
    { kind: 'link', label: 'See other classes', path: '/classes' },
  ];
}

function sayMoney(payment: LetterFacts['class canceled']['payment'], isFree: boolean): string {
  if (!payment)
    return 'What was paid goes back to the card that it was paid with. Nobody has to ask.';
  if (isFree) return 'The class was free, so there is nothing to refund.';
  const price = sayAll(payment.charges.map(sayCharge));
  if (payment.comesBack === 'by itself')
    return `All of your money comes back: ${price}. ${sayRefund('pending')}`;
  return `We will refund the full price, ${price}, to the card you paid with. You don’t have to ask. Somebody at the school does this by hand, and we will email you again as soon as the money is on its way.`;
}
