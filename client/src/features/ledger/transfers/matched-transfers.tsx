import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { cutReference } from '../../../lib/cut-reference.ts';
import { formatCharge, formatDay } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../../ui/check.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';
import { nameSeats } from './transfer-table.tsx';

type Props = { transfers: BankTransfer[] };

/** The transfers that fit, all chosen at first. R323 */
export function MatchedTransfers({ transfers }: Props) {
  const book = useChange('POST /families/:id/payments');
  const [left, setLeft] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const chosen = transfers.filter(({ requestId }) => !left.includes(requestId));
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);

  async function bookChosen() {
    setBusy(true);
    const failed: string[] = [];
    // One after the other: each is a booking of its own, so one that fails leaves the others alone.
    for (const transfer of chosen)
      await book
        .mutateAsync({
          params: { id: transfer.family?._id ?? '' },
          body: {
            requestId: transfer.requestId,
            amount: transfer.amount,
            day: transfer.day,
            method: 'bank transfer',
            reference: cutReference(transfer.text),
            cartIds: transfer.seats.map(({ cartId }) => cartId),
          },
        })
        .catch((error: unknown) => {
          failed.push(`${transfer.family?.name}: ${readApiError(error).message}`);
        });
    setBusy(false);
    setProblem(failed.join(' '));
  }

  return (
    <PageSection title={`Ready to book : ${transfers.length}`}>
      <FormProblem>{problem}</FormProblem>
      {transfers.length === 0 ? (
        <p className="text-base-content/80">
          No transfer has a reference and the amount of reserved seats.
        </p>
      ) : (
        <>
          <ul className="card bg-base-100 shadow-card divide-base-300 mb-4 divide-y px-5">
            {transfers.map((transfer) => (
              <li key={transfer.requestId} className="py-2">
                <Check
                  checked={!left.includes(transfer.requestId)}
                  onChange={({ target }) =>
                    setLeft(
                      target.checked
                        ? left.filter((one) => one !== transfer.requestId)
                        : [...left, transfer.requestId],
                    )
                  }
                >
                  <strong>{formatCharge(transfer.amount / 100)}</strong>{' '}
                  <span>{`from ${transfer.family?.name} on ${formatDay(transfer.day)}, for ${nameSeats(transfer)}`}</span>
                  <span className="text-base-content/80 block text-sm">{transfer.text}</span>
                </Check>
              </li>
            ))}
          </ul>
          <Button
            className="btn-primary"
            isBusy={isBusy}
            hasSpinner
            disabled={chosen.length === 0}
            onClick={() => void bookChosen()}
          >
            {`Book ${chosen.length} (${formatCharge(sum / 100)})`}
          </Button>
        </>
      )}
    </PageSection>
  );
}
