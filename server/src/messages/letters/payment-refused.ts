import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  greet,
  listChild,
  nameClass,
  nameSeat,
  sayAll,
  sayCharge,
  sayMoment,
  subjectOf,
} from './say.ts';

/** Says that a bank, after working on a payment for a while, has not paid, and what can be done about it. */
export function writePaymentRefused(
  { lost, charge, paymentId, heldUntil }: LetterFacts['payment refused'],
  { to, timeZone }: LetterContext,
): Letter {
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
