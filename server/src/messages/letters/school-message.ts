import { MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { cleanLine, cleanText, cut } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameClass, sayAll } from './say.ts';

/** Passes on what an admin or the instructor writes to the families of some classes. */
export function writeSchoolMessage(
  { classNames, group, subject, text, from }: LetterFacts['school message'],
  { to }: Pick<LetterContext, 'to'>,
): Letter {
  const classes = sayAll(classNames.map(nameClass));
  const [whom, link] = GROUPS[group];
  return {
    subject: cut(cleanLine(subject) || classes, MAX_SUBJECT_LENGTH),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${cleanLine(from) || 'The school'} sent this message to ${whom(classes)}:`,
      },
      { kind: 'quote', text: cleanText(text) || '–' },
      { kind: 'link', ...link },
      { kind: 'text', text: 'If you reply to this email, your reply goes to the school.' },
    ],
  };
}

type Words = [whom: (classes: string) => string, link: { label: string; path: string }];

const CHILDREN = { label: 'Open My Children', path: '/dashboard/children' };

const GROUPS: Record<MessageGroup, Words> = {
  enrolled: [
    (classes) => `everyone in ${classes}`,
    { label: 'See your class', path: '/dashboard/enroll' },
  ],
  'health missing': [
    (classes) => `the families in ${classes} whose answers about health are missing`,
    CHILDREN,
  ],
  'contact missing': [
    (classes) => `the families in ${classes} whose emergency contacts are missing`,
    CHILDREN,
  ],
  waiting: [
    (classes) => `everyone who waits for a seat in ${classes}`,
    { label: 'Open My Waiting List', path: '/dashboard/waiting' },
  ],
};
