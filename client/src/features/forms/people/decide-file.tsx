import { MAX_REASON } from '@speakifyr/contract/form-answers.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = { file: FormFile; onDone: () => void };

/** The office accepts a document, until a day if it ends, or refuses it with what the family reads. R694 */
export function DecideFile({ file, onDone }: Props) {
  const { name, state } = file;
  const of = <span className="sr-only">{name}</span>;
  return (
    <>
      <FormDialog
        className={`btn-sm min-h-11 ${state === 'sent' ? 'btn-primary' : 'btn-outline'}`}
        label={
          <span>
            <span>{state === 'accepted' ? 'Change the day' : 'Accept'}</span> {of}
          </span>
        }
        title={`Accept ${name}`}
        onDone={onDone}
      >
        {(dialog) => <Accept file={file} dialog={dialog} />}
      </FormDialog>
      {state !== 'refused' && (
        <FormDialog
          className="btn-ghost btn-sm text-error min-h-11"
          label={<span>Refuse {of}</span>}
          title={`Refuse ${name}`}
          onDone={onDone}
        >
          {(dialog) => <Refuse file={file} dialog={dialog} />}
        </FormDialog>
      )}
    </>
  );
}

type DecisionProps = { file: FormFile; dialog: DialogForm };

function Accept({ file: { _id, validUntil = '' }, dialog }: DecisionProps) {
  const form = useCallForm('PATCH /formFiles/:id', {
    defaultValues: { validUntil },
    toInput: ({ validUntil: until }) => ({
      params: { id: _id },
      body: { state: 'accepted' as const, ...(until && { validUntil: until }) },
    }),
  });
  return (
    <FormInDialog
      form={form}
      dialog={dialog}
      label="Accept"
      onSubmit={async (values) => {
        await form.send(values);
        return 'Accepted';
      }}
    >
      <Field
        label="Counts until (optional)"
        type="date"
        hint="If it ends before the last day of the camp, the family is asked for a newer one."
        {...form.register('validUntil')}
      />
    </FormInDialog>
  );
}

function Refuse({ file: { _id }, dialog }: DecisionProps) {
  const form = useCallForm('PATCH /formFiles/:id', {
    defaultValues: { reason: '' },
    toInput: ({ reason }) => ({ params: { id: _id }, body: { state: 'refused' as const, reason } }),
    findProblems: ({ reason }) => ({
      reason: !reason.trim() && 'Say why, so that the family knows what to send.',
    }),
  });
  return (
    <FormInDialog
      form={form}
      dialog={dialog}
      label="Refuse"
      onSubmit={async (values) => {
        await form.send(values);
        return 'Refused';
      }}
    >
      <TextAreaField
        label="Why"
        rows={3}
        maxLength={MAX_REASON}
        hint="The family reads this. For example: the second page is missing."
        {...form.register('reason')}
      />
    </FormInDialog>
  );
}
