import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, listClassFacts, nameClass, sayCharge, subjectOf } from './say.ts';

/**
 * Says that a class is canceled, and what happens to the money. An admin refunds it in Stripe by hand, so the letter says
 * what the refund policy says, but not on which day.
 */
export function writeClassCanceled(
  { campClass, seat, charge }: LetterFacts['class canceled'],
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
        text: `We are sorry to tell you that ${name} has been canceled and will not take place.`,
      },
      {
        kind: 'text',
        text: isFree
          ? 'The class was free, so there is nothing to refund.'
          : `We will refund the full price, ${sayCharge(charge)}, to the card you paid with. You don’t have to ask. Somebody at the school does this by hand, and we will email you again as soon as the money is on its way.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Entry code', value: seat.entryCode },
          { label: isFree ? 'Enrollment' : 'Payment', value: seat.transactionId },
          ...listClassFacts(campClass, timeZone),
        ],
      },
      { kind: 'text', text: 'Open the attached file to remove the class from your calendar.' },
      { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Questions? Just reply to this email.' },
    ],
  };
}
