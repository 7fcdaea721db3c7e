import { MAX_MESSAGE_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useForm } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Button } from '../../../ui/button.tsx';

type Values = { message: string; note: string; typed: string };

type Props = {
  people: ClassPeople;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** The message to families, the reason, and the name of the class, so that nobody cancels the wrong one. */
export function CancelClassForm({ people, onBusy, onDone, onCancel }: Props) {
  const { _id, name, enrolled } = people;
  const cancel = useChange('POST /cancelClass/:id');
  const form = useForm<Values>({ defaultValues: { message: '', note: '', typed: '' } });
  const { isSubmitting } = form.formState;

  async function submit({ message, note }: Values) {
    onBusy(true);
    try {
      await cancel.mutateAsync({
        params: { id: _id },
        body: {
          confirm_affected: enrolled.length,
          note: note.trim(),
          ...(message.trim() && { message: message.trim() }),
        },
      });
    } catch {
      // The form says what is wrong.
      return;
    } finally {
      onBusy(false);
    }
    onDone();
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
      <Field
        label="Why?"
        hint="This goes into the audit log. Families don’t see it."
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note', {
          validate: (text) => Boolean(text.trim()) || 'Note is required',
        })}
      />
      <Field
        label={`Type “${name}” to cancel it`}
        autoComplete="off"
        autoCapitalize="off"
        {...form.register('typed', {
          validate: (text) => simplify(text) === simplify(name) || `Please type ${name}`,
        })}
      />
      <FormProblem>{cancel.isError && readApiError(cancel.error).message}</FormProblem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="btn-error" isBusy={isSubmitting} hasSpinner>
          Yes, cancel the class
        </Button>
        <button type="button" className="btn btn-ghost" disabled={isSubmitting} onClick={onCancel}>
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
