import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { AUDIT_ACTIONS } from '@speakifyr/contract/audit-actions.ts';
import { AUDIT_SEARCH_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { CsvCell } from '../../lib/csv.ts';
import { formatIsoDay, formatTime } from '../../lib/format.ts';
import { loadFound } from '../../lib/load-all.ts';
import { FRESH_MS } from '../../lib/query-client.ts';
import { read, readPage } from '../../lib/read.ts';
import { oneOf, readDay, useListAddress } from '../../lib/use-list-address.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { FilterPeriod, FilterSelect, FilterText, ListFilters } from '../../ui/list-filters.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { capitalize } from '../../lib/capitalize.ts';
import { type Change, describeChanges, listChanges } from '../../lib/describe-change.ts';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';

const readText = (text: string) => text || undefined;
const FILTERS = {
  who: readText,
  action: oneOf(AUDIT_ACTIONS),
  target: readText,
  from: readDay,
  to: readDay,
};

const ACTION_OPTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: capitalize(value) }));

/** Admin actions and refunds, latest first. Entries cannot be changed or removed. */
export function AuditLog() {
  const address = useListAddress(FILTERS);
  const { search, filters, setFilter } = address;
  const log = useQuery(readPage('GET /auditLog', address));
  return (
    <PagedList
      title="Audit Log"
      lead="Who did what, latest first. Entries cannot be changed."
      label="Audit log"
      entry="entry"
      entries="entries"
      searchLabel="Search by person or action"
      {...(!filters.from && { searchHint: `Searches the last ${AUDIT_SEARCH_DAYS} days` })}
      noneFound={{ title: 'Nothing found', text: 'No matching entries.' }}
      tools={
        <ListFilters>
          <WhoFilter who={filters.who} onChange={(who) => setFilter('who', who)} />
          <FilterSelect
            label="Action"
            all="All actions"
            options={ACTION_OPTIONS}
            value={filters.action}
            onChange={(action) => setFilter('action', action)}
          />
          <FilterText
            label="Target"
            value={filters.target}
            onChange={(target) => setFilter('target', target)}
          />
          <FilterPeriod filters={filters} onChange={setFilter} />
          <CsvButton
            fileName="audit-log.csv"
            load={() => loadFound('GET /auditLog', { search, filters })}
            headings={['Day', 'Time', 'Who', 'Action', 'Target', 'Changes']}
            toRows={(acts) => acts.map(listCells)}
          />
        </ListFilters>
      }
      columns={['When', 'Who', 'What', 'Changes']}
      rowClass="h-36 @3xl:h-[4.6rem]"
      address={address}
      list={log}
      empty={{
        title: 'No activity yet',
        text: 'Changes to users, instructors and courses will show up here.',
      }}
      row={(entry) => <AuditRow entry={entry} />}
    />
  );
}

type WhoProps = { who: string | undefined; onChange: (who: string) => void };

/** Everybody who can be in the log. An address may also name somebody who is not an admin anymore. */
function WhoFilter({ who, onChange }: WhoProps) {
  const admins = useQuery({
    ...read('GET /userList', { query: { role: 'admin', size: MAX_PAGE_SIZE } }),
    staleTime: FRESH_MS,
  });
  const emails = new Set(['system', ...(admins.data ?? []).map(({ email }) => email)]);
  if (who) emails.add(who);
  return (
    <FilterSelect
      label="Who"
      all="Everybody"
      options={[...emails].map((email) => ({ value: email, label: email }))}
      value={who}
      onChange={onChange}
    />
  );
}

/** An entry for a spreadsheet. Day and time are the school's. */
function listCells(entry: AuditEntry): CsvCell[] {
  const { at, who, action, target } = entry;
  const moment = new Date(at);
  return [
    formatIsoDay(moment),
    formatTime(moment),
    who,
    capitalize(action),
    target,
    describeChanges(entry),
  ];
}

/** One action: when, who, what, and the changes it made. */
function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, who, action, target } = entry;
  const changes = listChanges(entry);
  return (
    <DataRow>
      <DataCell className="text-base-content/80 align-top text-sm @3xl:w-36">
        <DayAndTime at={at} />
      </DataCell>
      <DataCell className="order-1 align-top [overflow-wrap:anywhere] @3xl:w-50">
        <span className="text-base-content/80 @3xl:hidden" aria-hidden="true">
          by{' '}
        </span>
        {who}
      </DataCell>
      <DataCell className="align-top [overflow-wrap:anywhere] @3xl:w-66">
        <span className="block font-semibold">{capitalize(action)}</span>
        <span className="text-base-content/80">{target}</span>
      </DataCell>
      <DataCell className="order-2 align-top">
        {changes.length > 0 && (
          <ul className="space-y-1 text-sm">
            {changes.map((change, index) => (
              <ChangeLine key={index} change={change} />
            ))}
          </ul>
        )}
      </DataCell>
    </DataRow>
  );
}

function ChangeLine({ change: { label, before, value } }: { change: Change }) {
  return (
    // Details can be a page long.
    <li className="line-clamp-3 break-words">
      <span className="text-base-content/80">{label}: </span>
      {before !== undefined && (
        <>
          <span>{before}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> is now </span>
        </>
      )}
      <span className="font-medium">{value}</span>
    </li>
  );
}
