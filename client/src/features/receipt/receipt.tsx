import type { Receipt as ReceiptFacts } from '@speakifyr/contract/refunds.ts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { readApiError } from '../../lib/api.ts';
import { formatDay } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReceiptItems, ReceiptRefunds } from './receipt-items.tsx';
import { receiptOptions } from './receipt.queries.ts';

/** The receipt of a payment, to read and to print. */
export function Receipt({ paymentId }: { paymentId: string }) {
  const receipt = useQuery(receiptOptions(paymentId));
  if (receipt.isPending)
    return (
      <>
        <h1 className="sr-only">Receipt</h1>
        <div
          role="status"
          aria-label="Loading the receipt"
          className="skeleton rounded-box mx-auto h-[40rem] max-w-2xl"
        />
      </>
    );
  if (receipt.isError)
    return (
      <>
        <h1 className="mb-6 text-3xl font-extrabold">Receipt</h1>
        {isGone(receipt.error) ? (
          <EmptyState
            title="There is no such receipt"
            text="Only the person who paid can see a receipt. Free classes have none."
          />
        ) : (
          <ErrorState
            title="The receipt could not be loaded"
            text={readApiError(receipt.error).message}
            onRetry={() => void receipt.refetch()}
          />
        )}
      </>
    );
  return <Paper receipt={receipt.data} />;
}

/** There is no such receipt, or the link in the address is not whole. */
function isGone(error: Error): boolean {
  return ['not_found', 'invalid_input'].includes(readApiError(error).code);
}

/** Always in the light theme, because paper is white. */
function Paper({ receipt }: { receipt: ReceiptFacts }) {
  const { number, paymentId, issuedAt, seller, payer } = receipt;
  return (
    <>
      <div className="mx-auto mb-4 flex max-w-2xl justify-end print:hidden">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
      </div>
      <article
        data-theme="light"
        aria-label={`Receipt ${number}`}
        className="card bg-base-100 text-base-content shadow-card mx-auto max-w-2xl p-5 sm:p-10 print:max-w-none print:bg-white print:p-0 print:shadow-none"
      >
        <header className="border-base-content flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b-2 pb-4">
          <h1 className="text-3xl font-bold">Receipt</h1>
          <p className="sm:text-right">
            <strong className="tabular-nums">{number}</strong>
            <br />
            {formatDay(new Date(issuedAt))}
          </p>
        </header>
        <div className="mt-6 grid gap-6 [overflow-wrap:anywhere] sm:grid-cols-2 print:grid-cols-2">
          <Party title="Sold by">
            <strong>{seller.name}</strong>
            <br />
            {seller.address}
            <br />
            {[seller.email, seller.phone].filter(Boolean).join(' · ')}
          </Party>
          <Party title="Paid by">
            <strong>{payer.name}</strong>
            <br />
            {payer.email}
          </Party>
        </div>
        <ReceiptItems receipt={receipt} />
        <ReceiptRefunds receipt={receipt} />
        <p className="text-base-content/80 mt-8 text-sm">
          Payment <span className="font-mono text-xs break-all">{paymentId}</span>
        </p>
      </article>
    </>
  );
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-base-content/80 mb-1 font-sans text-sm font-semibold tracking-normal">
        {title}
      </h2>
      <p>{children}</p>
    </div>
  );
}
