import { nameDay } from '@speakifyr/contract/format.ts';
import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, nameChild, nameClass, sayAll } from './say.ts';

/** Asks guardians to answer the questions about their children's health. It only says that the answers are missing. */
export function writeHealthQuestion(
  { children }: LetterFacts['health question'],
  { to }: LetterContext,
): Letter {
  const names = sayAll([...new Set(children.map(({ name }) => nameChild(name)))]);
  const paths = [...new Set(children.map(({ path }) => path))];
  const path = paths.length === 1 ? paths[0] : undefined;
  return {
    subject: 'Please tell us about allergies and medication',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Before the class starts, we ask every family about allergies, medication and whatever else we should know. We don’t have your answer for ${names} yet. Please answer even if there is nothing to report: it takes a minute.`,
      },
      ...children.map(({ name, className, camp_start }) => ({
        kind: 'facts' as const,
        facts: [
          { label: 'Child', value: nameChild(name) },
          { label: 'Class', value: nameClass(className) },
          { label: 'First day', value: nameDay(camp_start) },
        ],
      })),
      {
        kind: 'link',
        label: 'Answer the questions',
        path: path ?? '/dashboard/children',
      },
      {
        kind: 'text',
        text: `The school’s admins can read your answers, and so can the instructor of the class from ${CARE_DAYS_BEFORE} days before it until ${CARE_DAYS_AFTER === 1 ? 'the day' : `${CARE_DAYS_AFTER} days`} after it. Please don’t send them by email.`,
      },
    ],
  };
}
