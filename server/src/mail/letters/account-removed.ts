import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet } from './say.ts';

/** To somebody whom an admin removed. They can't log in, so there is no link into the account. */
export function writeAccountRemoved(
  _: LetterFacts['account removed'],
  { to }: LetterContext,
): Letter {
  return {
    subject: `Your account at ${cut(SCHOOL.name, 30)} was closed`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `An admin of ${SCHOOL.name} has closed your account (${to.address}). You can’t log in with it anymore.`,
      },
      {
        kind: 'text',
        text: 'Seats that you held without paying are free again. Classes that you paid for are not canceled by this.',
      },
      {
        kind: 'text',
        text: 'If you have paid for a class, or if you think this is a mistake, please answer this email.',
      },
    ],
  };
}
