import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { PAYMENT_STATES } from '@speakifyr/contract/limits.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { readApiError } from '../../lib/api.ts';
import { nameCharge } from '../../lib/format.ts';
import { PAYMENT_LABELS } from '../../ui/payment-badge.tsx';

type Totals = Output<Contract['GET /paymentTotals']>;

/** The number and the sum of the payments in each state, whatever state the list is limited to. */
export function PaymentTotals({ totals }: { totals: UseQueryResult<Totals> }) {
  if (totals.isError)
    return (
      <p role="alert" className="mb-4">
        The totals could not be loaded: {readApiError(totals.error).message}
      </p>
    );
  return (
    <dl
      aria-label="Totals"
      aria-busy={totals.isPlaceholderData}
      className="card bg-base-100 shadow-card mb-5 grid grid-cols-2 gap-x-4 gap-y-3 p-5 sm:grid-cols-4 print:p-0 print:shadow-none"
    >
      {PAYMENT_STATES.map((state) => {
        const found = totals.data?.filter((total) => total.state === state && total.count > 0);
        const count = found?.reduce((sum, total) => sum + total.count, 0);
        return (
          <div key={state} className="flex flex-col">
            <dt className="text-base-content/80 text-sm">
              {PAYMENT_LABELS[state]}
              {count !== undefined && ` : ${count}`}
            </dt>
            {/* There from the start, with room for two lines on a phone, so that nothing moves when it is known. */}
            {state === 'enrolled' && (
              <dd className="text-base-content/80 order-1 min-h-10 text-sm tabular-nums sm:min-h-5">
                {found?.some(({ amount, kept }) => kept < amount) &&
                  `Kept: ${found.map(({ kept, currency }) => nameCharge(kept / 100, currency)).join(' + ')}`}
              </dd>
            )}
            <dd className="text-base font-bold tabular-nums sm:text-lg">
              {found ? (
                found
                  .map(({ amount, currency }) => nameCharge(amount / 100, currency))
                  .join(' + ') || '–'
              ) : (
                <span className="skeleton inline-block h-5 w-20" />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
