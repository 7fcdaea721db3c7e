import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

type Move = Input<Contract['POST /moves']>['body'];

/** What a move of a seat to a class means, in cents. */
export type MoveQuote = Output<Contract['GET /moveQuotes/:cartId']>[number];

/**
 * What a move to each open class means, as the server decides it.
 * @param childId the child that is to have the seat; missing for whoever has it
 */
export function moveQuotesOptions(cartId: string, childId?: string) {
  return queryOptions({
    queryKey: ['moveQuotes', cartId, childId],
    queryFn: () =>
      call('GET /moveQuotes/:cartId', { params: { cartId }, query: childId ? { childId } : {} }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Moves a seat to another class or another child, or holds the new seat until the difference is paid. */
export function useMoveSeat() {
  return useChange(
    [
      'cancellation',
      'moveQuotes',
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
