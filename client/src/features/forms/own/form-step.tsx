import type { AskedPerson, ShownForm } from '@speakifyr/contract/forms.ts';
import { MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { findFieldProblems, readAnswerBody, writeAnswers } from '../answer-values.ts';
import { AnswerList } from '../answer-list.tsx';
import { QuestionFields } from '../question-fields.tsx';

type Props = {
  form: ShownForm;
  person: AskedPerson;
  /** What the family calls them. */
  name: string;
  /** The others of the family who have answered the same form. */
  others: { name: string; person: AskedPerson }[];
  onDone: () => void;
  /** Goes on to the next one. */
  onLater: () => void;
};

/** One form for one person. What is typed stays, even if the school or another guardian changes something. R660 */
export function FormStep({ form, person, name, others, onDone, onLater }: Props) {
  const { _id, version, terms } = form;
  const { seen, state, answeredAt } = person;
  // What the form began with. Somebody else may answer while it is open.
  const [began] = useState(person);
  const toInput = (values: Parameters<typeof readAnswerBody>[2]) => ({
    params: { id: _id },
    body: readAnswerBody(terms, { ...person, version }, values),
  });
  const part = useChange('PUT /myForms/:id');
  const call = useCallForm('PUT /myForms/:id', {
    defaultValues: { answers: writeAnswers(terms, began.answers), signedName: '' },
    toInput,
    findProblems: (values) => findFieldProblems(terms, values),
  });
  const { getValues, setValue } = call;
  const savePart = () => {
    const { params, body } = toInput(getValues());
    return part.mutateAsync({ params, body: { ...body, isPart: true } });
  };
  const isNew = Object.keys(began.answers).length === 0;
  return (
    <Form
      form={call}
      onSubmit={async (values) => {
        await call.send(values);
        onDone();
      }}
      aria-label={`${terms.name}: ${name}`}
      className="card bg-base-100 shadow-card grid gap-5 p-5 sm:p-6"
    >
      <div>
        <h2 className="text-2xl font-bold [overflow-wrap:anywhere]">{terms.name}</h2>
        <p className="[overflow-wrap:anywhere]">
          {`${terms.about === 'child' ? 'For' : 'From'} ${name}${terms.due ? ` · until ${formatDate(terms.due)}` : ''}`}
        </p>
      </div>
      {terms.text && (
        <p className="max-w-prose leading-relaxed [overflow-wrap:anywhere] whitespace-pre-line">
          {terms.text}
        </p>
      )}
      {state === 'confirm' && answeredAt && (
        <p className="alert alert-info alert-soft">
          <span>{`You answered this on ${formatDate(new Date(answeredAt))}. Is it still right? Look at it, change what is new, and confirm.`}</span>
        </p>
      )}
      {seen !== began.seen && (
        <div className="rounded-box border-warning border-2 p-4">
          <p className="font-bold">Somebody else has answered since you opened this:</p>
          <AnswerList form={terms} answers={person.answers} />
        </div>
      )}
      {isNew && terms.kind !== 'waiver' && others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((other) => (
            <button
              key={other.person.personId}
              type="button"
              className="btn btn-outline btn-primary h-auto min-h-11 max-w-full py-1.5"
              onClick={() => setValue('answers', writeAnswers(terms, other.person.answers))}
            >
              <span className="[overflow-wrap:anywhere]">{`Same as for ${other.name}`}</span>
            </button>
          ))}
        </div>
      )}
      <QuestionFields form={terms} />
      {terms.kind === 'waiver' && (
        <Field
          label="Sign with your full name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          hint="Your name, the day, the hour and the version of this text are kept. You get a copy by email."
          {...call.register('signedName')}
        />
      )}
      <FormProblem />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{LABELS[terms.kind][state === 'confirm' ? 1 : 0]}</SubmitButton>
        {terms.kind === 'questions' && (
          <ActionButton
            className="btn-ghost"
            act={savePart}
            success="Saved as far as it goes"
            onDone={onLater}
          >
            Save and go on later
          </ActionButton>
        )}
        {terms.kind !== 'questions' && (
          <button type="button" className="btn btn-ghost" onClick={onLater}>
            Later
          </button>
        )}
      </div>
    </Form>
  );
}

/** On the button: of a first answer, and of one that is confirmed. */
const LABELS = {
  questions: ['Save', 'Confirm'],
  waiver: ['Sign', 'Sign'],
  consent: ['Save what I allow', 'Confirm'],
} as const;
