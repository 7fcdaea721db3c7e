import { AUDIT_SEARCH_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../lib/use-list-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { auditLogOptions } from './audit.queries.ts';
import { AuditRow } from './audit-row.tsx';

/** Admin actions and refunds, latest first. Entries cannot be changed or removed. */
export function AuditLog() {
  const address = useListAddress();
  const log = useQuery(auditLogOptions(address));
  return (
    <PagedList
      title="Audit Log"
      lead="Who did what, latest first. Entries cannot be changed."
      label="Audit log"
      entry="entry"
      entries="entries"
      searchLabel="Search by person or action"
      searchHint={`Searches the last ${AUDIT_SEARCH_DAYS} days`}
      noneFound={{ title: 'Nothing found', text: 'No matching entries.' }}
      columns={['When', 'Who', 'What', 'Changes']}
      rowClass="h-36 @3xl:h-[4.6rem]"
      address={address}
      list={log}
      empty={
        <EmptyState
          title="No activity yet"
          text="Changes to users, instructors and courses will show up here."
        />
      }
      row={(entry) => <AuditRow entry={entry} />}
    />
  );
}
