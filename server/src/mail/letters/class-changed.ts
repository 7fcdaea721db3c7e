import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, listChanges, listClassFacts, nameClass, subjectOf } from './say.ts';

/** What is new about a class, to its students and to its instructor. */
export function writeClassChanged(
  { campClass, changes, seat }: LetterFacts['class changed'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Changed: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: seat
          ? `We have changed something about your class ${name}. Please note what is new:`
          : `The school has changed something about ${name}, the class that you teach. Please note what is new:`,
      },
      { kind: 'facts', facts: listChanges(changes) },
      { kind: 'text', text: 'This is how the class takes place now:' },
      {
        kind: 'facts',
        facts: [
          ...(seat ? [{ label: 'Entry code', value: seat.entryCode }] : []),
          ...listClassFacts(campClass, timeZone),
        ],
      },
      ...(seat
        ? [
            {
              kind: 'text' as const,
              text: 'Your seat and your entry code stay the same. The attached file brings your calendar up to date.',
            },
            { kind: 'link' as const, label: 'See your class', path: '/dashboard/enroll' },
            {
              kind: 'text' as const,
              text: 'If the change doesn’t work for you, answer this email. Our refund policy says when you get your money back.',
            },
            { kind: 'link' as const, label: 'Read the refund policy', path: '/refund-policy' },
          ]
        : [
            {
              kind: 'link' as const,
              label: 'See your class',
              path: '/dashboard/instructor',
            },
            {
              kind: 'text' as const,
              text: 'If the change doesn’t work for you, answer this email.',
            },
          ]),
    ],
  };
}
