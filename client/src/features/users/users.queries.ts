import { type AdminBundle, DEFAULT_PAGE_SIZE, type Role } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { loadAll } from '../../lib/load-all.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

type UserSearch = { search: string; filters: { role?: Role } };

/** A page of the users by name, with one role or all; searched in name and email. */
export function usersOptions({ search, filters, page }: UserSearch & { page: number }) {
  return queryOptions({
    queryKey: ['userList', { search, filters, page }],
    queryFn: () =>
      callList('GET /userList', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...toQuery({ search, filters }) },
      }),
    // People sign up all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** All users whom search and filters find. */
export function loadAllUsers(wanted: UserSearch): Promise<ListedUser[]> {
  return loadAll('GET /userList', { query: { all: 'true', ...toQuery(wanted) } });
}

function toQuery({ search, filters }: UserSearch) {
  return { ...filters, ...(search && { search }) };
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
  const refresh = useRefresh(['userList', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('PATCH /userList/admin/:id', { params: { id } }),
    // Also after a refusal, which means the page showed old data.
    onSettled: refresh,
  });
}

/** Makes an admin a parent again; given the user's id. */
export function useRemoveAdmin() {
  const refresh = useRefresh(['userList', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('DELETE /userList/admin/:id', { params: { id } }),
    onSettled: refresh,
  });
}

/** Changes what an admin may do; `idToken` is from a sign-in a moment ago. */
export function useChangeBundle() {
  const refresh = useRefresh(['userList', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...body }: { id: string; bundle: AdminBundle; idToken: string }) =>
      call('PATCH /adminBundle/:id', { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Unlinks the sign-in of a user, so that another one can take over the account; given the user's id. */
export function useUnlinkSignIn() {
  const refresh = useRefresh(['userList', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('DELETE /userSignIn/:id', { params: { id } }),
    onSettled: refresh,
  });
}

/** Removes a user, given the email. Their held seats become free, and an instructor is no longer on the public pages. */
export function useRemoveUser() {
  const refresh = useRefresh([
    'userList',
    'adminStats',
    'auditLog',
    'getInstructors',
    'newInstructor',
    'instructors',
    'adminClasses',
    'classes',
    'popularcl',
  ]);
  return useMutation({
    networkMode: 'always',
    mutationFn: (email: string) => call('DELETE /removeuser', { query: { email } }),
    onSettled: refresh,
  });
}
