import type { TeamRole } from '@speakifyr/contract/team.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

const KEYS = ['classTeam', 'auditLog'];

/** From the first to the last day, yyyy-mm-dd. `confirm_busy`: the admin has read of another class at the same time. */
export type Stay = { from: string; to: string; confirm_busy?: true };

/** The team of a class, and who can be added. */
export function classTeamOptions(classId: string) {
  return queryOptions({
    queryKey: ['classTeam', classId],
    queryFn: () => call('GET /classTeam/:classId', { params: { classId } }),
    staleTime: 0,
  });
}

export function useAddToTeam(classId: string) {
  return useChange(KEYS, (body: Stay & { userId: string; role: TeamRole }) =>
    call('POST /classTeam/:classId', { params: { classId }, body }),
  );
}

export function useChangeTeamDays(classId: string, memberId: string) {
  return useChange(KEYS, (body: Stay) =>
    call('PATCH /classTeam/:classId/:memberId', { params: { classId, memberId }, body }),
  );
}

export function useTakeOffTeam(classId: string) {
  return useChange(KEYS, (memberId: string) =>
    call('DELETE /classTeam/:classId/:memberId', { params: { classId, memberId } }),
  );
}
