import { sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormPerson, FormTerms } from '@speakifyr/contract/forms.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatIsoDay } from '../../../lib/format.ts';

/** The answers to one form for a spreadsheet, with a line of headings. R667 */
export function listAnswerRows({ questions }: FormTerms, people: FormPerson[]): CsvCell[][] {
  return [
    [
      'Name',
      'Family',
      'Classes',
      'State',
      'Answered',
      'Signed by',
      'Note',
      ...questions.map(({ label }) => label),
    ],
    ...people.map(({ name, family, classes, state, answeredAt, signatures, note, answers }) => [
      name,
      family,
      classes.join('; '),
      STATES[state],
      answeredAt ? formatIsoDay(new Date(answeredAt)) : '',
      signatures.at(-1)?.name ?? '',
      note ?? '',
      ...questions.map(({ key }) => sayAnswer(answers[key])),
    ]),
  ];
}

/** Whether they still have something to do. */
export function isLacking({ state }: Pick<FormPerson, 'state'>): boolean {
  return state === 'open' || state === 'confirm';
}

export const STATES: Record<FormPerson['state'], string> = {
  open: 'Not answered',
  confirm: 'To be confirmed',
  done: 'Answered',
  gone: 'Deleted',
};
