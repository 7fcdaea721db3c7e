import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { isParent } from '../../../session/is-parent.ts';

/** A student's children, and invitations to become a guardian of more. */
export type MyChildren = Output<Contract['GET /myChildren']>;

/** What shows children or depends on them: the lists, a child's page, the cart and the enrolled courses. */
export const CHILD_KEYS = ['myChildren', 'myChild', 'myclass', 'myEnrolledClass'];

/** The children whose guardian the person is, by name, and invitations to become one. */
export function myChildrenOptions() {
  return queryOptions({
    queryKey: ['myChildren'],
    queryFn: () => call('GET /myChildren'),
    // Another guardian can change a child at any time.
    staleTime: 0,
  });
}

/** The signed-in student's children and invitations. For visitors and other roles nothing is loaded. */
export function useChildren() {
  const { user } = useSession();
  return useQuery({ ...myChildrenOptions(), enabled: isParent(user) });
}

/** Adds a child to the account. */
export function useAddChild() {
  return useChange(
    CHILD_KEYS,
    async (body: Input<Contract['POST /myChildren']>['body']) =>
      (await call('POST /myChildren', { body })).child,
  );
}

/** Accepts invitations, given their ids, one after the other. @returns a mutation that gives the children's ids */
export function useAcceptInvitations() {
  return useChange(CHILD_KEYS, async (ids: string[]) => {
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
  return useChange(CHILD_KEYS, async (ids: string[]) => {
    for (const invitationId of ids)
      await call('DELETE /myInvitations/:invitationId', { params: { invitationId } });
  });
}

/** Takes over the family that the office opened, given the code of its letter. */
export function useClaimFamily() {
  return useChange([...CHILD_KEYS, 'myWaiting', 'userStats'], (code: string) =>
    call('POST /claimFamily', { body: { code } }),
  );
}

/** What the office asks the owner of this account: whether everything may go to another one. */
export function useAskedMerge() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['myMerge'],
    queryFn: () => call('GET /myMerge'),
    staleTime: 0,
    enabled: isParent(user),
  });
}

/** Agrees: everything goes, and this account is deleted. */
export function useAgreeToMerge() {
  return useChange([], (body: { id: string; idToken: string }) => call('POST /myMerge', { body }));
}

/** Declines. */
export function useDeclineMerge() {
  return useChange(['myMerge'], () => call('DELETE /myMerge'));
}
