import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { listOptions } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';

export type NewRequest = Input<Contract['POST /myAid']>['body'];
export type AidAnswer = Input<Contract['PUT /aidRequests/:id/answer']>['body'];

/** The person's own requests, newest first. They don't stay in memory after the page. */
export function ownAidOptions() {
  return queryOptions({
    queryKey: ['myAid'],
    queryFn: () => call('GET /myAid'),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useAskForAid() {
  return useChange(['myAid'], (body: NewRequest) => call('POST /myAid', { body }));
}

/** Takes an open request back. */
export function useWithdrawAid() {
  return useChange(['myAid'], (id: string) => call('DELETE /myAid/:id', { params: { id } }));
}

/** A page of the requests of all families, newest first. */
export function aidRequestsOptions(page: number, isOpen: boolean) {
  return {
    ...listOptions('aidRequests', 'GET /aidRequests', page, { open: isOpen ? 'true' : 'false' }),
    gcTime: 0,
  };
}

/** How many requests nobody has answered yet. */
export function openAidOptions() {
  return queryOptions({
    queryKey: ['aidRequests', 'open'],
    queryFn: async () =>
      (await callList('GET /aidRequests', { query: { page: 1, size: 1 } })).total,
  });
}

/** What an answer may change: the lists, and what the family's seats cost. */
const CHANGED = ['aidRequests', 'family', 'classPeople', 'auditLog'];

export function useAnswerAid(id: string) {
  return useChange(CHANGED, (body: AidAnswer) =>
    call('PUT /aidRequests/:id/answer', { params: { id }, body }),
  );
}

export function useEndAid(id: string) {
  return useChange(CHANGED, () => call('DELETE /aidRequests/:id/award', { params: { id } }));
}
