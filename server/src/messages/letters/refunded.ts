import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  ASK_IF_WRONG,
  greet,
  nameChild,
  nameClass,
  nameSeat,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from './say.ts';

type Refunded = LetterFacts['refunded'];

/** Says why money goes back, which seats are gone, and when it arrives. */
export function writeRefunded(facts: Refunded, { to }: LetterContext): Letter {
  const { lost, charge, paymentId, state, reason } = facts;
  const [first] = lost;
  const isLost = reason === 'dispute';
  const before =
    isLost || state === 'failed' ? 'About your refund: ' : 'Your refund is on its way: ';
  const entries = lost.filter(({ entry }) => entry).length;
  return {
    subject: subjectOf(
      before,
      lost.length === 1 && first ? nameClass(first.className) : sayCharge(charge),
    ),
    greeting: greet(to),
    parts: [
      ...explain(facts),
      {
        kind: 'facts',
        facts: [
          ...lost.map(({ className, child }) => ({
            label: 'Class',
            value: `${nameClass(className)} (${child === null ? 'you' : nameChild(child)})`,
          })),
          { label: 'Refund', value: sayCharge(charge) },
          { label: 'Payment', value: paymentId },
        ],
      },
      ...(isLost ? [] : say(sayRefund(state))),
      ...(entries > 0 ? say(sayRemoval(entries, entries)) : []),
      { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

function explain({ lost, isWhole, reason, charge }: Refunded): LetterPart[] {
  const [first] = lost;
  const one = lost.length === 1 && first ? nameSeat(first) : undefined;
  if (reason === 'no seat') return explainNoSeat(lost);
  if (reason === 'by admin')
    return say(
      `The school gives you back ${sayCharge(charge)} of what you paid. Nothing else changes.`,
    );
  const kept = isWhole ? '' : ' Everything else that you paid for stays as it is.';
  if (reason === 'dispute' && lost.length === 0)
    return say('Your bank has taken back a part of what you paid. Your seats stay.');
  if (reason === 'dispute')
    return say(
      one
        ? `Your bank has taken back your payment for ${one}, so this seat is no longer yours.`
        : 'Your bank has taken back your payment, so the seats below are no longer yours.',
    );
  if (lost.length === 0)
    return say(`The school has returned a part of your payment.${kept || ' Your seats stay.'}`);
  if (!one)
    return say(
      `The school has refunded ${isWhole ? 'your payment' : 'a part of your payment'}, so the seats below are no longer yours.${kept}`,
    );
  return say(
    isWhole
      ? `The school has refunded your payment for ${one}, so this seat is no longer yours.`
      : `The school has returned a part of your payment: it was for ${one}, which is no longer yours.${kept}`,
  );
}

function say(text: string): LetterPart[] {
  return [{ kind: 'text', text }];
}

/** The ledger doesn't say which of the three it was. */
function explainNoSeat(lost: Refunded['lost']): LetterPart[] {
  const [first] = lost;
  const what =
    lost.length === 1 && first
      ? `${first.child === null ? 'you' : nameChild(first.child)} a seat in ${nameClass(first.className)} for this payment`
      : 'you any of the seats that this payment was for';
  return [
    {
      kind: 'text',
      text: `We are sorry: we could not give ${what}, so you get all of it back. This happens when:`,
    },
    {
      kind: 'list',
      items: [
        'the payment came after the time to pay was up, and the class was full,',
        'the class was canceled while you were paying, or',
        'the same seat was paid for twice. In that case, the seat that was paid for first stays.',
      ],
    },
  ];
}
