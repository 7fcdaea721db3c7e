import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet } from './say.ts';

/** To somebody who deleted their own account. There is no account to link to. */
export function writeAccountDeleted(
  _: LetterFacts['account deleted'],
  { to }: LetterContext,
): Letter {
  return {
    subject: `Your account at ${cut(SCHOOL.name, 30)} is deleted`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `You asked us to delete your account (${to.address}), and we have done it. Thank you for the time you spent with us.`,
      },
      {
        kind: 'text',
        text: `Your name and email are deleted. Two things stay for a while: this email, for ${KEEP_MAIL_DAYS} days at most, and your name on the list of a class that you paid for, until that class is over. Our books keep the amounts, without your name.`,
      },
      {
        kind: 'text',
        text: 'It wasn’t you? Then please answer this email at once.',
      },
    ],
  };
}
