import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

export type FamilyChild = Output<Contract['GET /childrenOf']>[number];

/** The children of an account, with their guardians. */
export function childrenOfOptions(email: string) {
  return queryOptions({
    queryKey: ['childrenOf', email],
    queryFn: () => call('GET /childrenOf', { query: { email } }),
    staleTime: 0,
    enabled: email !== '',
  });
}

/** The open classes by start day, to choose one. */
export function openClassesOptions() {
  return queryOptions({
    queryKey: ['classList', 'to choose'],
    queryFn: async () =>
      (
        await callList('GET /classList', {
          query: { status: 'open', sort: 'camp_start', size: MAX_PAGE_SIZE },
        })
      ).items,
    staleTime: 0,
  });
}

/** Ends that somebody looks after a child. */
export function useRemoveGuardian() {
  const refresh = useRefresh(['childrenOf', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, guardianId, note }: { id: string; guardianId: string; note: string }) =>
      call('DELETE /children/:id/guardians/:guardianId', {
        params: { id, guardianId },
        body: { note },
      }),
    onSettled: refresh,
  });
}

/** Lets a child outside a class's ages join it. */
export function useAllowAge() {
  const refresh = useRefresh(['childrenOf', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { childId: string; classId: string; note: string }) =>
      call('POST /ageExceptions', { body }),
    onSuccess: refresh,
  });
}
