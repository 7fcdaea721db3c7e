import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { auditLogOptions } from './audit.queries.ts';
import { AuditRow } from './audit-row.tsx';

/** What admins did and what was refunded, latest first. Nobody can change or remove a line. */
export function AuditLog() {
  const { search, page, setSearch, linkToPage } = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const log = useQuery(auditLogOptions({ search, page }));
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
            Audit Log
          </h1>
          <p className="text-base-content/80 mt-1">
            Who did what, latest first. Nobody can change a line.
          </p>
        </div>
        <SearchField label="Search by who, what or whom" search={search} onSearch={setSearch} />
      </header>
      {log.isPending ? (
        <DataTableSkeleton rows={DEFAULT_PAGE_SIZE} rowClass="h-36 @3xl:h-[4.6rem]" />
      ) : log.isError ? (
        <ErrorState
          title="The audit log could not be loaded"
          text={readApiError(log.error).message}
          onRetry={() => void log.refetch()}
        />
      ) : (
        <LogPage
          {...log.data}
          isOld={log.isPlaceholderData}
          search={search}
          page={page}
          linkToPage={linkToPage}
          onMoved={() => heading.current?.focus()}
        />
      )}
    </>
  );
}

type PageProps = {
  items: AuditEntry[];
  total: number;
  /** Of the search or page before, while the next is on its way. */
  isOld: boolean;
  search: string;
  page: number;
  linkToPage: (page: number) => string;
  /** Another page is shown: the person starts at the top. */
  onMoved: () => void;
};

function LogPage({ items, total, isOld, search, page, linkToPage, onMoved }: PageProps) {
  const pageCount = Math.ceil(total / DEFAULT_PAGE_SIZE);
  if (!isOld && items.length === 0 && total > 0)
    return <Navigate to={linkToPage(pageCount)} replace />;
  if (items.length === 0 && !search)
    return (
      <EmptyState
        title="Nothing has been done yet"
        text="As soon as somebody is promoted, or a course is changed, it stands here."
      />
    );
  return (
    <>
      <p role="status" className={search ? 'text-base-content/80 mb-3' : 'sr-only'}>
        {!isOld && search && `${total} ${total === 1 ? 'line' : 'lines'} found for “${search}”`}
      </p>
      {items.length === 0 ? (
        <EmptyState
          title="Nothing found"
          text="No line has this in it."
          action={
            <Link to="?" className="btn btn-primary">
              Show all lines
            </Link>
          }
        />
      ) : (
        <div aria-busy={isOld}>
          <DataTable label="Audit log" columns={['When', 'Who', 'What', 'Changes']}>
            {items.map((entry) => (
              <AuditRow key={entry._id} entry={entry} />
            ))}
          </DataTable>
          <PageLinks page={page} pageCount={pageCount} linkTo={linkToPage} onFollow={onMoved} />
        </div>
      )}
    </>
  );
}
