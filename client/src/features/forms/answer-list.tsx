import { isCare, listAsked, sayAnswer } from '@speakifyr/contract/form-answers.ts';
import type { FormAnswers, FormTerms } from '@speakifyr/contract/forms.ts';

type Props = {
  form: Pick<FormTerms, 'questions'>;
  answers: FormAnswers;
  /** For the office: answers about health are only on the care sheet, never in `answers`. R695 */
  isOffice?: boolean;
};

/** Questions with their answers, to read. */
export function AnswerList({ form, answers, isOffice = false }: Props) {
  const asked = listAsked(form, answers);
  if (asked.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere] sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {asked.map((question) => (
        <div key={question.key} className="contents">
          <dt className="text-base-content/80">{question.label}</dt>
          <dd className="mb-1 font-semibold whitespace-pre-line">
            {isOffice && isCare(question)
              ? 'On the care sheet'
              : sayAnswer(answers[question.key]) || '—'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
