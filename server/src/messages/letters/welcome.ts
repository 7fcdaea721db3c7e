import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet } from './say.ts';

/** Welcomes a new user, and says how to get a seat. */
export function writeWelcome(_: LetterFacts['welcome'], { to }: LetterContext): Letter {
  return {
    subject: `Welcome to ${cut(SCHOOL.name, 40)}`,
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Your account is ready. We are glad you are here!' },
      { kind: 'text', text: 'Here is how to get a seat in a class:' },
      {
        kind: 'list',
        items: [
          'Choose a class. Every class shows its days, its price and how many seats are left.',
          'Join it. We hold a seat for you for a while, and your cart shows for how long.',
          'Pay by card. Then the seat is yours, and we email you a receipt and your entry code.',
        ],
      },
      { kind: 'link', label: 'See all classes', path: '/classes' },
      { kind: 'text', text: 'Questions? Just reply to this email.' },
    ],
  };
}
