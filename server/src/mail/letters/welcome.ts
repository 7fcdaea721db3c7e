import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet } from './say.ts';

/** To a new user. */
export function writeWelcome(_: LetterFacts['welcome'], { to }: LetterContext): Letter {
  return {
    subject: `Welcome to ${cut(SCHOOL.name, 40)}`,
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Your account is ready. We are glad that you are here!' },
      { kind: 'text', text: 'This is how you get a seat in a class:' },
      {
        kind: 'list',
        items: [
          'Choose a class. Every class shows its days, its price and how many seats are left.',
          'Join it. We hold a seat for you for a while, and your cart shows for how long.',
          'Pay by card. Then the seat is yours, and we send you the receipt and your entry code.',
        ],
      },
      { kind: 'link', label: 'See all classes', path: '/classes' },
      { kind: 'text', text: 'Do you have a question? Just answer this email.' },
    ],
  };
}
