import { MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import { cleanLine, cleanText, cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass } from './say.ts';

/** Passes on what an admin or the instructor writes to everyone in a class. */
export function writeSchoolMessage(
  { className, subject, text, from }: LetterFacts['school message'],
  { to }: Pick<LetterContext, 'to'>,
): Letter {
  return {
    subject: cut(cleanLine(subject) || nameClass(className), MAX_SUBJECT_LENGTH),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${cleanLine(from) || 'The school'} sent this message to everyone in ${nameClass(className)}:`,
      },
      { kind: 'quote', text: cleanText(text) || '–' },
      { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
      { kind: 'text', text: 'If you reply to this email, your reply goes to the school.' },
    ],
  };
}
