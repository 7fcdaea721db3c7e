import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../lib/use-list-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { auditLogOptions } from './audit.queries.ts';
import { AuditRow } from './audit-row.tsx';

/** What admins did and what was refunded, latest first. Nobody can change or remove a line. */
export function AuditLog() {
  const address = useListAddress();
  const log = useQuery(auditLogOptions(address));
  return (
    <PagedList
      title="Audit Log"
      lead="Who did what, latest first. Nobody can change a line."
      label="Audit log"
      entry="line"
      entries="lines"
      searchLabel="Search by who, what or whom"
      noneFound={{ title: 'Nothing found', text: 'No line has this in it.' }}
      columns={['When', 'Who', 'What', 'Changes']}
      rowClass="h-36 @3xl:h-[4.6rem]"
      address={address}
      list={log}
      empty={
        <EmptyState
          title="Nothing has been done yet"
          text="As soon as somebody is promoted, or a course is changed, it stands here."
        />
      }
      row={(entry) => <AuditRow entry={entry} />}
    />
  );
}
