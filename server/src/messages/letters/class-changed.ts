import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import {
  greet,
  listChanges,
  listClassFacts,
  listCodes,
  nameChildren,
  nameClass,
  subjectOf,
} from './say.ts';

/** Tells a class's students, their guardians and its instructor what has changed. */
export function writeClassChanged(
  { campClass, changes, seats }: LetterFacts['class changed'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Changed: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Something about ${nameTheirClass(name, seats)} has changed:`,
      },
      { kind: 'facts', facts: listChanges(changes) },
      { kind: 'text', text: 'Here are all the details as they are now:' },
      { kind: 'facts', facts: [...listCodes(seats), ...listClassFacts(campClass)] },
      ...(seats.length > 0 ? adviseStudents(seats) : ADVICE_FOR_INSTRUCTOR),
    ],
  };
}

type Seats = LetterFacts['class changed']['seats'];

function nameTheirClass(name: string, seats: Seats): string {
  if (seats.length === 0) return `${name}, the class you teach,`;
  const children = nameChildren(seats);
  return children ? `${name}, the class of ${children},` : `your class, ${name},`;
}

function adviseStudents(seats: Seats): LetterPart[] {
  const what = seats.length > 1 ? 'The seats and entry codes' : 'The seat and the entry code';
  const files = seats.length > 1 ? 'files' : 'file';
  return [
    {
      kind: 'text',
      text: `${what} stay the same. Open the attached ${files} to update your calendar.`,
    },
    { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
    {
      kind: 'text',
      text: 'If the change doesn’t work for you, just reply to this email. Our refund policy says when you can get your money back.',
    },
    { kind: 'link', label: 'Read the refund policy', path: '/refund-policy' },
  ];
}

const ADVICE_FOR_INSTRUCTOR: LetterPart[] = [
  { kind: 'link', label: 'See your class', path: '/dashboard/instructor' },
  { kind: 'text', text: 'If the change doesn’t work for you, just reply to this email.' },
];
