import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { nameCharge } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

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
      {(dialog) => <WaiveForm seat={seat} dialog={dialog} />}
    </FormDialog>
  );
}

function WaiveForm({ seat, dialog }: Props & { dialog: DialogForm }) {
  const { _id: id, owed: amount, currency, student_name, className } = seat;
  const form = useCallForm('POST /owedSeats/:id/waive', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ params: { id }, body: { amount, note } }),
  });
  const sum = nameCharge(amount / 100, currency);

  async function waive(values: { note: string }) {
    await form.send(values);
    return `${sum} is waived`;
  }

  return (
    <FormInDialog dialog={dialog} form={form} label="Waive" onSubmit={waive}>
      <p>
        The family no longer owes {sum} for {student_name} in {className}. The seat stays and costs
        that much less, without discounts. What was paid stays paid. Tell the family: they get no
        email.
      </p>
      <Field
        label="Reason, for the audit log"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
    </FormInDialog>
  );
}
