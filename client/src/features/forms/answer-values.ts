import {
  findAnswerProblems,
  isCare,
  keepAsked,
  splitCare,
} from '@speakifyr/contract/form-answers.ts';
import type { AskedPerson, FormAnswers, FormQuestion } from '@speakifyr/contract/forms.ts';

/** Answers as a form on the screen has them: an input's text, ticked boxes, or the choice of a radio button. */
export type AnswerValues = { answers: Record<string, string | string[] | boolean> };

/** What a form for somebody has besides. `consent`: the version of the text about health; `file`: only what is wrong with it. */
export type StepValues = AnswerValues & {
  signedName: string;
  consent: string | false;
  file: string;
};

export const NOTHING_TYPED = { signedName: '', consent: false as string | false, file: '' };

type Asked = { kind: string; questions: FormQuestion[] };

/** @returns what the fields begin with. A consent is a box that nobody has ticked */
export function writeAnswers({ kind, questions }: Asked, given: FormAnswers) {
  return Object.fromEntries(
    questions.map((question) => [question.key, writeAnswer(question, given[question.key], kind)]),
  ) as AnswerValues['answers'];
}

function writeAnswer(
  { kind, options }: FormQuestion,
  answer: FormAnswers[string] | undefined,
  formKind: string,
): string | string[] | boolean {
  if (kind === 'yesNo') {
    if (formKind === 'consent') return answer === true;
    return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : '';
  }
  // What is no longer a choice is chosen again.
  if (kind === 'several')
    return Array.isArray(answer) ? answer.filter((one) => options.includes(one)) : [];
  if (kind === 'one') return typeof answer === 'string' && options.includes(answer) ? answer : '';
  return answer === undefined || Array.isArray(answer) ? '' : String(answer);
}

/** @returns what is sent: only what is asked */
export function readAnswers(form: Asked, values: AnswerValues['answers']): FormAnswers {
  const all = form.questions.flatMap(({ key, kind }) => {
    const value = values[key];
    if (value === undefined || value === '') return [];
    if (kind === 'yesNo')
      return [[key, typeof value === 'boolean' ? value : value === 'yes']] as const;
    const isNumber = kind === 'number' && typeof value === 'string' && value.trim() !== '';
    const number = Number(value);
    return [[key, isNumber && Number.isFinite(number) ? number : value]] as const;
  });
  return keepAsked(form, Object.fromEntries(all));
}

type Answered = Pick<AskedPerson, 'personId' | 'seen'> & { version: number };

/** @returns what every call that answers a form sends */
export function readAnswerBody(
  form: Asked,
  { personId, version, seen }: Answered,
  { answers, signedName, consent }: Pick<StepValues, 'answers' | 'signedName' | 'consent'>,
) {
  return {
    personId,
    version,
    seen,
    answers: readAnswers(form, answers),
    ...(form.kind === 'waiver' && { signedName }),
    ...(consent && { consent }),
  };
}

type Wanted = {
  /** More will follow. */
  isPart?: boolean;
  /** The office does not read what is there about health: what it leaves empty stays. */
  isOffice?: boolean;
};

/** @returns what is wrong with the answers, by the names of their fields */
export function findFieldProblems(
  { kind, questions }: Asked,
  { answers }: AnswerValues,
  { isPart = false, isOffice = false }: Wanted = {},
) {
  const judged = questions.map((question) =>
    isOffice && isCare(question) ? { ...question, isRequired: false } : question,
  );
  const form = { kind, questions: judged };
  const problems = findAnswerProblems(form, readAnswers(form, answers), { isPart });
  return Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [`answers.${key}`, problem]),
  );
}

export const CONSENT_PROBLEM = 'We can keep it only if you agree to it.';

/** Whether somebody agrees first: to answers about health that are given, or to a document about health. R695 */
export function needsConsent(
  form: Asked & { isHealth?: true | undefined },
  { answers }: AnswerValues,
  hasFile: boolean,
): boolean {
  const { care } = splitCare(form, readAnswers(form, answers));
  return Object.keys(care).length > 0 || (hasFile && !!form.isHealth);
}
