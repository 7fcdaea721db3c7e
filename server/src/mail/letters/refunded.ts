import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass, sayCharge, subjectOf } from './say.ts';

/** Says why a payment was refunded, and when the money arrives. */
export function writeRefunded(
  { campClass, seat, charge, paymentId, reason }: LetterFacts['refunded'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Your refund is on its way: ', name),
    greeting: greet(to),
    parts: [
      ...(reason === 'by the school' ? explainReturn(name) : explainNoSeat(name)),
      {
        kind: 'facts',
        facts: [
          { label: 'Class', value: name },
          { label: 'Refund', value: sayCharge(charge) },
          { label: 'Payment', value: paymentId },
        ],
      },
      {
        kind: 'text',
        text: 'The money goes back to the card you paid with, and you don’t need to do anything. It usually shows up within 5 to 10 days.',
      },
      ...(seat
        ? [
            {
              kind: 'text' as const,
              text: 'Open the attached file to remove the class from your calendar.',
            },
          ]
        : []),
      { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Does something look wrong? Just reply to this email.' },
    ],
  };
}

function explainReturn(name: string): LetterPart[] {
  return [
    {
      kind: 'text',
      text: `The school has refunded your payment for ${name}, so you no longer have a seat in this class.`,
    },
  ];
}

/** The ledger doesn't say which of the three it was. */
function explainNoSeat(name: string): LetterPart[] {
  return [
    {
      kind: 'text',
      text: `We are sorry: we could not give you a seat in ${name} for this payment, so we have refunded all of it. This happens when:`,
    },
    {
      kind: 'list',
      items: [
        'the payment came after the time to pay was up, and the class was full,',
        'the class was canceled while you were paying, or',
        'the same seat was paid for twice. In that case, you keep your seat.',
      ],
    },
  ];
}
