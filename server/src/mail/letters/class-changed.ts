import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, listChanges, listClassFacts, nameClass, subjectOf } from './say.ts';

/** Tells a class's students and its instructor what has changed. */
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
          ? `Something about your class, ${name}, has changed:`
          : `Something about ${name}, the class you teach, has changed:`,
      },
      { kind: 'facts', facts: listChanges(changes) },
      { kind: 'text', text: 'Here are all the details as they are now:' },
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
              text: 'Your seat and your entry code stay the same. Open the attached file to update your calendar.',
            },
            { kind: 'link' as const, label: 'See your class', path: '/dashboard/enroll' },
            {
              kind: 'text' as const,
              text: 'If the change doesn’t work for you, just reply to this email. Our refund policy says when you can get your money back.',
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
              text: 'If the change doesn’t work for you, just reply to this email.',
            },
          ]),
    ],
  };
}
