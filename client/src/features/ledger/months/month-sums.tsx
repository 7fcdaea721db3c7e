import type { MoneyMonth } from '@speakifyr/contract/months.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { readApiError } from '../../../lib/api.ts';
import { formatDate, nameCharge } from '../../../lib/format.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { nameRate } from '@speakifyr/contract/tax.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import { KIND_LABELS } from './kind-labels.ts';

/** What a month adds up to: by kind, method, season and class. */
export function MonthSums({ month }: { month: UseQueryResult<MoneyMonth> }) {
  if (month.isError)
    return (
      <p role="alert" className="mb-4">
        The totals could not be loaded: {readApiError(month.error).message}
      </p>
    );
  if (!month.data) return null;
  const { kinds, classes, seasons, methods, taxes } = month.data;
  if (kinds.length === 0) return null;
  return (
    <section aria-label="Totals" aria-busy={month.isPlaceholderData} className="mb-6 grid gap-4">
      <dl className="card bg-base-100 shadow-card grid grid-cols-2 gap-x-6 gap-y-3 p-5 sm:grid-cols-3 lg:grid-cols-5">
        {kinds.map(({ kind, currency, count, amount }) => (
          <div key={`${currency} ${kind}`} className="min-w-0">
            <dt className="text-base-content/80 text-sm">
              {KIND_LABELS[kind]} : {count}
            </dt>
            <dd className="font-bold [overflow-wrap:anywhere] tabular-nums sm:text-lg">
              {nameCharge(amount / 100, currency)}
            </dd>
          </div>
        ))}
      </dl>
      <SumTable
        name="method"
        rows={methods.map(({ method, fees, ...sums }) => ({
          ...sums,
          name: nameMethod(method),
          hint: fees === 0 ? '' : `with fees of ${nameCharge(fees / 100, sums.currency)}`,
        }))}
      />
      {taxes.length > 0 && (
        <div className="card bg-base-100 shadow-card">
          <DataTable label="Taxes" columns={['Tax', 'With it', 'Without it', 'The tax']}>
            {taxes.map(({ currency, of, amount, ...rate }) => (
              <DataRow key={`${currency} ${nameRate(rate)}`} className="grid-cols-3">
                <DataCell className="col-span-3 font-semibold [overflow-wrap:anywhere]">
                  {nameRate(rate)}
                </DataCell>
                <SumCell label="With it" amount={of} currency={currency} />
                <SumCell label="Without it" amount={of - amount} currency={currency} />
                <SumCell label="The tax" amount={amount} currency={currency} />
              </DataRow>
            ))}
          </DataTable>
        </div>
      )}
      <SumTable
        name="season"
        rows={seasons.map((sums) => ({ ...sums, name: sums.season || 'No class', hint: '' }))}
      />
      <SumTable
        name="class"
        rows={classes.map((sums) => ({
          ...sums,
          name: sums.className || 'No class',
          hint: sums.camp_start && `from ${formatDate(sums.camp_start)}`,
        }))}
      />
    </section>
  );
}

type Sum = Omit<MoneyMonth['seasons'][number], 'season'> & { name: string; hint: string };

const COLUMNS = { class: 'Class', season: 'Season', method: 'Method' };

function SumTable({ name, rows }: { name: keyof typeof COLUMNS; rows: Sum[] }) {
  return (
    <details className="card bg-base-100 shadow-card">
      <summary className="min-h-11 cursor-pointer px-5 py-3 font-semibold">By {name}</summary>
      {name === 'class' && (
        <p className="text-base-content/80 px-5 pb-3 text-sm">
          A seat that has moved stays with the class on its receipt, as it was bought. The page of a
          class shows what was paid for those who are in it now.
        </p>
      )}
      <DataTable label={`Sums by ${name}`} columns={[COLUMNS[name], 'Charged', 'Returned', 'Net']}>
        {rows.map(({ currency, charged, returned, kept, ...row }) => (
          <DataRow key={`${currency} ${row.name} ${row.hint}`} className="grid-cols-3">
            <DataCell className="col-span-3 font-semibold [overflow-wrap:anywhere]">
              {row.name}
              {row.hint && (
                <span className="text-base-content/80 block text-sm font-normal">{row.hint}</span>
              )}
            </DataCell>
            <SumCell label="Charged" amount={charged} currency={currency} />
            <SumCell label="Returned" amount={returned} currency={currency} />
            <SumCell label="Net" amount={kept} currency={currency} />
          </DataRow>
        ))}
      </DataTable>
    </details>
  );
}

function SumCell({ label, ...sum }: { label: string; amount: number; currency: string }) {
  return (
    <DataCell className="tabular-nums">
      <span className="text-base-content/80 block text-sm @3xl:hidden" aria-hidden="true">
        {label}
      </span>
      {nameCharge(sum.amount / 100, sum.currency)}
    </DataCell>
  );
}
