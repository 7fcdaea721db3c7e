import { OFFICE_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatMonth, readToday } from '../../../lib/format.ts';
import { loadAll } from '../../../lib/load-all.ts';
import { read, readList } from '../../../lib/read.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { CloseMonth } from './close-month.tsx';
import { call } from '../../../lib/api.ts';
import {
  listSumCells,
  nameMonthFile,
  saveMonthCsv,
  saveMonthWorkbook,
  SUM_HEADINGS,
} from './month-file.ts';
import { MoneyRowLine } from './money-row-line.tsx';
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
