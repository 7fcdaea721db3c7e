import { useQuery } from '@tanstack/react-query';
import { nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { CreditLines } from '../credit/credit-lines.tsx';

type Props = { id: string; isActive: boolean; onDone: () => void };

/** A family's credit for the office, and turning it back into a refund. Renders nothing without any. */
export function FamilyCredit({ id, isActive, onDone }: Props) {
  const credit = useQuery({
    ...read('GET /families/:id/credit', { params: { id } }),
    enabled: isActive,
  });
  if (credit.isError) return <LoadProblem what="The credit" query={credit} />;
  if (!credit.data || credit.data.lines.length === 0) return null;
  const left = credit.data.lines.reduce((sum, line) => sum + line.left, 0);
  const name = nameCharge(left / 100, credit.data.currency);
  return (
    <PageSection title={`Credit : ${name}`}>
      <div className="card bg-base-100 shadow-card px-5 py-2">
        <CreditLines lines={credit.data.lines} />
        {left > 0 && (
          <FormDialog
            className="btn-outline my-3 self-start"
            label="Turn into a refund"
            title={`Give ${name} back?`}
            onDone={onDone}
          >
            {(dialog) => <RefundForm {...{ id, left, name, dialog, onDone }} />}
          </FormDialog>
        )}
      </div>
    </PageSection>
  );
}

type FormProps = {
  id: string;
  left: number;
  name: string;
  dialog: DialogForm;
  onDone: () => void;
};

function RefundForm({ id, left, name, dialog, onDone }: FormProps) {
  const form = useCallForm('POST /families/:id/credit/refund', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ params: { id }, body: { amount: left, note } }),
  });

  async function refund(values: { note: string }) {
    await form.send(values);
    // The page then says what is left.
    dialog.onCancel();
    onDone();
    return undefined;
  }

  return (
    <FormInDialog dialog={dialog} form={form} label={`Give ${name} back`} onSubmit={refund}>
      <p>
        It is refunded the way it was paid, also after the last day on which the family could ask
        for it. What did not come by card waits under Refunds until you have given it back. This
        can’t be undone.
      </p>
      <NoteField label="Why?" {...form.register('note')} />
    </FormInDialog>
  );
}
