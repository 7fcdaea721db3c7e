import type { FormAnswers, FormQuestion } from './forms.ts';
import { PHONE_PROBLEM } from './limits.ts';
import { readPhoneNumber } from './phone-numbers.ts';
import { hasVisible } from './visible-text.ts';

/** Forms, for client and server. Plain functions only: the schemas are in forms.ts. */

/** A waiver is signed with a typed name; a consent can be withdrawn; for a document, files are handed in. */
export const FORM_KINDS = ['questions', 'waiver', 'consent', 'document'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** Who a form is about. */
export const FORM_ABOUT = ['child', 'family', 'instructor'] as const;
export type FormAbout = (typeof FORM_ABOUT)[number];

export const QUESTION_KINDS = [
  'short',
  'long',
  'one',
  'several',
  'yesNo',
  'date',
  'number',
  'phone',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/**
 * Who reads an answer: the office alone, or who has the roster of the class, too. `care`: it is about health, so it is on
 * the care sheet, and nowhere else. R695
 */
export const SEEN_BY = ['office', 'roster', 'care'] as const;

/**
 * What somebody who is asked still has to do: answer; look at what they answered before and confirm it; nothing.
 * `gone`: what was signed for somebody who is deleted.
 */
export const ANSWER_STATES = ['open', 'confirm', 'done', 'gone'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** An answer from more days before the first day of the class is confirmed again: it is last summer's. */
export const FORM_FRESH_DAYS = 330;

/** What a document may be. R693 */
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** `sent`: the office has not looked at it yet. It counts unless it is refused. */
export const FILE_STATES = ['sent', 'accepted', 'refused'] as const;
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** More than any phone takes; a browser makes the picture smaller before it is sent. */
export const MAX_FILE_PIXELS = 50_000_000;
/** Of a child, or of an account, in all forms together. */
export const MAX_FILES = 10;
export const MAX_FILE_NAME = 120;
export const MAX_REASON = 300;

export const MAX_FORMS = 60;
export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 20;
export const MAX_QUESTION_LENGTH = 300;
export const MAX_FORM_TEXT = 20_000;
export const MAX_ANSWER_LENGTH = 2_000;
export const MAX_FORM_VERSIONS = 30;

type Asked = { questions: FormQuestion[] };

/**
 * The questions that somebody sees: all but those that ask only after another answer. A question that nobody sees has no
 * answer, so what hangs on it is hidden, too. Client and server decide with it alone. R661
 */
export function listAsked({ questions }: Asked, answers: FormAnswers): FormQuestion[] {
  const asked: FormQuestion[] = [];
  for (const question of questions) {
    const { showIf } = question;
    const on = showIf && asked.find(({ key }) => key === showIf.key);
    if (!showIf || (on && listChosen(on, answers[on.key]).includes(showIf.is)))
      asked.push(question);
  }
  return asked;
}

/** @returns the answers to what is asked, without empty ones */
export function keepAsked(form: Asked, answers: FormAnswers): FormAnswers {
  return Object.fromEntries(
    listAsked(form, answers).flatMap(({ key }) => {
      const answer = answers[key];
      return answer === undefined || isEmpty(answer) ? [] : [[key, answer]];
    }),
  );
}

/** Whether a question is about health: who reads the roster or the office's lists does not read it. R695 */
export function isCare({ seenBy }: Pick<FormQuestion, 'seenBy'>): boolean {
  return seenBy === 'care';
}

/**
 * Divides answers: those about health are stored and read apart.
 * @returns `care` empty if nothing about health was answered
 */
export function splitCare(
  { questions }: Asked,
  answers: FormAnswers,
): { plain: FormAnswers; care: FormAnswers } {
  const keys = new Set(questions.filter(isCare).map(({ key }) => key));
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key) === wanted));
  return { plain: pick(false), care: pick(true) };
}

/** A file counts unless it was refused, or ends before somebody's last day. R694 */
export function isFileStanding(
  { state, validUntil }: { state: (typeof FILE_STATES)[number]; validUntil?: string | undefined },
  lastDay: string,
): boolean {
  return state !== 'refused' && (!validUntil || validUntil >= lastDay);
}

/**
 * What is wrong with answers: what is required, asked and not answered, and what is no answer to its question.
 * @param isPart more will follow, so nothing is missing yet
 * @returns a sentence by the question's key; nothing if the answers are complete
 */
export function findAnswerProblems(
  form: Asked,
  answers: FormAnswers,
  { isPart = false } = {},
): Record<string, string> {
  return Object.fromEntries(
    listAsked(form, answers).flatMap((question) => {
      const problem = findProblem(question, answers[question.key], isPart);
      return problem ? [[question.key, problem]] : [];
    }),
  );
}

function findProblem(
  question: FormQuestion,
  answer: FormAnswers[string] | undefined,
  isPart: boolean,
): string | undefined {
  const { kind, isRequired, options } = question;
  if (answer === undefined || isEmpty(answer))
    return isRequired && !isPart ? 'Please answer this.' : undefined;
  switch (kind) {
    case 'yesNo':
      return typeof answer === 'boolean' ? undefined : 'Please choose yes or no.';
    case 'number':
      return typeof answer === 'number' ? undefined : 'Please enter a number.';
    case 'several':
      return Array.isArray(answer) && answer.every((one) => options.includes(one))
        ? undefined
        : 'Please choose from the list.';
    case 'one':
      return typeof answer === 'string' && options.includes(answer)
        ? undefined
        : 'Please choose one.';
    case 'date':
      return typeof answer === 'string' && isDay(answer) ? undefined : 'Please choose a day.';
    case 'phone':
      return typeof answer === 'string' && readPhoneNumber(answer) !== undefined
        ? undefined
        : `${PHONE_PROBLEM}.`;
    default:
      return typeof answer === 'string' ? undefined : 'Must be a text.';
  }
}

/** Whether the choices of such a question are written with it. */
export function hasOptions(kind: QuestionKind): boolean {
  return kind === 'one' || kind === 'several';
}

/** The answers on which a later question can hang. */
export function listChoices({ kind, options }: FormQuestion): string[] {
  return kind === 'yesNo' ? ['yes', 'no'] : options;
}

/** Which of them were given. */
function listChosen(
  { kind }: FormQuestion,
  answer: FormAnswers[string] | undefined,
): readonly string[] {
  if (kind === 'yesNo') return typeof answer === 'boolean' ? [answer ? 'yes' : 'no'] : [];
  if (kind === 'several') return Array.isArray(answer) ? answer : [];
  return kind === 'one' && typeof answer === 'string' ? [answer] : [];
}

function isEmpty(answer: FormAnswers[string]): boolean {
  return typeof answer === 'string'
    ? !hasVisible(answer)
    : Array.isArray(answer) && answer.length === 0;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text)
  );
}

/** An answer in words, for lists and files. */
export function sayAnswer(answer: FormAnswers[string] | undefined): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return Array.isArray(answer) ? answer.join(', ') : String(answer);
}

/** The purposes of a consent about pictures that were allowed. */
export function listAllowed(form: Asked, answers: FormAnswers): string[] {
  return listAsked(form, answers).flatMap(({ key, label, kind }) =>
    kind === 'yesNo' && answers[key] === true ? [label] : [],
  );
}
