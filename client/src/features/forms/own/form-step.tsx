import { findAnswerProblems } from '@speakifyr/contract/form-answers.ts';
import type { AskedPerson, ShownForm } from '@speakifyr/contract/forms.ts';
import { MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SignedNote } from '../../../ui/paper-fields.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { useNewWords } from '../../../ui/consent-box.tsx';
import {
  CONSENT_PROBLEM,
  findFieldProblems,
  needsConsent,
  NOTHING_TYPED,
  readAnswerBody,
  type StepValues,
  writeAnswers,
} from '../answer-values.ts';
import { AnswerList } from '../answer-list.tsx';
import { HealthConsent } from '../health-consent.tsx';
import { QuestionFields } from '../question-fields.tsx';
import { AskedAgain, findFileProblem, HandIn } from './hand-in.tsx';
import { OwnFiles } from './own-files.tsx';
import { useHandIn } from './use-hand-in.ts';
import { useOwnChanges } from './use-own-changes.ts';

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
  const { state, answeredAt, files } = person;
  const isDocument = terms.kind === 'document';
  const hasQuestions = terms.questions.length > 0;
  // A document alone was sent when it was chosen.
  const sendsAnswers = !isDocument || hasQuestions || state !== 'done';
  // What the form began with. Somebody else may answer while it is open.
  const [began] = useState(person);
  const own = useOwnChanges(person);
  const toInput = (values: StepValues, seen = own.seen) => ({
    params: { id: _id },
    body: readAnswerBody(terms, { ...person, seen, version }, values),
  });
  const lacksConsent = (values: StepValues, hasFile = false) =>
    !values.consent && needsConsent(terms, values, hasFile) && CONSENT_PROBLEM;
  const part = useChange('PUT /myForms/:id');
  const call = useCallForm('PUT /myForms/:id', {
    defaultValues: { ...NOTHING_TYPED, answers: writeAnswers(terms, began.answers) } as StepValues,
    toInput,
    findProblems: (values) => ({
      ...findFieldProblems(terms, values),
      consent: sendsAnswers && lacksConsent(values, isDocument && files.length > 0),
      file: isDocument && findFileProblem(person, handIn),
    }),
  });
  const { getValues, setValue, setError } = call;
  const handIn = useHandIn({
    form: call,
    own,
    toInput(file, seen) {
      const values = getValues();
      if (lacksConsent(values, true)) return undefined;
      const { params, body } = toInput(values, seen);
      const lacks = Object.keys(findAnswerProblems(terms, body.answers)).length > 0;
      return { params, body: { ...body, file, ...(lacks && { isPart: true as const }) } };
    },
  });
  const showNewWords = useNewWords();
  async function savePart() {
    const values = getValues();
    const problem = lacksConsent(values);
    if (problem) {
      setError('consent', { message: problem }, { shouldFocus: true });
      return false;
    }
    const { params, body } = toInput(values);
    return part.mutateAsync({ params, body: { ...body, isPart: true } }).catch(showNewWords);
  }
  const hasPart = hasQuestions && (isDocument || terms.kind === 'questions');
  const isNew = Object.keys(began.answers).length === 0;
  return (
    <Form
      form={call}
      onSubmit={async (values) => {
        if (sendsAnswers) await call.send(values).catch(showNewWords);
        onDone();
      }}
      fieldOfCode={{ text_changed: 'consent' }}
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
          <span>{`${isDocument ? 'You handed this in' : 'You answered this'} on ${formatDate(new Date(answeredAt))}. Is it still right? Look at it, change what is new, and confirm.`}</span>
        </p>
      )}
      {person.signed && <SignedNote signed={person.signed} />}
      {isDocument && <AskedAgain person={person} />}
      {own.isByOthers && (
        <div className="rounded-box border-warning border-2 p-4">
          <p className="font-bold">Somebody else has answered since you opened this:</p>
          <AnswerList form={terms} answers={person.answers} />
        </div>
      )}
      {isNew && hasQuestions && terms.kind !== 'waiver' && others.length > 0 && (
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
      <HealthConsent form={terms} child={person.name} />
      {isDocument && (
        <>
          <OwnFiles files={files} own={own} />
          <HandIn handIn={handIn} />
        </>
      )}
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
        <SubmitButton isBusy={handIn.isBusy || call.formState.isSubmitting}>
          {LABELS[terms.kind][state === 'confirm' ? 1 : 0]}
        </SubmitButton>
        {hasPart && (
          <ActionButton
            className="btn-ghost"
            act={savePart}
            success="Saved as far as it goes"
            onDone={onLater}
          >
            Save and go on later
          </ActionButton>
        )}
        {!hasPart && (
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
  document: ['Done', 'Confirm'],
} as const;
