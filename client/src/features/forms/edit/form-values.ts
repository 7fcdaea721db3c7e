import { hasOptions, listChoices } from '@speakifyr/contract/form-answers.ts';
import type { FormQuestion, FormTerms } from '@speakifyr/contract/forms.ts';

/** A question as the editor has it: its choices are lines, and what it hangs on is `key:answer`. */
export type QuestionValues = Omit<FormQuestion, 'options' | 'showIf'> & {
  options: string;
  showIf: string;
};

export type EditorValues = {
  form: Omit<FormTerms, 'questions' | 'due' | 'season' | 'isHealth'> & {
    questions: QuestionValues[];
    due: string;
    season: string;
    isHealth: boolean;
  };
  classes: 'all' | 'season' | 'some';
  act: 'save' | 'publish' | 'again' | 'archive';
};

export function writeForm(terms: FormTerms): EditorValues {
  const { questions, due, season, classIds } = terms;
  return {
    form: {
      ...terms,
      isHealth: terms.isHealth ?? false,
      due: due ?? '',
      season: season ?? '',
      questions: questions.map(({ options, showIf, ...question }) => ({
        ...question,
        options: options.join('\n'),
        showIf: showIf ? `${showIf.key}:${showIf.is}` : '',
      })),
    },
    classes: classIds.length > 0 ? 'some' : season === null ? 'all' : 'season',
    act: 'save',
  };
}

export function readForm({
  form: { isHealth, ...form },
  classes,
}: Pick<EditorValues, 'form' | 'classes'>): FormTerms {
  return {
    ...form,
    ...(isHealth && mayBeHealth(form) && { isHealth }),
    due: form.due || null,
    season: classes === 'season' ? form.season : null,
    classIds: classes === 'some' ? form.classIds : [],
    isPictures: form.kind === 'consent' && form.isPictures,
    questions: form.questions.map(({ options, showIf, ...question }) => {
      const [key = '', ...is] = showIf.split(':');
      return {
        ...question,
        kind: form.kind === 'consent' ? 'yesNo' : question.kind,
        options: hasOptions(question.kind) && form.kind !== 'consent' ? readLines(options) : [],
        ...(showIf && { showIf: { key, is: is.join(':') } }),
      };
    }),
  };
}

/** Whether a document can be about health: only one of a child. */
export function mayBeHealth({ kind, about }: Pick<FormTerms, 'kind' | 'about'>): boolean {
  return kind === 'document' && about === 'child';
}

/** Whether a question can be about health: only one of a form about each child. R695 */
export function mayAskHealth({ kind, about }: Pick<FormTerms, 'kind' | 'about'>): boolean {
  return kind !== 'consent' && about === 'child';
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The answers of earlier questions on which this one can hang: `key:answer` with how a director reads it. */
export function listConditions(
  { questions }: Pick<FormTerms, 'questions'>,
  place: number,
): { value: string; label: string }[] {
  return questions.slice(0, place).flatMap((question) =>
    listChoices(question).map((is) => ({
      value: `${question.key}:${is}`,
      label: `“${question.label || 'A question'}” is ${is}`,
    })),
  );
}
