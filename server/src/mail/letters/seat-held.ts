import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, listClassFacts, nameClass, sayMoment, sayTime, subjectOf } from './say.ts';
import { nameCharge } from '@speakifyr/contract/format.ts';

/** Reminds a student ten minutes before their held seat becomes free again. */
export function writeSeatHeld(
  { campClass, price, heldUntil }: LetterFacts['seat held'],
  { to, timeZone, currency }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Your seat is not paid for yet: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `You have a seat in ${name}, but it is not paid for yet. We are holding it for you until ${sayTime(heldUntil, timeZone)}. After that, somebody else can take it.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Held until', value: sayMoment(heldUntil, timeZone) },
          { label: 'Price', value: price === 0 ? 'Free' : nameCharge(price, currency) },
          ...listClassFacts(campClass, timeZone),
        ],
      },
      { kind: 'link', label: 'Go to your cart', path: '/dashboard/myclasses' },
      {
        kind: 'text',
        text: 'Don’t want the seat anymore? You don’t have to do anything, and you won’t be charged.',
      },
    ],
  };
}
