import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  type Facts,
  greet,
  listClassFacts,
  nameChild,
  nameClass,
  sayCharge,
  sayRefund,
  subjectOf,
} from './say.ts';

type Canceled = LetterFacts['seat canceled'];

/** Says that one seat is canceled and, to who paid, what comes back and what the school keeps. */
export function writeSeatCanceled(facts: Canceled, { to, timeZone }: LetterContext): Letter {
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
          ...(child === null ? [] : [{ label: 'Child', value: nameChild(child) }]),
          ...listMoney(money),
          ...(entry
            ? listClassFacts(entry.campClass, timeZone)
            : [{ label: 'Class', value: nameClass(className) }]),
        ],
      },
      ...(entry
        ? [
            {
              kind: 'text' as const,
              text: 'Open the attached file to remove the class from your calendar.',
            },
          ]
        : []),
      money
        ? { kind: 'link', label: 'See your canceled seats', path: '/dashboard/enroll' }
        : { kind: 'link', label: 'See other classes', path: '/classes' },
      { kind: 'text', text: 'Does something look wrong? Just reply to this email.' },
    ],
  };
}

function sayWhat({ className, child, by, money }: Canceled): string {
  const whose = child === null ? 'your' : `${nameChild(child)}’s`;
  const seat = `${whose} seat in ${nameClass(className)}`;
  // Who paid is the parent who decided it.
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
  }
}

function sayMoney({ by, money }: Canceled): LetterPart[] {
  if (!money) return [];
  const { refund, kept, state } = money;
  if (refund.amount + kept.amount === 0)
    return [{ kind: 'text', text: 'The seat was free, so there is nothing to refund.' }];
  const why = by === 'parent' ? ', as our refund policy said when you booked' : '';
  if (state === null || refund.amount === 0)
    return [
      { kind: 'text', text: `Nothing comes back: the school keeps ${sayCharge(kept)}${why}.` },
    ];
  if (kept.amount === 0)
    return [
      { kind: 'text', text: `All of your money comes back: ${sayCharge(refund)}.` },
      { kind: 'text', text: sayRefund(state) },
    ];
  return [
    {
      kind: 'text',
      text: `${sayCharge(refund)} comes back. The school keeps ${sayCharge(kept)}${why}.`,
    },
    { kind: 'text', text: sayRefund(state) },
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
