import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameChild, nameClass } from './say.ts';

/** Tells guardians that the school lets a child join a class for another age, or no longer does. */
export function writeAgeAllowed(
  { child, className, isAllowed, path }: LetterFacts['age allowed'],
  { to }: LetterContext,
): Letter {
  const [who, what] = [nameChild(child), nameClass(className)];
  return {
    subject: isAllowed ? 'Your child may join a class for another age' : 'A class for another age',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: isAllowed
          ? `${what} is for another age, and we think that it fits ${who}. You can join it for ${who} now, while there are free seats.`
          : `${what} is for another age. We said that ${who} may join it all the same, and have to take that back. A seat that ${who} already has stays.`,
      },
      { kind: 'link', label: 'See the class', path },
      { kind: 'text', text: 'If you have a question, please reply to this email.' },
    ],
  };
}
