import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { useState } from 'react';
import { call, readApiError } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

type Props = { seat: OwedSeat };

/** The office waives what somebody owes for a seat. R505 */
export function WaiveOwed({ seat }: Props) {
  const { name, email, student_name } = seat;
  const who = `${name.trim() || email}, ${student_name}`;
  const label = (
    <>
      Waive it <span className="sr-only">for {who}</span>
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-sm mt-3"
      label={label}
      title="Waive what is owed"
      onDone={() => {}}
    >
      {(form) => <WaiveForm seat={seat} form={form} />}
    </FormDialog>
  );
}

function WaiveForm({ seat, form }: Props & { form: DialogForm }) {
  const { _id: id, owed: amount, currency, student_name, className } = seat;
  const waive = useChange('POST /owedSeats/:id/waive', (note: string) =>
    call('POST /owedSeats/:id/waive', { params: { id }, body: { amount, note } }),
  );
  const [note, setNote] = useState('');
  const { message = '', fields = {} } = waive.isError ? readApiError(waive.error) : {};
  const sum = nameCharge(amount / 100, currency);

  async function send() {
    await waive.mutateAsync(note);
    return `${sum} is waived`;
  }

  return (
    <FormInDialog form={form} label="Waive" isDisabled={note.trim() === ''} send={send}>
      <p>
        The family no longer owes {sum} for {student_name} in {className}. The seat stays and costs
        that much less, without discounts. What was paid stays paid. Tell the family: they get no
        email.
      </p>
      <Field
        label="Reason, for the audit log"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        error={fields['body.note']}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormProblem>{!fields['body.note'] && message}</FormProblem>
    </FormInDialog>
  );
}
