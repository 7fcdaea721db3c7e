import type { Family } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TransferForm } from './transfer-form.tsx';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  /** The transfer's id; empty if there is none. */
  requestId: string;
};

/** A transfer of the bank's list that the office has brought to this family. R578 */
export function BookTransfer({ family, requestId }: Props) {
  const navigate = useNavigate();
  const list = useQuery({ ...read('GET /bankTransfers'), enabled: requestId !== '' });
  if (requestId === '' || list.isPending) return null;
  if (list.isError) return <LoadProblem what="The bank transfer" query={list} />;
  const transfer = list.data.find((one) => one.requestId === requestId);
  const back = (
    <Link to={paths.bankTransfers} className="link">
      Back to the bank transfers
    </Link>
  );
  if (!transfer)
    return (
      <p className="alert mb-6">
        <span>
          <span>This bank transfer is booked, or no longer on the list.</span> {back}
        </span>
      </p>
    );
  return (
    <section
      aria-label="A bank transfer to book"
      className="card bg-base-100 shadow-card mb-6 grid gap-3 px-5 py-4"
    >
      <p className="[overflow-wrap:anywhere]">
        <strong>{nameCharge(transfer.amount / 100)}</strong>
        {` by bank transfer on ${formatDay(transfer.day)}: ${transfer.text}${transfer.of ? ` (what is left of ${nameCharge(transfer.of / 100)})` : ''}`}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <FormDialog
          className="btn-outline btn-primary"
          label="Share and record"
          title={`How are the ${nameCharge(transfer.amount / 100)} shared?`}
          onDone={() => void navigate(paths.bankTransfers)}
        >
          {(dialog) => <TransferForm family={family} transfer={transfer} dialog={dialog} />}
        </FormDialog>
        {back}
      </div>
    </section>
  );
}
