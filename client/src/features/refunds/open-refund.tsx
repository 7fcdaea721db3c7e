import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { confirmAndDo, showError, showSuccess } from '../../lib/dialogs.ts';
import { nameCharge } from '../../lib/format.ts';
import { linkToPaymentSearch } from '../../lib/paths.ts';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { RefundQuestion } from './refund-question.tsx';
import { useAnswerRefund, useRetryRefund } from './refunds.queries.ts';

type Props = {
  refund: ListedRefund;
  /** Called when it no longer needs an admin. */
  onDone: () => void;
};

/** A refund that needs an admin: whose it is, why, and what to do about it. */
export function OpenRefund({ refund, onDone }: Props) {
  const { name, email, amount, currency, createdAt, paymentId, state, failure } = refund;
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
      {isFailed ? (
        <FailedButtons refund={refund} onDone={onDone} />
      ) : (
        <RefundQuestion refund={refund} onDone={onDone} />
      )}
    </article>
  );
}

/** Tries a failed refund again, or takes it off the list after the school has paid in another way. */
function FailedButtons({ refund, onDone }: Props) {
  const retry = useRetryRefund();
  const answering = useAnswerRefund(refund._id);
  const what = `: ${nameCharge(refund.amount / 100, refund.currency)} to ${refund.name}`;

  async function tryAgain() {
    if (retry.isPending) return;
    try {
      await retry.mutateAsync(refund._id);
      await showSuccess('The refund is on its way again');
      onDone();
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  async function close() {
    const isDone = await confirmAndDo(
      {
        titleText: 'Has the money gone back in another way?',
        text: 'Such as by bank transfer. The refund leaves this list, and is not tried again.',
        confirm: 'Yes, it has',
      },
      () => answering.mutateAsync({ cartId: null, isPaidOtherwise: true }),
      { success: 'The refund is off the list' },
    );
    if (isDone) onDone();
  }

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={retry.isPending}
        aria-busy={retry.isPending}
        onClick={() => void tryAgain()}
      >
        <RotateCw className="size-4" aria-hidden="true" />
        Try again
        <span className="sr-only">{what}</span>
      </button>
      <button
        type="button"
        className="btn btn-ghost"
        disabled={answering.isPending}
        onClick={() => void close()}
      >
        Paid in another way
        <span className="sr-only">{what}</span>
      </button>
    </div>
  );
}
