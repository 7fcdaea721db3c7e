import { nameDay } from '@speakifyr/contract/format.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { askNeeds, listFreeUntil, listGate, listSchool } from './get-ready.ts';
import {
  greet,
  listClassFacts,
  listCodes,
  listWhatToBring,
  nameChildren,
  nameClass,
  subjectOf,
} from './say.ts';

/** Reminds a student, or the guardians of one, a week and a day before the first day. */
export function writeReminder(
  { campClass, seats, days, needs, freeUntil }: LetterFacts['reminder'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const start = campClass.camp_start;
  const who = nameChildren(seats) ?? 'you';
  return {
    subject: subjectOf(
      days === 1 ? 'Tomorrow: ' : `Starts ${nameDay(start, start.slice(0, 4))}: `,
      name,
    ),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text:
          days === 1
            ? `${name} starts tomorrow, ${nameDay(start)}. We look forward to seeing ${who}!`
            : `${name} starts soon, on ${nameDay(start)}. We look forward to seeing ${who}!`,
      },
      {
        kind: 'facts',
        facts: [
          ...listCodes(seats),
          ...listClassFacts(campClass),
          ...listGate(campClass),
          ...listSchool(),
          ...listFreeUntil(freeUntil),
        ],
      },
      ...askNeeds(needs),
      ...listWhatToBring(),
      { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
      { kind: 'text', text: 'Can’t make it? Please let us know: just reply to this email.' },
    ],
  };
}
