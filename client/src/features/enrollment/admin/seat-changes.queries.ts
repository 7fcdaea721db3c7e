import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** What a refund, a canceled seat or a move changes. */
const CHANGED = [
  'classPeople',
  'family',
  'classList',
  'classWaiting',
  'payments',
  'openRefunds',
  'adminClasses',
  'adminStats',
  'classes',
  'popularcl',
  'auditLog',
  'receipt',
];

/** Gives money back; with a cart id, the seat is canceled, unless `keepsSeat`. */
export function useGiveBack() {
  const refresh = useRefresh(CHANGED);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: Input<Contract['POST /refunds']>['body']) => call('POST /refunds', { body }),
    // Also after a refusal: another admin was faster.
    onSettled: refresh,
  });
}

/** Moves a seat to another class, or asks the family to pay the difference first. `price` is the one that the admin saw. */
export function useMoveSeat() {
  const refresh = useRefresh(CHANGED);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: Input<Contract['POST /moves']>['body']) => call('POST /moves', { body }),
    onSettled: refresh,
  });
}

/** The open classes with their prices and free seats, by start day. */
export function targetsOptions() {
  return queryOptions({
    queryKey: ['adminClasses'],
    queryFn: () => call('GET /adminClasses'),
    staleTime: 0,
  });
}
