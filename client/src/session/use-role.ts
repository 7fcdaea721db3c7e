import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call, readApiError } from '../lib/api.ts';
import { useSession } from './auth.tsx';

/** Asked once per session: a log-out, or another person's log-in, clears the cache. */
const ONCE = { staleTime: Infinity, gcTime: Infinity };

type RoleState =
  | { status: 'loading'; role?: undefined }
  | { status: 'known'; role: Role }
  | { status: 'failed'; role?: undefined; problem: ErrorBody; retry: () => void };

/**
 * The role of the signed-in person, as the server confirms it: first it is asked about admins, then about instructors;
 * everybody else is a student (spec section 2).
 */
export function useRole(): RoleState {
  const { user } = useSession();
  const admin = useQuery(isAdminOptions(user?.email));
  const instructor = useQuery(
    isInstructorOptions(admin.data?.admin === false ? user?.email : undefined),
  );
  const failed = [admin, instructor].find(({ isError }) => isError);
  if (failed)
    return {
      status: 'failed',
      problem: readApiError(failed.error),
      retry: () => void failed.refetch(),
    };
  if (admin.data?.admin) return { status: 'known', role: 'admin' };
  if (instructor.data === undefined) return { status: 'loading' };
  return { status: 'known', role: instructor.data ? 'instructor' : 'student' };
}

function isAdminOptions(email: string | undefined) {
  return queryOptions({
    queryKey: ['isAdmin', email],
    queryFn: email ? () => call('GET /userList/admin/:email', { params: { email } }) : skipToken,
    ...ONCE,
  });
}

function isInstructorOptions(email: string | undefined) {
  return queryOptions({
    queryKey: ['isInstructor', email],
    queryFn: email ? () => call('GET /isInstructor', { query: { email } }) : skipToken,
    ...ONCE,
  });
}
