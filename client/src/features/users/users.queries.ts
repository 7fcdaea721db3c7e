import { type AdminBundle, type Role } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { call } from '../../lib/api.ts';
import { listOptions, toQuery } from '../../lib/list.queries.ts';
import { loadAll } from '../../lib/load-all.ts';
import { useChange } from '../../lib/use-change.ts';

type UserSearch = { search: string; filters: { role?: Role } };

/** A page of the users by name, with one role or all; searched in name and email. */
export function usersOptions({ page, ...wanted }: UserSearch & { page: number }) {
  return listOptions('userList', 'GET /userList', page, toQuery(wanted));
}

/** All users whom search and filters find. */
export function loadAllUsers(wanted: UserSearch): Promise<ListedUser[]> {
  return loadAll('GET /userList', { query: { all: 'true', ...toQuery(wanted) } });
}

/** How many users there are, whatever is searched for: on the first page of all of them. */
export function userTotalOptions() {
  return {
    ...usersOptions({ search: '', filters: {}, page: 1 }),
    select: ({ total }: { total: number }) => total,
  };
}

/** Makes a student an admin; given the user's id. */
export function useMakeAdmin() {
  return useChange(['userList', 'auditLog'], (id: string) =>
    call('PATCH /userList/admin/:id', { params: { id } }),
  );
}

/** Makes an admin a parent again; given the user's id. */
export function useRemoveAdmin() {
  return useChange(['userList', 'auditLog'], (id: string) =>
    call('DELETE /userList/admin/:id', { params: { id } }),
  );
}

/** Changes what an admin may do; `idToken` is from a sign-in a moment ago. */
export function useChangeBundle() {
  return useChange(
    ['userList', 'auditLog'],
    ({ id, ...body }: { id: string; bundle: AdminBundle; idToken: string }) =>
      call('PATCH /adminBundle/:id', { params: { id }, body }),
  );
}

/** Unlinks the sign-in of a user, so that another one can take over the account; given the user's id. */
export function useUnlinkSignIn() {
  return useChange(['userList', 'auditLog'], (id: string) =>
    call('DELETE /userSignIn/:id', { params: { id } }),
  );
}

/** Removes a user, given the email. Their held seats become free, and an instructor leaves the public pages. */
export function useRemoveUser() {
  return useChange(
    [
      'userList',
      'adminStats',
      'auditLog',
      'getInstructors',
      'newInstructor',
      'instructors',
      'adminClasses',
      'classes',
      'popularcl',
    ],
    (email: string) => call('DELETE /removeuser', { query: { email } }),
  );
}
