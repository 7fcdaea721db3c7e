import type { PaymentTotal } from '@speakifyr/contract/office.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';

type Totals = UseQueryResult<PaymentTotal[]>;
type Sum = 'paid' | 'refunded' | 'cameBack' | 'open' | 'neverPaid';

/**
 * What arrived, what went back and what the school keeps of it. What was never paid is shown apart: it is not money.
 * Everything counts, whatever state the list is limited to. R200
 */
export function PaymentTotals({ totals }: { totals: Totals }) {
  const { data, isError, error, isPlaceholderData } = totals;
  if (isError)
    return (
      <p role="alert" className="mb-4">
        The totals could not be loaded: {readApiError(error).message}
      </p>
    );
  const credit = data?.some((total) => total.credit !== 0) && join(data, (total) => total.credit);
  const cameBack = data && sumUp(data, 'cameBack');
  return (
    <section
      aria-label="Totals"
      aria-busy={isPlaceholderData}
      className="card bg-base-100 shadow-card mb-5 p-5 print:p-0 print:shadow-none"
    >
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <Figure term={nameCount('Paid', 'paid', data)}>{data && sumUp(data, 'paid')}</Figure>
        <Figure
          term={nameCount('Refunded', 'refunded', data)}
          note={cameBack && cameBack !== NONE && `${cameBack} of refunds came back`}
        >
          {data && sumUp(data, 'refunded')}
        </Figure>
        <Figure term="Kept" note={credit && `Without ${credit} that is families’ credit`}>
          {data && join(data, ({ kept }) => kept)}
        </Figure>
      </dl>
      <dl
        aria-label="No money arrived"
        className="border-base-300 text-base-content/80 mt-4 flex min-h-9 flex-wrap gap-x-6 gap-y-1 border-t pt-3 text-sm"
      >
        {data &&
          (['open', 'neverPaid'] as const).map((sum) => (
            <div key={sum} className="flex flex-wrap gap-x-2">
              <dt>{nameCount(PAYMENT_LABELS[sum === 'open' ? 'open' : 'canceled'], sum, data)}</dt>
              <dd className="tabular-nums">{sumUp(data, sum) !== NONE && sumUp(data, sum)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

type FigureProps = { term: string; note?: string | false | undefined; children: ReactNode };

function Figure({ term, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="text-base font-bold tabular-nums sm:text-lg">
        {children ?? <span className="skeleton inline-block h-5 w-20" />}
      </dd>
      {note && <dd className="text-base-content/80 text-sm tabular-nums">{note}</dd>}
    </div>
  );
}

const NONE = '–';

/** Such as `Paid : 4`; without a number until it is known. */
function nameCount(label: string, sum: Sum, totals: PaymentTotal[] | undefined): string {
  if (!totals) return label;
  return `${label} : ${totals.reduce((count, total) => count + total[sum].count, 0)}`;
}

/** Each currency has its own sum: `$200.50 USD + €10 EUR`. */
function sumUp(totals: PaymentTotal[], sum: Sum): string {
  return join(totals, (total) => total[sum].amount);
}

function join(totals: PaymentTotal[], read: (total: PaymentTotal) => number): string {
  const texts = totals
    .filter((total) => read(total) !== 0)
    .map((total) => nameCharge(read(total) / 100, total.currency));
  return texts.join(' + ') || NONE;
}
