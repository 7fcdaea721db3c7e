import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';
import { CreditLines } from '../credit/credit-lines.tsx';

type Props = { id: string; isActive: boolean; onDone: () => void };

/** A family's credit for the office, and turning it back into a refund. Renders nothing without any. */
export function FamilyCredit({ id, isActive, onDone }: Props) {
  const credit = useQuery({
    ...read('GET /families/:id/credit', { params: { id } }),
    enabled: isActive,
  });
  const [isAsked, setAsked] = useState(false);
  if (credit.isError) return <LoadProblem what="The credit" query={credit} />;
  if (!credit.data || credit.data.lines.length === 0) return null;
  const left = credit.data.lines.reduce((sum, line) => sum + line.left, 0);
  const name = nameCharge(left / 100, credit.data.currency);
  return (
    <PageSection title={`Credit : ${name}`}>
      <div className="card bg-base-100 shadow-card px-5 py-2">
        <CreditLines lines={credit.data.lines} />
        {left > 0 && (
          <button
            type="button"
            className="btn btn-outline my-3 self-start"
            onClick={() => setAsked(true)}
          >
            Turn into a refund
          </button>
        )}
      </div>
      {isAsked && (
        <RefundDialog
          {...{ id, left, name }}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            onDone();
          }}
        />
      )}
    </PageSection>
  );
}

type DialogProps = {
  id: string;
  left: number;
  name: string;
  onClose: () => void;
  onDone: () => void;
};

function RefundDialog({ id, left, name, onClose, onDone }: DialogProps) {
  const refunding = useChange('POST /families/:id/credit/refund');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();

  async function refund() {
    if (refunding.isPending) return;
    if (!note.trim()) return setProblem('Please say why.');
    setProblem(undefined);
    try {
      await refunding.mutateAsync({ params: { id }, body: { amount: left, note: note.trim() } });
    } catch (error) {
      return setProblem(readApiError(error).message);
    }
    onDone();
  }

  return (
    <ModalDialog title={`Give ${name} back?`} isBusy={refunding.isPending} onClose={onClose}>
      <p className="mt-1 mb-4">
        It is refunded the way it was paid, also after the last day on which the family could ask
        for it. What did not come by card waits under Refunds until you have given it back. This
        can’t be undone.
      </p>
      <Field
        label="Why?"
        hint="This goes into the audit log."
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="mt-4">
        <FormProblem>{problem}</FormProblem>
      </div>
      <DialogButtons
        className="mt-4"
        label={`Give ${name} back`}
        back="Close"
        isBusy={refunding.isPending}
        onConfirm={() => void refund()}
        onBack={onClose}
      />
    </ModalDialog>
  );
}
