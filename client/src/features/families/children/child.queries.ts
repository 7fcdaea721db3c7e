import type { ChildContact, ChildDetails, HealthAnswer } from '@speakifyr/contract/children.ts';
import { HEALTH_CONSENT_VERSION, type GuardianRight } from '@speakifyr/contract/limits.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';
import { CHILD_KEYS } from './children.queries.ts';
import type { ChildValues } from './child-values.ts';
import { withoutGiver } from './contact-values.ts';

/** A child with guardians and, if the person may see them, contacts and health. */
export function childOptions(id: string) {
  return queryOptions({
    queryKey: ['myChild', id],
    queryFn: () => call('GET /myChildren/:id', { params: { id } }),
    staleTime: 0,
    // Health information does not stay in memory after the page is closed.
    gcTime: 0,
  });
}

/** When a child's health information was last confirmed; null if it is missing. The rest is not kept. */
export function confirmedAtOptions(id: string) {
  return queryOptions({
    queryKey: ['myChild', id, 'confirmedAt'],
    queryFn: async () => {
      const { healthAnswer } = await call('GET /myChildren/:id', { params: { id } });
      return healthAnswer?.confirmedAt ?? null;
    },
    staleTime: 0,
  });
}

/** Changes a child's name, birth date or note. */
export function useChangeChild(id: string) {
  return useChange(CHILD_KEYS, (body: ChildValues) =>
    call('PATCH /myChildren/:id', { params: { id }, body }),
  );
}

/** Deletes a child. Its page must be left before the lists are loaded again, or it would say that there is no child. */
export function useDeleteChild(id: string) {
  return useMutation({
    mutationFn: () => call('DELETE /myChildren/:id', { params: { id } }),
  });
}

/**
 * Answers the questions about a child's health, with consent to the text that the form shows.
 * @param seen when the answer that the form began with was confirmed; null if there was none
 */
export function useSaveHealth(id: string, seen: string | null) {
  return useChange(CHILD_KEYS, (answer: HealthAnswer) =>
    call('PUT /myChildren/:id/health', {
      params: { id },
      body: { ...answer, consent: HEALTH_CONSENT_VERSION, seen },
    }),
  );
}

/**
 * Confirms what the school knows about a child's health: reads the answer now and sends it again. R112
 * @returns a mutation; it gives false if the person has to look at the form, because there is no answer or the text of
 *   the consent has changed
 */
export function useConfirmHealth(id: string) {
  return useChange(CHILD_KEYS, async () => {
    const { healthAnswer, guardians } = await call('GET /myChildren/:id', { params: { id } });
    if (healthAnswer?.consent.textVersion !== HEALTH_CONSENT_VERSION) return false;
    // Who agreed is no longer a guardian, so somebody else has to read the text and agree. R467
    if (!guardians.some(({ _id }) => _id === healthAnswer.consent.by)) return false;
    const { confirmedAt: seen, consent: _old, ...answer } = healthAnswer;
    await call('PUT /myChildren/:id/health', {
      params: { id },
      body: { ...answer, consent: HEALTH_CONSENT_VERSION, seen },
    });
    return true;
  });
}

/** Withdraws the consent, which erases what the school knows about a child's health. */
export function useEraseHealth(id: string) {
  return useChange(CHILD_KEYS, () => call('DELETE /myChildren/:id/health', { params: { id } }));
}

/** Replaces a child's contacts. */
export function useSaveContacts(id: string) {
  return useChange(CHILD_KEYS, (contacts: ChildContact[]) =>
    call('PUT /myChildren/:id/contacts', {
      params: { id },
      body: { contacts: withoutGiver(contacts) },
    }),
  );
}

/**
 * Gives a child the contacts of a brother or sister, as they are now.
 * @returns a mutation; it takes the id of the other child
 */
export function useCopyContacts(id: string) {
  return useChange(CHILD_KEYS, async (from: string) => {
    const { contacts } = await call('GET /myChildren/:id', { params: { id: from } });
    const body = { contacts: withoutGiver(contacts ?? []) };
    return call('PUT /myChildren/:id/contacts', { params: { id }, body });
  });
}

/** Invites another guardian. */
export function useInviteGuardian() {
  return useChange(
    CHILD_KEYS,
    ({ id, ...body }: { id: string; email: string; may: GuardianRight[] }) =>
      call('POST /myChildren/:id/guardians', { params: { id }, body }),
  );
}

/** Removes a guardian, given their id. */
export function useRemoveGuardian(id: string) {
  return useChange(CHILD_KEYS, (guardianId: string) =>
    call('DELETE /myChildren/:id/guardians/:guardianId', { params: { id, guardianId } }),
  );
}

/** Stops being a guardian, given the person's own id. The page must be left before the lists are loaded again. */
export function useLeaveChild(id: string) {
  return useMutation({
    mutationFn: (guardianId: string) =>
      call('DELETE /myChildren/:id/guardians/:guardianId', { params: { id, guardianId } }),
  });
}

/** Takes back an invitation, given its id. */
export function useTakeBackInvitation(id: string) {
  return useChange(CHILD_KEYS, (invitationId: string) =>
    call('DELETE /myChildren/:id/invitations/:invitationId', { params: { id, invitationId } }),
  );
}

/** @returns forgets a child that the person no longer looks after, and loads the lists again */
export function useForgetChild(id: string): () => void {
  const queryClient = useQueryClient();
  const refresh = useRefresh(CHILD_KEYS);
  return () => {
    queryClient.removeQueries({ queryKey: childOptions(id).queryKey });
    refresh();
  };
}

export type Guardian = ChildDetails['guardians'][number];
export type SentInvitation = ChildDetails['invitations'][number];
