import type { FormPerson, OfficeForm } from '@speakifyr/contract/forms.ts';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { findFieldProblems, readAnswerBody, writeAnswers } from '../answer-values.ts';
import { QuestionFields } from '../question-fields.tsx';

type Props = { form: OfficeForm; person: FormPerson; dialog: DialogForm };

/** The office answers for a family, and says where the paper is or who called. */
export function EnterAnswer({ form: { _id, published, versions }, person, dialog }: Props) {
  const terms = published ?? { kind: 'questions' as const, questions: [] };
  const version = versions.at(-1)?.version ?? 0;
  const form = useCallForm('PUT /formPeople/:id', {
    defaultValues: { answers: writeAnswers(terms, person.answers), signedName: '', note: '' },
    toInput: ({ note, ...values }) => ({
      params: { id: _id },
      body: { ...readAnswerBody(terms, { ...person, version }, values), note },
    }),
    findProblems: (values) => findFieldProblems(terms, values),
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
          label="Name of the person who signed"
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
