import {
  findAnswerProblems,
  keepAsked,
  listAsked,
  QUESTION_KINDS,
} from '@speakifyr/contract/form-answers.ts';
import type { FormAnswers, FormQuestion } from '@speakifyr/contract/forms.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeQuestion } from '../testing/forms.ts';

const OPTIONS = ['a', 'b', 'c'];
const RIGHT: Record<FormQuestion['kind'], FormAnswers[string][]> = {
  short: ['Text'],
  long: ['Long text'],
  one: OPTIONS,
  several: [['a'], ['b', 'c']],
  yesNo: [true, false],
  date: ['2027-07-05'],
  number: [0, 7.5],
  phone: ['+12025550143'],
};
const WRONG: FormAnswers[string][] = ['', ' ', [], ['x'], 'x', '30 February'];

/** A form whose questions may hang on the answer to an earlier one, of any kind. */
const questions = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...QUESTION_KINDS),
      isRequired: fc.boolean(),
      on: fc.option(fc.nat(9)),
      is: fc.constantFrom(...OPTIONS, 'yes', 'no'),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) =>
    all.map(({ kind, isRequired, on, is }, place) =>
      makeQuestion({
        ...{ key: `q${place}`, kind, isRequired, options: OPTIONS },
        ...(on !== null && on < place && { showIf: { key: `q${on}`, is } }),
      }),
    ),
  );

const form = questions.chain((all) =>
  fc
    .tuple(
      ...all.map(({ kind }) =>
        fc.option(
          fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...RIGHT[kind]) },
            fc.constantFrom(...WRONG),
          ),
        ),
      ),
    )
    .map((given) => ({
      questions: all,
      answers: Object.fromEntries(
        all.flatMap(({ key }, place) => {
          const answer = given[place];
          return answer === null || answer === undefined ? [] : [[key, answer]];
        }),
      ) as FormAnswers,
    })),
);

/** What a person sees, found anew: the list grows until nothing more comes. */
function findSeen(all: FormQuestion[], answers: FormAnswers): string[] {
  const isSeen = (question: FormQuestion): boolean => {
    if (!question.showIf) return true;
    const on = all.find(({ key }) => key === question.showIf?.key);
    if (!on || !isSeen(on)) return false;
    const answer = answers[on.key];
    const { is } = question.showIf;
    if (on.kind === 'several') return Array.isArray(answer) && answer.includes(is);
    if (on.kind === 'yesNo')
      return (is === 'yes' && answer === true) || (is === 'no' && answer === false);
    return on.kind === 'one' && answer === is;
  };
  return all.filter(isSeen).map(({ key }) => key);
}

const isRight = ({ kind }: FormQuestion, answer: FormAnswers[string] | undefined) =>
  RIGHT[kind].some((right) => JSON.stringify(right) === JSON.stringify(answer));
const isBlank = (answer: FormAnswers[string] | undefined) =>
  answer === undefined ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0);

// Rules: R661.
it('what is required and shown is answered before a form is complete, and only then', () => {
  fc.assert(
    fc.property(form, ({ questions: all, answers }) => {
      const seen = findSeen(all, answers);
      expect(listAsked({ questions: all }, answers).map(({ key }) => key)).toEqual(seen);
      const problems = findAnswerProblems({ questions: all }, answers);
      const shown = all.filter(({ key }) => seen.includes(key));
      const isComplete = shown.every((question) => {
        const answer = answers[question.key];
        if (isBlank(answer)) return !question.isRequired;
        // Any text answers a question for a text.
        const isText = question.kind === 'short' || question.kind === 'long';
        return isText ? typeof answer === 'string' : isRight(question, answer);
      });
      expect(Object.keys(problems).length === 0).toBe(isComplete);
      // What is stored is complete just the same, and has nothing that nobody asked.
      const kept = keepAsked({ questions: all }, answers);
      expect(Object.keys(kept).every((key) => seen.includes(key))).toBe(true);
      expect(Object.keys(findAnswerProblems({ questions: all }, kept)).length === 0).toBe(
        isComplete,
      );
    }),
    { numRuns: 2_000 },
  );
});

it('a required question that nobody sees never stops anybody', () => {
  const all = [
    makeQuestion({ key: 'a', kind: 'yesNo' }),
    makeQuestion({ key: 'b', kind: 'yesNo', showIf: { key: 'a', is: 'yes' } }),
    makeQuestion({ key: 'c', showIf: { key: 'b', is: 'yes' } }),
  ];
  // An answer from before `a` was changed does not show `c`.
  expect(findAnswerProblems({ questions: all }, { a: false, b: true })).toEqual({});
  expect(findAnswerProblems({ questions: all }, { a: true, b: true })).toEqual({
    c: 'Please answer this.',
  });
  expect(findAnswerProblems({ questions: all }, { a: true }, { isPart: true })).toEqual({});
});
