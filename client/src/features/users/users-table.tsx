import type { User } from '@speakifyr/contract/identity.ts';
import { ROLES } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadFound } from '../../lib/load-all.ts';
import { readPage } from '../../lib/read.ts';
import { oneOf, useListAddress } from '../../lib/use-list-address.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { FilterSelect, ListFilters } from '../../ui/list-filters.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { UserRow } from './user-row.tsx';

const FILTERS = { role: oneOf(ROLES), removed: oneOf(['true']) };

const ROLE_OPTIONS = [
  { value: 'student', label: 'Students' },
  { value: 'instructor', label: 'Instructors' },
  { value: 'admin', label: 'Admins' },
];

type Props = {
  /** The admin who looks at it. */
  own: Pick<User, 'email' | 'bundle'>;
  /** The line below the total: how it has grown. */
  growth?: ReactNode;
};

/** Everybody who is registered: promoted and removed here. */
export function UsersTable({ own, growth }: Props) {
  const address = useListAddress(FILTERS);
  const { search, filters, setFilter } = address;
  const users = useQuery(readPage('GET /userList', address));
  const total = useQuery({
    ...readPage('GET /userList', { page: 1 }),
    // Whatever is searched for.
    select: (all) => all.total,
  });
  return (
    <PagedList
      title={
        <>
          Total Users{' '}
          {total.data === undefined ? (
            <span className="skeleton inline-block h-[0.8em] w-12 align-baseline" />
          ) : (
            <span>{total.data}</span>
          )}
        </>
      }
      lead={growth}
      tools={
        <ListFilters>
          <FilterSelect
            label="Role"
            all="All roles"
            options={ROLE_OPTIONS}
            value={filters.role}
            onChange={(role) => setFilter('role', role)}
          />
          <FilterSelect
            label="Show"
            all="Active"
            options={[{ value: 'true', label: 'Removed' }]}
            value={filters.removed}
            onChange={(removed) => setFilter('removed', removed)}
          />
          <CsvButton
            fileName="users.csv"
            load={() => loadFound('GET /userList', { search, filters })}
            headings={['Name', 'Email', 'Role', 'Email confirmed']}
            toRows={(found) =>
              found.map(({ name, email, role, isVerified }) => [
                name,
                email,
                role,
                isVerified ? 'yes' : 'no',
              ])
            }
          />
        </ListFilters>
      }
      label="Users"
      entry="user"
      entries="users"
      searchLabel="Search by name, phone or email"
      noneFound={{ title: 'Nobody found', text: 'No user matches your search and filters.' }}
      columns={['#', 'Name', 'Email', 'Role', 'Action']}
      rowClass="h-39 @3xl:h-[4.35rem]"
      address={address}
      list={users}
      row={(user, number, onChanged) => (
        <UserRow
          user={user}
          number={number}
          isOwn={user.email === own.email}
          isDirector={(own.bundle ?? 'director') === 'director'}
          onChanged={onChanged}
        />
      )}
    />
  );
}
