import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

type Move = Input<Contract['POST /moves']>['body'];

/** Moves a seat to another class or another child, or holds the new seat until the difference is paid. */
export function useMoveSeat() {
  return useChange(
    [
      'cancellation',
      'moveExtras',
      'myCancellations',
      'myclass',
      'myEnrolledClass',
      'receipt',
      'userStats',
      'classes',
      'popularcl',
    ],
    (body: Move) => call('POST /moves', { body }),
  );
}
