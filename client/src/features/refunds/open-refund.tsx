import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import { nameCharge } from '../../lib/format.ts';
import { linkToPaymentSearch } from '../../lib/paths.ts';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { RefundQuestion } from './refund-question.tsx';
import { useRetryRefund } from './refunds.queries.ts';

type Props = {
  refund: ListedRefund;
  /** Called when it no longer needs an admin. */
  onDone: () => void;
};

/** A refund that needs an admin: whose it is, why, and what to do about it. */
export function OpenRefund({ refund, onDone }: Props) {
  const { name, email, amount, currency, createdAt, paymentId, state, failure, choices } = refund;
  const isFailed = state === 'failed';
  return (
    <article className="card bg-base-100 shadow-card p-5 sm:p-7">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-xl font-bold [overflow-wrap:anywhere]">
            {nameCharge(amount / 100, currency)} to {name.trim() || email}
          </h2>
          <p className="text-base-content/80 [overflow-wrap:anywhere]">{email}</p>
        </div>
        <p className="text-base-content/80 text-sm">
          <DayAndTime at={createdAt} />
        </p>
      </header>
      <p className="mt-3">
        {isFailed && <strong className="text-error">The refund failed. </strong>}
        <span className="[overflow-wrap:anywhere]">{isFailed && failure}</span>{' '}
        {refund.reason === 'no seat'
          ? 'The money goes back because there was no seat left.'
          : 'Somebody made this refund in Stripe’s dashboard.'}
      </p>
      <p className="mt-1">
        <Link
          to={linkToPaymentSearch(paymentId)}
          className="link font-mono text-sm [overflow-wrap:anywhere]"
        >
          {paymentId}
        </Link>
      </p>
      {isFailed && <RetryButton refund={refund} onDone={onDone} />}
      {!isFailed && choices.length > 0 && <RefundQuestion refund={refund} onDone={onDone} />}
    </article>
  );
}

function RetryButton({ refund, onDone }: Props) {
  const retry = useRetryRefund();

  async function run() {
    if (retry.isPending) return;
    try {
      await retry.mutateAsync(refund._id);
      await showSuccess('The refund is on its way again');
      onDone();
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <div className="mt-4">
      <button
        type="button"
        className="btn btn-outline"
        aria-disabled={retry.isPending}
        aria-busy={retry.isPending}
        onClick={() => void run()}
      >
        <RotateCw className="size-4" aria-hidden="true" />
        Try again
        <span className="sr-only">
          : {nameCharge(refund.amount / 100, refund.currency)} to {refund.name}
        </span>
      </button>
    </div>
  );
}
