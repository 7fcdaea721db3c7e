import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PaperKind } from '@speakifyr/contract/money-states.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';

type Totals = Output<Contract['GET /paperTotals']>;

type Props = { kind: PaperKind; totals: UseQueryResult<Totals> };

const LABELS: Record<PaperKind, string> = { receipt: 'Receipts', 'credit note': 'Credit notes' };

/** The number and the sum of the papers that the list shows, on all pages; each currency has a sum of its own. */
export function PaperTotals({ kind, totals }: Props) {
  if (totals.isError)
    return (
      <p role="alert" className="mb-4">
        The totals could not be loaded: {readApiError(totals.error).message}
      </p>
    );
  const count = totals.data?.reduce((sum, total) => sum + total.count, 0);
  return (
    <dl
      aria-label="Totals"
      aria-busy={totals.isPlaceholderData}
      className="card bg-base-100 shadow-card mb-5 p-5 print:p-0 print:shadow-none"
    >
      <dt className="text-base-content/80 text-sm">{`${LABELS[kind]}${count !== undefined ? ` : ${count}` : ''}`}</dt>
      <dd className="text-base font-bold [overflow-wrap:anywhere] tabular-nums sm:text-lg">
        {totals.data ? (
          totals.data
            .map(({ amount, currency }) => nameCharge(amount / 100, currency))
            .join(' + ') || '–'
        ) : (
          <span className="skeleton inline-block h-5 w-20" />
        )}
      </dd>
    </dl>
  );
}
