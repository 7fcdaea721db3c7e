import type { Letter } from '@speakifyr/contract/mail.ts';
import { cleanLine } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { askNeeds, listGate, listSchool } from './get-ready.ts';
import {
  greet,
  listChild,
  listClassFacts,
  nameChildren,
  nameClass,
  sayAll,
  subjectOf,
} from './say.ts';

/** Tells a guardian that another one has booked classes for their children. It says nothing about the payment. */
export function writeSeatBooked(
  { booked, by, needs }: LetterFacts['seat booked'],
  { to }: LetterContext,
): Letter {
  const [first] = booked;
  const names = sayAll([...new Set(booked.flatMap(({ seat }) => nameChildren([seat]) ?? []))]);
  const who = (by && cleanLine(by)) || 'Another guardian';
  return {
    subject:
      booked.length === 1 && first
        ? subjectOf('New class: ', nameClass(first.campClass.name))
        : `${booked.length} new classes`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${who} has booked ${booked.length === 1 ? 'a class' : 'classes'} for ${names}. You don’t have to do anything: this is for you to know.`,
      },
      ...booked.map(({ campClass, seat }) => ({
        kind: 'facts' as const,
        facts: [
          ...listChild(seat.child),
          { label: 'Entry code', value: seat.entryCode },
          ...listClassFacts(campClass),
          ...listGate(campClass),
        ],
      })),
      { kind: 'facts', facts: listSchool() },
      ...askNeeds(needs),
      {
        kind: 'link',
        label: booked.length === 1 ? 'See the class' : 'See the classes',
        path: '/dashboard/enroll',
      },
    ],
  };
}
