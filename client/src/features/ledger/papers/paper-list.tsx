import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { PAPER_KINDS, type PaperKind } from '@speakifyr/contract/money-states.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import {
  linkToCreditNote,
  linkToPaymentSearch,
  linkToReceipt,
} from '../../../lib/dashboard-links.ts';
import { formatIsoDay, formatTime, nameCharge } from '../../../lib/format.ts';
import { loadFound } from '../../../lib/load-all.ts';
import { read, readPage, toQuery } from '../../../lib/read.ts';
import { oneOf, readDay, useListAddress } from '../../../lib/use-list-address.ts';
import { useBundle } from '../../../session/rights.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { FilterPeriod, FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';

const LABELS: Record<PaperKind, string> = { receipt: 'Receipts', 'credit note': 'Credit notes' };

const FILTERS = { kind: oneOf(PAPER_KINDS), from: readDay, to: readDay };
const KIND_OPTIONS = [
  { value: 'receipt', label: 'Receipts' },
  { value: 'credit note', label: 'Credit notes' },
];

/** The columns of the file. @param hasPayer not for an accountant */
function listHeadings(hasPayer: boolean): string[] {
  const payer = hasPayer ? ['Name', 'Email'] : [];
  const about = ['Class', 'Amount', 'Currency', 'Corrects', 'Payment ID'];
  return ['Number', 'Day', 'Time', ...payer, ...about];
}

/** Every receipt, or every credit note, newest first, with the sum of what is shown. R502 */
export function PaperList() {
  const address = useListAddress(FILTERS);
  const { search, filters, setFilter } = address;
  const { kind = 'receipt' } = filters;
  const papers = useQuery(readPage('GET /papers', address));
  const totals = useQuery({
    ...read('GET /paperTotals', { query: toQuery({ search, filters }) }),
    placeholderData: keepPreviousData,
  });
  const isReceipt = kind === 'receipt';
  const hasPayer = useBundle() !== 'accountant';
  return (
    <PagedList
      title="Receipts and Credit Notes"
      lead="The school’s numbered papers, newest first."
      label="Receipts and credit notes"
      entry={isReceipt ? 'receipt' : 'credit note'}
      entries={isReceipt ? 'receipts' : 'credit notes'}
      searchLabel={hasPayer ? 'Number, name, email or class' : 'Number or class'}
      noneFound={{ title: 'Nothing found', text: 'No paper matches your search and filters.' }}
      tools={
        <>
          <PaperTotals kind={kind} totals={totals} />
          <ListFilters>
            <FilterSelect
              label="Kind"
              options={KIND_OPTIONS}
              value={kind}
              onChange={(value) => setFilter('kind', value)}
            />
            <FilterPeriod filters={filters} onChange={setFilter} />
            <CsvButton
              fileName={isReceipt ? 'receipts.csv' : 'credit-notes.csv'}
              load={() => loadFound('GET /papers', { search, filters })}
              headings={listHeadings(hasPayer)}
              toRows={(items) => items.map((paper) => listCells(paper, hasPayer))}
            />
          </ListFilters>
        </>
      }
      columns={['Number', 'Issued', ...(hasPayer ? ['For'] : []), 'Class', 'Amount']}
      rowClass="h-48 @3xl:h-[4.6rem]"
      address={address}
      list={papers}
      row={(paper) => <PaperRow paper={paper} />}
    />
  );
}

/** A paper for a spreadsheet. Day and time are the school's. */
function listCells(paper: ListedPaper, hasPayer: boolean): CsvCell[] {
  const { _id, name, email, classNames, amount, currency, corrects, paymentId } = paper;
  const moment = new Date(paper.issuedAt);
  return [
    _id,
    formatIsoDay(moment),
    formatTime(moment),
    ...(hasPayer ? [name ?? '', email ?? ''] : []),
    classNames.join(', '),
    amount / 100,
    currency,
    corrects ?? '',
    paymentId,
  ];
}

/**
 * A receipt or a credit note: its number, which leads to it, when it was issued, for whom, what for and how much. An
 * accountant reads it without the payer.
 */
function PaperRow({ paper }: { paper: ListedPaper }) {
  const { _id, kind, no, issuedAt, paymentId, name, email, classNames, amount, currency } = paper;
  const { corrects } = paper;
  const isOffice = useBundle() !== 'accountant';
  return (
    <DataRow>
      <DataCell>
        <Link
          to={kind === 'receipt' ? linkToReceipt(paymentId) : linkToCreditNote(no)}
          className="link font-semibold whitespace-nowrap tabular-nums"
        >
          {_id}
        </Link>
        {corrects && (
          <span className="text-base-content/80 block text-sm">
            <span>{amount < 0 ? 'Takes back' : 'Corrects'}</span>{' '}
            <span className="whitespace-nowrap">{corrects}</span>
          </span>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm">
        <DayAndTime at={issuedAt} />
      </DataCell>
      {isOffice && (
        <DataCell className="[overflow-wrap:anywhere]">
          <span className="block font-semibold">{name?.trim() || 'Not Found'}</span>
          <span className="text-base-content/80">{email}</span>
        </DataCell>
      )}
      <DataCell className="[overflow-wrap:anywhere]">{classNames.join(', ')}</DataCell>
      <DataCell className="@3xl:text-right">
        <span className="block font-semibold whitespace-nowrap tabular-nums">
          {nameCharge(amount / 100, currency)}
        </span>
        <Link to={linkToPaymentSearch(paymentId)} className="link text-sm">
          Payment <span className="sr-only">of {_id}</span>
        </Link>
      </DataCell>
    </DataRow>
  );
}

type Totals = Output<Contract['GET /paperTotals']>;

type Props = { kind: PaperKind; totals: UseQueryResult<Totals> };

/** The number and the sum of the papers that the list shows, on all pages; each currency has a sum of its own. */
function PaperTotals({ kind, totals }: Props) {
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
