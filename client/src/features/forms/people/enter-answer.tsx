import { findAnswerProblems } from '@speakifyr/contract/form-answers.ts';
import type { FormPerson, OfficeForm } from '@speakifyr/contract/forms.ts';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { readAnswers, writeAnswers } from '../answer-values.ts';
import { QuestionFields } from '../question-fields.tsx';

type Props = { form: OfficeForm; person: FormPerson; dialog: DialogForm };

/** The office answers for a family, and says where the paper is or who called. */
export function EnterAnswer({ form: { _id, published, versions }, person, dialog }: Props) {
  const { personId, seen, answers: given } = person;
  const terms = published ?? { kind: 'questions' as const, questions: [] };
  const version = versions.at(-1)?.version ?? 0;
  const form = useCallForm('PUT /formPeople/:id', {
    defaultValues: { answers: writeAnswers(terms, given), signedName: '', note: '' },
    toInput: ({ answers, signedName, note }) => ({
      params: { id: _id },
      body: {
        personId,
        version,
        seen,
        note,
        answers: readAnswers(terms, answers),
        ...(terms.kind === 'waiver' && { signedName }),
      },
    }),
    findProblems: ({ answers }) =>
      Object.fromEntries(
        Object.entries(findAnswerProblems(terms, readAnswers(terms, answers))).map(
          ([key, problem]) => [`answers.${key}`, problem],
        ),
      ),
  });
  return (
    <FormInDialog
      form={form}
      dialog={dialog}
      label="Enter"
      onSubmit={async (values) => {
        await form.send(values);
        return 'Entered';
      }}
    >
      <QuestionFields form={terms} />
      {terms.kind === 'waiver' && (
        <Field
          label="Name of who signed the paper"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          {...form.register('signedName')}
        />
      )}
      <Field
        label="Where the paper is, or who said it"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        hint="For example: signed on paper on June 3, folder 2"
        {...form.register('note')}
      />
    </FormInDialog>
  );
}
