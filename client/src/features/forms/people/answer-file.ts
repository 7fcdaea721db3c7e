import { isCare, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import type { FormPerson, FormTerms } from '@speakifyr/contract/forms.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatDate, formatIsoDay } from '../../../lib/format.ts';

/**
 * The answers to one form for a spreadsheet, with a line of headings. Answers about health are only on the care sheet.
 * Of a document, the file has the name and the state. R667, R695
 */
export function listAnswerRows(
  { kind, questions }: Pick<FormTerms, 'kind' | 'questions'>,
  people: FormPerson[],
): CsvCell[][] {
  const isDocument = kind === 'document';
  const columns = questions.filter((question) => !isCare(question));
  return [
    [
      ...['Name', 'Family', 'Classes', 'State', 'Answered', 'Signed by', 'Note'],
      ...(isDocument ? ['Files', 'State of the files'] : []),
      ...columns.map(({ label }) => label),
    ],
    ...people.map((person) => {
      const { name, family, classes, answeredAt, signatures, note, answers, files } = person;
      return [
        name,
        family,
        classes.join('; '),
        sayState(person, kind),
        answeredAt ? formatIsoDay(new Date(answeredAt)) : '',
        signatures.at(-1)?.name ?? '',
        note ?? '',
        ...(isDocument
          ? [
              files.map((file) => file.name).join('; '),
              // Why one was refused may say something about health.
              files.map(({ reason: _why, ...file }) => sayDecision(file)).join('; '),
            ]
          : []),
        ...columns.map(({ key }) => sayAnswer(answers[key])),
      ];
    }),
  ];
}

/** What became of a document, in words for the office. R694 */
export function sayDecision({ state, validUntil, reason = '' }: FormFile): string {
  if (state === 'sent') return 'To look at';
  if (state === 'refused') return reason ? `Refused: ${reason}` : 'Refused';
  return validUntil ? `Accepted until ${formatDate(validUntil)}` : 'Accepted';
}

/** Whether the office has not looked at a document of theirs yet. */
export function hasNewFile({ files }: Pick<FormPerson, 'files'>): boolean {
  return files.some(({ state }) => state === 'sent');
}

/** Whether they still have something to do. */
export function isLacking({ state }: Pick<FormPerson, 'state'>): boolean {
  return state === 'open' || state === 'confirm';
}

/** Whether they have answered, in a word or two. */
export function sayState({ state }: Pick<FormPerson, 'state'>, kind: FormTerms['kind']): string {
  return (kind === 'document' && OF_DOCUMENT[state]) || STATES[state];
}

const STATES: Record<FormPerson['state'], string> = {
  open: 'Not answered',
  confirm: 'To be confirmed',
  done: 'Answered',
  gone: 'Deleted',
};
const OF_DOCUMENT: Partial<typeof STATES> = { open: 'Missing', done: 'Handed in' };
