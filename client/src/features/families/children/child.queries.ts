import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { askAgain, useChange } from '../../../lib/use-change.ts';
import { withoutGiver } from './contact-values.ts';

/** A child with guardians and, if the person may see them, contacts and health. */
export function childOptions(id: string) {
  return read('GET /myChildren/:id', { params: { id } });
}

/** When a child's health information was last confirmed; null if it is missing. The rest is not kept. */
export function confirmedAtOptions(id: string) {
  return queryOptions({
    queryKey: [...childOptions(id).queryKey, 'confirmedAt'],
    queryFn: async () => {
      const { healthAnswer } = await call('GET /myChildren/:id', { params: { id } });
      return healthAnswer?.confirmedAt ?? null;
    },
    staleTime: 0,
  });
}

/** Deletes a child. Its page must be left before the lists are loaded again, or it would say that there is no child. */
export function useDeleteChild(id: string) {
  return useMutation({
    mutationFn: () => call('DELETE /myChildren/:id', { params: { id } }),
  });
}

/**
 * Confirms what the school knows about a child's health: reads the answer now and sends it again. R112
 * @returns a mutation; it gives false if the person has to look at the form, because there is no answer or the text of
 *   the consent has changed
 */
export function useConfirmHealth(id: string) {
  return useChange('PUT /myChildren/:id/health', async () => {
    const [{ healthAnswer, guardians }, { version }] = await Promise.all([
      call('GET /myChildren/:id', { params: { id } }),
      call('GET /texts/:name', { params: { name: 'healthConsent' } }),
    ]);
    if (healthAnswer?.consent.textVersion !== version) return false;
    // Who agreed is no longer a guardian, so somebody else has to read the text and agree. R467
    if (!guardians.some(({ _id }) => _id === healthAnswer.consent.by)) return false;
    const { confirmedAt: seen, consent: _old, ...answer } = healthAnswer;
    await call('PUT /myChildren/:id/health', {
      params: { id },
      body: { ...answer, consent: version, seen },
    });
    return true;
  });
}

/**
 * Gives a child the contacts of a brother or sister, as they are now.
 * @returns a mutation; it takes the id of the other child
 */
export function useCopyContacts(id: string) {
  return useChange('PUT /myChildren/:id/contacts', async (from: string) => {
    const { contacts } = await call('GET /myChildren/:id', { params: { id: from } });
    // Offered only while there are none.
    const body = { contacts: withoutGiver(contacts ?? []), seenContacts: [] };
    return call('PUT /myChildren/:id/contacts', { params: { id }, body });
  });
}

/** Stops being a guardian, given the person's own id. The page must be left before the lists are loaded again. */
export function useLeaveChild(id: string) {
  return useMutation({
    mutationFn: (guardianId: string) =>
      call('DELETE /myChildren/:id/guardians/:guardianId', { params: { id, guardianId } }),
  });
}

/** @returns forgets a child that the person no longer looks after, and loads the lists again */
export function useForgetChild(id: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.removeQueries({ queryKey: childOptions(id).queryKey });
    void askAgain(queryClient, 'DELETE /myChildren/:id');
  };
}

export type Guardian = ChildDetails['guardians'][number];
export type SentInvitation = ChildDetails['invitations'][number];
