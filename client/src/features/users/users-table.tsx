import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from 'lucide-react';
import { useListAddress } from '../../lib/use-list-address.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { UserRow } from './user-row.tsx';
import { usersOptions, userTotalOptions } from './users.queries.ts';

/** Everybody who is registered: promoted and removed here. @param ownEmail of the admin who looks at it */
export function UsersTable({ ownEmail }: { ownEmail: string }) {
  const address = useListAddress();
  const users = useQuery(usersOptions(address));
  const total = useQuery(userTotalOptions());
  return (
    <PagedList
      title={
        <>
          Total Users{' '}
          {total.data ?? <span className="skeleton inline-block h-[0.8em] w-12 align-baseline" />}
        </>
      }
      lead={
        <span className="flex items-center gap-2">
          <TrendingUp className="text-success size-4.5" aria-hidden="true" />
          21% more than last month
        </span>
      }
      label="Users"
      entry="user"
      entries="users"
      searchLabel="Search by name or email"
      noneFound={{ title: 'Nobody found', text: 'No name or email matches your search.' }}
      columns={['#', 'Name', 'Email', 'Role', 'Action']}
      rowClass="h-39 @3xl:h-[4.35rem]"
      address={address}
      list={users}
      row={(user, number, onChanged) => (
        <UserRow
          user={user}
          number={number}
          isOwn={user.email === ownEmail}
          onChanged={onChanged}
        />
      )}
    />
  );
}
