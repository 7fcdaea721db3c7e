import { MAX_QUESTIONS } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms, OfficeForm } from '@speakifyr/contract/forms.ts';
import { MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { Plus } from 'lucide-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { confirmAction, showSuccess } from '../../../lib/dialogs.ts';
import { makeId } from '../../../lib/make-id.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../../ui/check.tsx';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FormPreview } from './form-preview.tsx';
import {
  type EditorValues,
  mayAskHealth,
  mayBeHealth,
  readForm,
  writeForm,
} from './form-values.ts';
import { QuestionEditor } from './question-editor.tsx';

type Props = {
  id: string;
  /** Missing for a new one. */
  known: OfficeForm | undefined;
  begins: FormTerms;
  classes: ClassChoice[];
};

/** The form on the left, and on the right what parents see of it. R662 */
export function FormEditor({ id, known, begins, classes }: Props) {
  const navigate = useNavigate();
  const form = useCallForm<'PUT /forms', EditorValues>('PUT /forms', {
    defaultValues: writeForm(begins),
    toInput: (values) => ({
      body: { id, revision: known?.revision ?? 0, form: readForm(values), act: values.act },
    }),
    findProblems: ({ classes: chosen, form: { classIds, season } }) => ({
      'form.classIds':
        chosen === 'some' && classIds.length === 0 && 'Please choose at least one class.',
      'form.season': chosen === 'season' && !/^\d{4}$/.test(season) && 'Enter a year such as 2027.',
    }),
  });
  const { register, control, setValue, formState } = form;
  const values = useWatch({ control }) as EditorValues;
  const { fields, append, move, remove } = useFieldArray({ control, name: 'form.questions' });
  const isPublished = !!known?.published;
  const terms = readForm(values);
  const { kind } = terms;

  const choose = (act: EditorValues['act']) => () => setValue('act', act);
  async function send(sent: EditorValues) {
    if (sent.act !== 'save' && !(await confirmAction(QUESTIONS[sent.act]))) return;
    await form.send(sent);
    await showSuccess(DONE[sent.act], { returnsFocus: false });
    void navigate(paths.formList);
  }

  return (
    <div className="grid items-start gap-8 xl:grid-cols-2">
      <Form form={form} onSubmit={send} aria-label="Form" className="grid gap-4">
        <Field
          label="Name that parents read"
          maxLength={MAX_SHORT_LENGTH}
          autoComplete="off"
          {...register('form.name')}
        />
        {!isPublished && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField label="What it is" {...register('form.kind')}>
              <option value="questions">Questions</option>
              <option value="waiver">A waiver, to sign</option>
              <option value="consent">A consent, to give and withdraw</option>
              <option value="document">A document, to hand in</option>
            </SelectField>
            <SelectField label="About" {...register('form.about')}>
              <option value="child">Each child</option>
              <option value="family">The family</option>
              <option value="instructor">Each instructor</option>
            </SelectField>
          </div>
        )}
        <TextAreaField
          label={kind === 'questions' || kind === 'document' ? 'Introduction' : 'Text'}
          rows={kind === 'waiver' ? 12 : 5}
          {...register('form.text')}
        />
        {kind === 'consent' && (
          <Check {...register('form.isPictures')}>
            It is about pictures: the day list and the roster mark who is not in pictures
          </Check>
        )}
        {mayBeHealth(terms) && (
          <Check {...register('form.isHealth')}>
            It is about health: parents agree first, and it is erased with the child’s health
          </Check>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField label="For which classes?" {...register('classes')}>
            <option value="all">All classes</option>
            <option value="season">Those of a year</option>
            <option value="some">Only some</option>
          </SelectField>
          {values.classes === 'season' && (
            <Field label="Year" inputMode="numeric" {...register('form.season')} />
          )}
          <Field
            label="Due (optional)"
            type="date"
            hint="Parents read it. Nothing ends on that day."
            {...register('form.due')}
          />
        </div>
        {values.classes === 'some' && <ClassPicker classes={classes} name="form.classIds" />}
        {kind !== 'waiver' && (
          <p className="text-base-content/80 text-sm">
            {mayAskHealth(terms)
              ? 'Don’t ask about allergies and medicine here: they are on each child’s page. For any other question about health, choose “About health” under “Who reads it”. Then only those who look after the child read the answer.'
              : 'Don’t ask about health here. A form about each child can: its questions and documents about health are read only by those who look after the child.'}
          </p>
        )}
        {fields.map((field, place) => (
          <QuestionEditor
            key={field.id}
            terms={terms}
            place={place}
            count={fields.length}
            onMove={(to) => move(place, to)}
            onRemove={() => remove(place)}
          />
        ))}
        {fields.length < MAX_QUESTIONS && (
          <button
            type="button"
            className="btn btn-outline btn-primary justify-self-start"
            onClick={() => append(makeQuestion())}
          >
            <Plus className="size-5" aria-hidden="true" />
            <span>{kind === 'consent' ? 'Add what is allowed' : 'Add a question'}</span>
          </button>
        )}
        <FormProblem />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            className="btn-primary"
            isBusy={formState.isSubmitting}
            onClick={choose('publish')}
          >
            Publish
          </Button>
          {isPublished && (
            <Button
              type="submit"
              className="btn-outline btn-primary"
              isBusy={formState.isSubmitting}
              onClick={choose('again')}
            >
              Publish, everybody answers again
            </Button>
          )}
          <Button
            type="submit"
            className="btn-outline"
            isBusy={formState.isSubmitting}
            onClick={choose('save')}
          >
            Save as a draft
          </Button>
          {known && !known.isArchived && (
            <Button
              type="submit"
              className="btn-ghost"
              isBusy={formState.isSubmitting}
              onClick={choose('archive')}
            >
              Archive
            </Button>
          )}
        </div>
      </Form>
      {/* The preview starts over when other questions are asked, not at each letter. */}
      <FormPreview
        key={values.form.questions.map(({ key, kind: of }) => key + of).join() + kind}
        terms={terms}
      />
    </div>
  );
}

function makeQuestion(): EditorValues['form']['questions'][number] {
  return {
    // The end of an id: its beginning is the time.
    key: makeId().slice(-12),
    kind: 'short',
    label: '',
    options: '',
    isRequired: true,
    seenBy: 'office',
    showIf: '',
  };
}

const QUESTIONS = {
  publish: {
    titleText: 'Publish it?',
    text: 'Families are asked from now on. Families who answered an earlier version don’t answer again.',
    confirm: 'Publish',
  },
  again: {
    titleText: 'Ask everybody again?',
    text: 'Families who have answered see their answers, and confirm them for the new version.',
    confirm: 'Publish',
  },
  archive: {
    titleText: 'Archive it?',
    text: 'Nobody is asked anymore. Answers and signatures stay.',
    confirm: 'Archive',
  },
};
const DONE = {
  save: 'Saved as a draft',
  publish: 'Published',
  again: 'Published',
  archive: 'Archived',
};
