import { MAX_HEALTH_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { TextAreaField } from '../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';

type Props = { recordId: string; label: string };

/** Corrects or adds to a record. What was written before stays. */
export function AddToRecord({ recordId, label }: Props) {
  return (
    <FormDialog
      className="btn-outline btn-sm min-h-12 justify-self-start print:hidden"
      label={
        <>
          Correct or add <span className="sr-only">to {label}</span>
        </>
      }
      title="Correct or add"
      onDone={() => undefined}
    >
      {(dialog) => <AddForm dialog={dialog} recordId={recordId} />}
    </FormDialog>
  );
}

function AddForm({ dialog, recordId }: { dialog: DialogForm; recordId: string }) {
  const [_id] = useState(() => crypto.randomUUID());
  const form = useCallForm('POST /addenda/:recordId', {
    // What is kept of it never goes to another record of the page.
    defaultValues: { recordId, note: '' },
    toInput: ({ note }) => ({ params: { recordId }, body: { _id, note } }),
  });

  async function add(values: { recordId: string; note: string }) {
    await form.send(values);
    return 'Added';
  }

  return (
    <FormInDialog dialog={dialog} form={form} label="Save" onSubmit={add}>
      <p>What was written before stays as it is.</p>
      <TextAreaField
        label="What should be added?"
        rows={3}
        maxLength={MAX_HEALTH_LENGTH}
        {...form.register('note')}
      />
    </FormInDialog>
  );
}
