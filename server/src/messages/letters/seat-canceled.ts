import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  ASK_IF_WRONG,
  type Facts,
  greet,
  listChild,
  listClassFacts,
  nameClass,
  nameSeat,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from './say.ts';

type Canceled = LetterFacts['seat canceled'];

/** Says that one seat is canceled and, to the payer, what comes back and what the school keeps. */
export function writeSeatCanceled(facts: Canceled, { to }: LetterContext): Letter {
  const { className, child, entry, money } = facts;
  return {
    subject: subjectOf('Seat canceled: ', nameClass(className)),
    greeting: greet(to),
    parts: [
      { kind: 'text', text: sayWhat(facts) },
      ...sayMoney(facts),
      {
        kind: 'facts',
        facts: [
          ...listChild(child),
          ...listMoney(money),
          ...(entry
            ? listClassFacts(entry.campClass)
            : [{ label: 'Class', value: nameClass(className) }]),
        ],
      },
      ...(entry ? [{ kind: 'text' as const, text: sayRemoval(1, 1) }] : []),
      money
        ? { kind: 'link', label: 'See your canceled seats', path: '/dashboard/enroll' }
        : { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

function sayWhat({ by, money, ...facts }: Canceled): string {
  const seat = nameSeat(facts);
  // The parent who decided it is the payer.
  switch (by) {
    case 'parent':
      return money
        ? `You have canceled ${seat}.`
        : `The parent who booked it has canceled ${seat}.`;
    case 'school':
      return `The school has canceled ${seat}.`;
    case 'next person':
      return money
        ? `Somebody else has taken ${seat}, as you wanted.`
        : `The parent who booked it has passed on ${seat} to somebody else.`;
    case 'returned':
      return money
        ? `A payment for ${seat} went back to you. So the seat is not yours anymore.`
        : `A payment for ${seat} was returned, so the seat has ended.`;
  }
}

function sayMoney({ by, money }: Canceled): LetterPart[] {
  if (!money) return [];
  const { refund, kept, state } = money;
  if (by === 'returned') return sayRest(money);
  if (refund.amount + kept.amount === 0)
    return [{ kind: 'text', text: 'The seat was free, so there is nothing to refund.' }];
  const why = by === 'parent' ? ', as our refund policy said when you booked' : '';
  if (state === null || refund.amount === 0)
    return [{ kind: 'text', text: `No refund: the school keeps ${sayCharge(kept)}${why}.` }];
  const what =
    kept.amount === 0
      ? `All of your money comes back: ${sayCharge(refund)}.`
      : `${sayCharge(refund)} comes back. The school keeps ${sayCharge(kept)}${why}.`;
  return [
    { kind: 'text', text: what },
    { kind: 'text', text: sayRefund(state) },
  ];
}

/** What becomes of the other payments for the seat. */
function sayRest({ refund, kept, state }: NonNullable<Canceled['money']>): LetterPart[] {
  const back =
    refund.amount > 0
      ? `What else you paid for the seat comes back, too: ${sayCharge(refund)}.`
      : 'You paid nothing else for the seat that could come back.';
  const text = kept.amount > 0 ? `${back} The school keeps ${sayCharge(kept)}.` : back;
  return [
    { kind: 'text', text },
    ...(state === null ? [] : [{ kind: 'text' as const, text: sayRefund(state) }]),
  ];
}

function listMoney(money: Canceled['money']): Facts {
  if (!money) return [];
  const { refund, kept, ids } = money;
  return [
    ...(refund.amount > 0 ? [{ label: 'Refund', value: sayCharge(refund) }] : []),
    ...(kept.amount > 0 ? [{ label: 'Kept', value: sayCharge(kept) }] : []),
    ...ids.map((value) => ({ label: 'Payment', value })),
  ];
}
