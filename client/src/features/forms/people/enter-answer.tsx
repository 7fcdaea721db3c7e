import { isCare } from '@speakifyr/contract/form-answers.ts';
import type { TypedFile } from '@speakifyr/contract/form-files.ts';
import type { FormPerson, FormTerms, OfficeForm } from '@speakifyr/contract/forms.ts';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { ConsentBox, useNewWords } from '../../../ui/consent-box.tsx';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { findDayProblem, PaperFields, SignedWords, startPaper } from '../../../ui/paper-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import {
  findFieldProblems,
  needsConsent,
  NOTHING_TYPED,
  readAnswerBody,
  type StepValues,
  writeAnswers,
} from '../answer-values.ts';
import { FileField } from '../file-field.tsx';
import { FileProblem, prepareFile } from '../prepare-file.ts';
import { QuestionFields } from '../question-fields.tsx';

type Props = { form: OfficeForm; terms: FormTerms; person: FormPerson; dialog: DialogForm };

/** The office answers for a family, and says where the paper is or who called. For answers about health, it says which guardian signed them and when. It never reads them. R667, R695 */
export function EnterAnswer({ form: { _id, versions }, terms, person, dialog }: Props) {
  const version = versions.at(-1)?.version ?? 0;
  const [file, setFile] = useState<TypedFile>();
  const form = useCallForm('PUT /formPeople/:id', {
    defaultValues: {
      ...NOTHING_TYPED,
      answers: writeAnswers(terms, person.answers),
      note: '',
      paper: startPaper(person.signers),
    } as StepValues & { note: string; paper: Paper },
    toInput: ({ note, paper, ...values }) => ({
      params: { id: _id },
      body: {
        ...readAnswerBody(terms, { ...person, version }, values),
        ...(file && { file }),
        ...(needsConsent(terms, values, !!file) ? { paper } : { note }),
      },
    }),
    findProblems: (values) => ({
      ...findFieldProblems(terms, values, { isOffice: true }),
      ...(needsConsent(terms, values, !!file) && {
        'paper.day': findDayProblem(values.paper),
        consent: !values.consent && 'We can keep it only if the family has agreed to it.',
      }),
    }),
  });
  const answers = useWatch({ control: form.control, name: 'answers' });
  const isSigned = needsConsent(terms, { answers }, !!file);
  const showNewWords = useNewWords();
  const { clearErrors, setError, register } = form;

  async function choose(chosen: File) {
    clearErrors('file');
    setFile(undefined);
    try {
      setFile(await prepareFile(chosen));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      setError('file', { message: error.message });
    }
  }

  return (
    <FormInDialog
      form={form}
      dialog={dialog}
      label="Enter"
      fieldOfCode={{ text_changed: 'consent' }}
      onSubmit={async (values) => {
        await form.send(values).catch(showNewWords);
        return 'Entered';
      }}
    >
      {terms.questions.some(isCare) && (
        <p className="text-base-content/80 text-sm">
          What was answered about health is not shown here. What you leave empty stays as it is.
        </p>
      )}
      <QuestionFields form={terms} />
      {terms.kind === 'document' && (
        <FileField
          status={file && `${file.name} is added when you press Enter.`}
          onChoose={(chosen) => void choose(chosen)}
        />
      )}
      {terms.kind === 'waiver' && (
        <Field
          label="Name of the person who signed"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          {...register('signedName')}
        />
      )}
      {isSigned ? (
        <SignedHealth person={person} />
      ) : (
        <Field
          label="Where the paper is, or who said it"
          autoComplete="off"
          maxLength={MAX_NOTE_LENGTH}
          hint="For example: signed on paper on June 3, folder 2"
          {...register('note')}
        />
      )}
    </FormInDialog>
  );
}

type SignedHealthProps = { person: FormPerson };

/** Asks which guardian signed the answers about health, when, and on which paper, and shows the consent of that day. R663, R634 */
function SignedHealth({ person: { name, signers } }: SignedHealthProps) {
  const { control, setValue } = useFormContext<{ paper: Paper; consent: string | false }>();
  const { by, day } = useWatch({ control, name: 'paper' });
  const signer = signers.find(({ _id }) => _id === by);
  // What was ticked is what another guardian signed, or on another day.
  useEffect(() => setValue('consent', false), [by, day, setValue]);
  return (
    <>
      <PaperFields signers={signers} at="paper." />
      {signer && day && day <= readToday() && (
        <div className="space-y-1">
          <SignedWords day={day} />
          <ConsentBox
            name="healthConsent"
            child={name}
            about="Who sees this, and until when."
            signed={{ by: signer.name, on: day }}
          />
        </div>
      )}
    </>
  );
}
