import { PAPER_KINDS } from '@speakifyr/contract/money-states.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatIsoDay, formatTime } from '../../../lib/format.ts';
import { loadFound } from '../../../lib/load-all.ts';
import { read, readPage, toQuery } from '../../../lib/read.ts';
import { oneOf, readDay, useListAddress } from '../../../lib/use-list-address.ts';
import { useBundle } from '../../../session/rights.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { FilterPeriod, FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { PaperRow } from './paper-row.tsx';
import { PaperTotals } from './paper-totals.tsx';

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
