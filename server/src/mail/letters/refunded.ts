import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass, sayCharge, subjectOf } from './say.ts';

/** Why a payment went back, and when the money arrives. */
export function writeRefunded(
  { campClass, seat, charge, paymentId, reason }: LetterFacts['refunded'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Your money is on its way back: ', name),
    greeting: greet(to),
    parts: [
      ...(reason === 'by the school' ? explainReturn(name) : explainNoSeat(name)),
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
      ...(seat
        ? [
            {
              kind: 'text' as const,
              text: 'The attached file takes the class out of your calendar.',
            },
          ]
        : []),
      { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Does something look wrong? Just answer this email.' },
    ],
  };
}

function explainReturn(name: string): LetterPart[] {
  return [
    {
      kind: 'text',
      text: `The school has returned your payment for ${name}, so you don’t have a seat in it anymore.`,
    },
  ];
}

/** The ledger doesn't say which of the three it was. */
function explainNoSeat(name: string): LetterPart[] {
  return [
    {
      kind: 'text',
      text: `We are sorry: we could not give you a seat in ${name} for this payment, so we have returned all of it. This happens if:`,
    },
    {
      kind: 'list',
      items: [
        'the payment came after the time to pay had ended, and the class was full,',
        'the class was taken off the site while you paid, or',
        'the same seat was paid twice. Then you keep the seat of the other payment.',
      ],
    },
  ];
}
