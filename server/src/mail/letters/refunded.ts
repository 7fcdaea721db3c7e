import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass, sayCharge, subjectOf } from './say.ts';

/** Why a payment went back, and when the money arrives. */
export function writeRefunded(
  { className, charge, paymentId, reason }: LetterFacts['refunded'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(className);
  return {
    subject: subjectOf('Your money is on its way back: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text:
          reason === 'by the school'
            ? `The school has returned your payment for ${name}, so you don’t have a seat in it anymore.`
            : `We are sorry: we could not give you a seat in ${name} for this payment, so we have returned all of it. This happens when the payment arrives after the time to pay has ended and the class is full, when the class was taken off the site, or when the same seat was paid twice.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Class', value: name },
          { label: 'Returned', value: sayCharge(charge) },
          { label: 'Payment', value: paymentId },
        ],
      },
      {
        kind: 'text',
        text: 'The money goes back to the card you paid with. You don’t need to do anything. Banks usually show it within 5 to 10 days.',
      },
      { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Does something look wrong? Just answer this email.' },
    ],
  };
}
