import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

type Move = Input<Contract['POST /moves']>['body'];

/** Moves a seat to another class or another child, or holds the new seat until the difference is paid. */
export function useMoveSeat() {
  const refresh = useRefresh([
    'cancellation',
    'myCancellations',
    'myclass',
    'myEnrolledClass',
    'receipt',
    'userStats',
    'classes',
    'popularcl',
  ]);
  return useMutation({
    mutationFn: (body: Move) => call('POST /moves', { body }),
    // After a refusal too: a seat or a price has changed.
    onSettled: refresh,
  });
}
