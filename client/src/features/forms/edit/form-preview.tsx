import { isCare } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { FormProvider } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { type AnswerValues, readAnswers, writeAnswers } from '../answer-values.ts';
import { FileField } from '../file-field.tsx';
import { QuestionFields } from '../question-fields.tsx';

/** What a parent sees. It can be tried, and sends nothing. */
export function FormPreview({ terms }: { terms: FormTerms }) {
  const form = useCallForm<'PUT /myForms/:id', AnswerValues>('PUT /myForms/:id', {
    defaultValues: { answers: writeAnswers(terms, {}) },
    toInput: ({ answers }) => ({
      params: { id: '' },
      body: { personId: '', version: 0, seen: 0, answers: readAnswers(terms, answers) },
    }),
  });
  return (
    <section
      aria-label="What parents see"
      // It stays in sight while a long form is written.
      className="rounded-box bg-base-200 border-base-300 grid gap-5 border p-5 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto"
    >
      <p className="text-base-content/80 text-sm font-semibold">What parents see</p>
      <div>
        <h2 className="text-2xl font-bold [overflow-wrap:anywhere]">
          {terms.name || 'Without a name'}
        </h2>
        <p>{terms.about === 'child' ? 'For Mia' : 'From you'}</p>
      </div>
      {terms.text && (
        <p className="leading-relaxed [overflow-wrap:anywhere] whitespace-pre-line">{terms.text}</p>
      )}
      <FormProvider {...form}>
        <QuestionFields form={terms} />
      </FormProvider>
      {(terms.isHealth || terms.questions.some(isCare)) && (
        <p className="text-base-content/80 text-sm">
          Parents agree to your text about health here, before they send it.
        </p>
      )}
      {terms.kind === 'document' && <FileField isDisabled />}
      {terms.kind === 'waiver' && (
        <Field label="Sign with your full name" autoComplete="off" name="preview" />
      )}
    </section>
  );
}
