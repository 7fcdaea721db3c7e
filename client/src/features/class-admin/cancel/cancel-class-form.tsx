import { MAX_MESSAGE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Values = { message: string; note: string; typed: string };

type Props = { people: ClassPeople; dialog: DialogForm };

/** The message to families, the reason, and the name of the class, so that nobody cancels the wrong one. */
export function CancelClassForm({ people, dialog }: Props) {
  const { _id: id, name, enrolled } = people;
  const { isBusy, onBusy, onDone, onCancel } = dialog;
  const form = useCallForm('POST /cancelClass/:id', {
    defaultValues: { message: '', note: '', typed: '' },
    toInput: ({ message, note }) => ({
      params: { id },
      body: { confirm_affected: enrolled.length, note, ...(message.trim() && { message }) },
    }),
    findProblems: ({ typed }) => ({
      typed: simplify(typed) !== simplify(name) && `Please type ${name}`,
    }),
  });

  async function submit(values: Values) {
    onBusy(true);
    try {
      await form.send(values);
    } finally {
      onBusy(false);
    }
    onDone('The class is canceled');
  }

  return (
    <Form form={form} onSubmit={submit} className="mt-5 grid gap-4">
      <TextAreaField
        label="Message to everybody (optional)"
        hint="It goes into the email that says the class is canceled."
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        {...form.register('message')}
      />
      <NoteField
        label="Why?"
        hint="This goes into the audit log. Families don’t see it."
        {...form.register('note')}
      />
      <Field
        label={`Type “${name}” to cancel it`}
        autoComplete="off"
        autoCapitalize="off"
        {...form.register('typed')}
      />
      <FormProblem />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="btn-error" isBusy={isBusy} hasSpinner>
          Yes, cancel the class
        </Button>
        <button type="button" className="btn btn-ghost" disabled={isBusy} onClick={onCancel}>
          Keep the class
        </button>
      </div>
    </Form>
  );
}

/** Capitals, extra spaces and the kind of apostrophe don't matter. */
function simplify(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase();
}
