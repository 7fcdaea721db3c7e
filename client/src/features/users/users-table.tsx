import type { User } from '@speakifyr/contract/identity.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from '../../ui/icons.tsx';
import { useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { UserRow } from './user-row.tsx';
import { usersOptions, userTotalOptions } from './users.queries.ts';

const COLUMNS = ['#', 'Name', 'Email', 'Role', 'Action'];

/** Everybody who is registered: promoted and removed here. @param ownEmail of the admin who looks at it */
export function UsersTable({ ownEmail }: { ownEmail: string }) {
  const { search, page, setSearch, linkToPage } = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const users = useQuery(usersOptions({ search, page }));
  const total = useQuery(userTotalOptions());
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
            Total Users{' '}
            {total.data ?? <span className="skeleton inline-block h-[0.8em] w-12 align-baseline" />}
          </h1>
          <p className="text-base-content/80 mt-1 flex items-center gap-2">
            <TrendingUp className="text-success size-4.5" aria-hidden="true" />
            21% more than last month
          </p>
        </div>
        <SearchField label="Search by name or email" search={search} onSearch={setSearch} />
      </header>
      {users.isPending ? (
        <DataTableSkeleton rows={DEFAULT_PAGE_SIZE} rowClass="h-39 @3xl:h-[4.35rem]" />
      ) : users.isError ? (
        <ErrorState
          title="The users could not be loaded"
          text={readApiError(users.error).message}
          onRetry={() => void users.refetch()}
        />
      ) : (
        <UserPage
          {...users.data}
          isOld={users.isPlaceholderData}
          ownEmail={ownEmail}
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
  items: User[];
  total: number;
  /** Of the search or page before, while the next is on its way. */
  isOld: boolean;
  ownEmail: string;
  search: string;
  page: number;
  linkToPage: (page: number) => string;
  /** Something was done, or another page is shown: the person starts at the top. */
  onMoved: () => void;
};

function UserPage(props: PageProps) {
  const { items, total, isOld, ownEmail, search, page, linkToPage, onMoved } = props;
  const pageCount = Math.ceil(total / DEFAULT_PAGE_SIZE);
  // The last one of the last page was removed, or the address is an old one.
  if (!isOld && items.length === 0 && total > 0)
    return <Navigate to={linkToPage(pageCount)} replace />;
  return (
    <>
      <p role="status" className={search ? 'text-base-content/80 mb-3' : 'sr-only'}>
        {!isOld && search && `${total} ${total === 1 ? 'user' : 'users'} found for “${search}”`}
      </p>
      {items.length === 0 ? (
        <EmptyState
          title="Nobody found"
          text="No name and no email has this in it."
          action={
            <Link to="?" className="btn btn-primary">
              Show all users
            </Link>
          }
        />
      ) : (
        <div aria-busy={isOld}>
          <DataTable label="Users" columns={COLUMNS}>
            {items.map((user, index) => (
              <UserRow
                key={user._id}
                user={user}
                number={(page - 1) * DEFAULT_PAGE_SIZE + index + 1}
                isOwn={user.email === ownEmail}
                onChanged={onMoved}
              />
            ))}
          </DataTable>
          <PageLinks page={page} pageCount={pageCount} linkTo={linkToPage} onFollow={onMoved} />
        </div>
      )}
    </>
  );
}
