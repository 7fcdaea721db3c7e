import { MAX_HEALTH_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../ui/form-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

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
      {(form) => <AddForm form={form} recordId={recordId} />}
    </FormDialog>
  );
}

function AddForm({ form, recordId }: { form: DialogForm; recordId: string }) {
  const add = useChange('POST /addenda/:recordId');
  const [_id] = useState(() => crypto.randomUUID());
  const [note, setNote] = useState('');
  return (
    <FormInDialog
      form={form}
      label="Save"
      isDisabled={!note.trim()}
      send={async () => {
        await add.mutateAsync({ params: { recordId }, body: { _id, note: note.trim() } });
        return 'Added';
      }}
    >
      <p>What was written before stays as it is.</p>
      <TextAreaField
        label="What should be added?"
        rows={3}
        maxLength={MAX_HEALTH_LENGTH}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormProblem>{add.error ? readApiError(add.error).message : undefined}</FormProblem>
    </FormInDialog>
  );
}
