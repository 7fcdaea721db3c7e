import { OFFICE_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { MoneyMonth, MoneyRow } from '@speakifyr/contract/months.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDate, formatMonth, nameCharge, readToday } from '../../../lib/format.ts';
import { loadAll } from '../../../lib/load-all.ts';
import { read, readList } from '../../../lib/read.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { call } from '../../../lib/api.ts';
import { capitalize } from '../../../lib/capitalize.ts';
import { linkToPaymentSearch } from '../../../lib/dashboard-links.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { KIND_LABELS } from './kind-labels.ts';
import {
  isLate,
  listSumCells,
  nameMonthFile,
  saveMonthCsv,
  saveMonthWorkbook,
  SUM_HEADINGS,
} from './month-file.ts';
import { MonthSums } from './month-sums.tsx';

const readMonth = (text: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined);
const FILTERS = { month: readMonth };

/** A month's money for the accountant: every movement and fee, their sums, files of them, and closing the month. */
export function MoneyOfMonth() {
  const address = useListAddress(FILTERS);
  const month = address.filters.month ?? readToday().slice(0, 7);
  const { data: months = [] } = useQuery(read('GET /months'));
  const sums = useQuery({
    ...read('GET /months/:month', { params: { month } }),
    placeholderData: keepPreviousData,
  });
  const rows = useQuery(
    readList('GET /months/:month/rows', {
      params: { month },
      query: { page: address.page, size: OFFICE_PAGE_SIZE },
    }),
  );
  const known = months.some((one) => one.month === month)
    ? months
    : [{ month, closed: null }, ...months];
  // Files never have what the page shows: while another month loads, that is still the one before.
  const load = () => loadAll('GET /months/:month/rows', { params: { month } });
  const loadSums = () => call('GET /months/:month', { params: { month } });
  return (
    <PagedList
      title="Accounting"
      lead="Every movement of the school’s money, on the day on which it counts. What is recorded late counts in the month that is open, and says when it came. A class is the one on the receipt."
      label="Movements"
      entry="movement"
      entries="movements"
      noneFound={{ title: 'No movements', text: 'No money moved in this month.' }}
      tools={
        <>
          <ListFilters>
            <FilterSelect
              label="Month"
              options={known.map((one) => ({
                value: one.month,
                label: `${formatMonth(one.month)}${one.closed ? ' (closed)' : ''}`,
              }))}
              value={month}
              onChange={(value) => address.setFilter('month', value)}
            />
            <ExportButton
              label="Export CSV"
              fileName={nameMonthFile(month, 'csv')}
              onSave={async () => saveMonthCsv(month, await load())}
            />
            <ExportButton
              label="Export XLSX"
              fileName={nameMonthFile(month, 'xlsx')}
              onSave={async () => saveMonthWorkbook(await loadSums(), await load())}
            />
            <CsvButton
              label="Sums as CSV"
              fileName={nameMonthFile(month, 'sums.csv')}
              load={async () => [await loadSums()]}
              headings={SUM_HEADINGS}
              toRows={(found) => found.flatMap(listSumCells)}
            />
          </ListFilters>
          {!rows.isPending && sums.data && !sums.isPlaceholderData && (
            <div className="mb-4">
              <CloseMonth month={sums.data} />
            </div>
          )}
          {!rows.isPending && !sums.isPending && <MonthSums month={sums} />}
        </>
      }
      columns={['Day', 'Movement', 'Class', 'Papers', 'Amount']}
      rowClass="h-36 @3xl:h-[5.05rem]"
      address={address}
      list={rows}
      isReady={!sums.isPending}
      row={(row) => <MoneyRowLine row={row} />}
    />
  );
}

/** Says who closed a month, or lets the reader close it once it is over. */
function CloseMonth({ month: { month, closed, isOver, openBefore } }: { month: MoneyMonth }) {
  const closing = useChange('POST /months/:month/close');
  const name = formatMonth(month);

  if (closed)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-2">
        <Lock className="size-4" aria-hidden="true" />
        <span>
          {name} was closed by {closed.by} on
        </span>
        <DayAndTime at={closed.at} />
      </p>
    );
  if (!isOver)
    return (
      <p className="text-base-content/80 flex min-h-11 items-center">
        {`${name} is not over yet, so it is still open.`}
      </p>
    );

  if (openBefore)
    return (
      <p className="text-base-content/80 flex min-h-11 items-center">
        {`${formatMonth(openBefore)} is still open. Close it first.`}
      </p>
    );

  return (
    <ActionButton
      className="btn-primary"
      question={{
        titleText: `Close ${name}?`,
        text: 'Its rows and sums never change again, and nobody can open it. What comes late, such as a refund that fails, counts in the month in which we hear of it.',
        confirm: `Yes, Close ${name}!`,
      }}
      act={() => closing.mutateAsync({ params: { month } })}
      success={`${name} Closed`}
    >
      <Lock className="size-4" aria-hidden="true" />
      Close {name}
    </ActionButton>
  );
}

/** Such as `Late: came`. What bounced never came, and the day is that of the bank's word. */
function sayMoved(row: MoneyRow): string {
  const verb = row.kind === 'bounced' ? 'bounced' : row.amount < 0 ? 'given back' : 'came';
  return isLate(row) ? `Late: ${verb}` : capitalize(verb);
}

/** One movement of money: its day, what it was, for which class, its papers and its amount. */
function MoneyRowLine({ row }: { row: MoneyRow }) {
  const { day, kind, amount, currency, receipt, creditNote, shares, paymentId } = row;
  const { received, reference, method } = row;
  const papers = [receipt, creditNote].filter((paper) => paper !== null);
  return (
    <DataRow className="grid-cols-[1fr_auto]">
      <DataCell className="text-base-content/80 text-sm whitespace-nowrap">
        <time dateTime={day}>{formatDate(day)}</time>
        {received !== day && (
          <span className="block">
            <span>{sayMoved(row)}</span> <time dateTime={received}>{formatDate(received)}</time>
          </span>
        )}
      </DataCell>
      <DataCell className="font-semibold">{KIND_LABELS[kind]}</DataCell>
      <DataCell className="col-span-2 [overflow-wrap:anywhere]">
        {shares.map(({ className }) => className).join(', ')}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm [overflow-wrap:anywhere]">
        {papers.length > 0 && (
          <span className="block whitespace-nowrap tabular-nums">{papers.join(' · ')}</span>
        )}
        <span className="block">{[nameMethod(method), reference].filter(Boolean).join(' · ')}</span>
        <Link to={linkToPaymentSearch(paymentId)} className="link block text-xs">
          {paymentId}
        </Link>
      </DataCell>
      <DataCell className="text-right font-semibold whitespace-nowrap tabular-nums">
        {nameCharge(amount / 100, currency)}
      </DataCell>
    </DataRow>
  );
}
