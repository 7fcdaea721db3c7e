import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { isParent } from '../../../session/is-parent.ts';

/** A student's children, and invitations to become a guardian of more. */
export type MyChildren = Output<Contract['GET /myChildren']>;

/** The signed-in student's children and invitations. For visitors and other roles nothing is loaded. */
export function useChildren() {
  const { user } = useSession();
  return useQuery({ ...read('GET /myChildren'), enabled: isParent(user) });
}

/** Accepts invitations, given their ids, one after the other. @returns a mutation that gives the children's ids */
export function useAcceptInvitations() {
  return useChange('POST /myInvitations/:invitationId', async (ids: string[]) => {
    const childIds: string[] = [];
    for (const invitationId of ids) {
      const params = { invitationId };
      childIds.push((await call('POST /myInvitations/:invitationId', { params })).childId);
    }
    return childIds;
  });
}

/** Declines invitations, given their ids. */
export function useDeclineInvitations() {
  return useChange('DELETE /myInvitations/:invitationId', async (ids: string[]) => {
    for (const invitationId of ids)
      await call('DELETE /myInvitations/:invitationId', { params: { invitationId } });
  });
}

/** What the office asks the owner of this account: whether everything may go to another one. */
export function useAskedMerge() {
  const { user } = useSession();
  return useQuery({ ...read('GET /myMerge'), enabled: isParent(user) });
}
