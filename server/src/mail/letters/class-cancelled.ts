import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, listClassFacts, nameClass, sayCharge, subjectOf } from './say.ts';

/**
 * The class does not take place, and what happens with the money. An admin returns it in Stripe by hand, so the letter
 * says what the refund policy says, and not on which day.
 */
export function writeClassCancelled(
  { campClass, seat, charge }: LetterFacts['class cancelled'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const isFree = charge.amount === 0;
  return {
    subject: subjectOf('Canceled: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We are sorry: ${name} will not take place. Please take it out of your plans.`,
      },
      {
        kind: 'text',
        text: isFree
          ? 'The class was free, so there is no money to return.'
          : `We refund the full price, ${sayCharge(charge)}, to the card you paid with. You don’t have to ask. Somebody at the school does this by hand; we send you another email as soon as the money is on its way.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Entry code', value: seat.entryCode },
          { label: isFree ? 'Enrollment' : 'Payment', value: seat.transactionId },
          ...listClassFacts(campClass, timeZone),
        ],
      },
      { kind: 'text', text: 'The attached file takes the class out of your calendar.' },
      { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Do you have a question? Just answer this email.' },
    ],
  };
}
