import type { Compared, DayList } from '@speakifyr/contract/day-list.ts';
import { formatDay, formatSum } from '../../lib/format.ts';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';

type Props = Pick<DayList, 'sinceYesterday' | 'week' | 'month' | 'season'>;

/** What is new since yesterday, and this week, month and year beside last year's. */
export function Progress({ sinceYesterday, week, month, season }: Props) {
  const { users, payments, paid, refunds, refunded, messages } = sinceYesterday;
  return (
    <section aria-labelledby="progress" className="mt-8">
      <h2 id="progress" className="mb-4 text-2xl font-bold">
        Since yesterday
      </h2>
      <p className="mb-4">
        {count(payments, 'payment')} of {formatSum(paid / 100)}, {count(refunds, 'refund')} of{' '}
        {formatSum(refunded / 100)}, {count(users, 'new account')}, {count(messages, 'message')}.
      </p>
      <DataTable label="Earnings beside last year’s" columns={['Time', 'Now', 'Last year']}>
        <PeriodRow name="This week" {...week} />
        <PeriodRow name="This month" {...month} />
        <PeriodRow name="This year" {...season} />
      </DataTable>
    </section>
  );
}

function PeriodRow({ name, from, now, lastYear }: Compared & { name: string }) {
  return (
    <DataRow className="grid-cols-2">
      <DataCell className="col-span-2">
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-base-content/80 text-sm">since {formatDay(from)}</span>
      </DataCell>
      <EarnedCell label="Now" {...now} />
      <EarnedCell label="Last year" {...lastYear} />
    </DataRow>
  );
}

function EarnedCell({ label, amount, payments }: Compared['now'] & { label: string }) {
  return (
    <DataCell className="tabular-nums">
      <span
        className="text-base-content/80 block text-sm @3xl:hidden print:hidden"
        aria-hidden="true"
      >
        {label}
      </span>
      <span className="font-semibold">{formatSum(amount / 100)}</span>{' '}
      <span className="text-base-content/80 text-sm">{count(payments, 'payment')}</span>
    </DataCell>
  );
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
