import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

type UserSearch = { search: string; page: number };

/** A page of all users, by name; searched in name and e-mail. */
export function usersOptions({ search, page }: UserSearch) {
  return queryOptions({
    queryKey: ['userList', { search, page }],
    queryFn: () =>
      callList('GET /userList', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...(search && { search }) },
      }),
    // People sign up all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** How many users there are, whatever is searched for: on the first page of all of them. */
export function userTotalOptions() {
  return {
    ...usersOptions({ search: '', page: 1 }),
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

/** Unlinks the sign-in of a user, so that another one can take over the account; given the user's id. */
export function useUnlinkSignIn() {
  const refresh = useRefresh(['userList', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('DELETE /userSignIn/:id', { params: { id } }),
    onSettled: refresh,
  });
}

/** Removes a user, given the e-mail. Their held seats are free again, and an instructor leaves the public pages. */
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
