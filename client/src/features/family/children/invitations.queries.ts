import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefreshChildren } from './children.queries.ts';

/** Accepts an invitation, given its id. @returns a mutation that gives the child's id */
export function useAcceptInvitation() {
  const refresh = useRefreshChildren();
  return useMutation({
    networkMode: 'always',
    mutationFn: (invitationId: string) =>
      call('POST /myInvitations/:invitationId', { params: { invitationId } }),
    onSettled: refresh,
  });
}

/** Declines an invitation, given its id. */
export function useDeclineInvitation() {
  const refresh = useRefreshChildren();
  return useMutation({
    networkMode: 'always',
    mutationFn: (invitationId: string) =>
      call('DELETE /myInvitations/:invitationId', { params: { invitationId } }),
    onSettled: refresh,
  });
}
