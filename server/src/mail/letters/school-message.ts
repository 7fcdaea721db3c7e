import type { Letter } from '@speakifyr/contract/mail.ts';
import { cleanLine, cleanText } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, subjectOf } from './say.ts';

/** What an admin or the instructor writes to everyone in a class. */
export function writeSchoolMessage(
  { className, subject, text, from }: LetterFacts['school message'],
  { to }: Pick<LetterContext, 'to'>,
): Letter {
  return {
    subject: subjectOf('', subject),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${cleanLine(from)} writes to everyone in ${cleanLine(className)}:`,
      },
      { kind: 'quote', text: cleanText(text) },
      { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
    ],
  };
}
