import { useQueryClient } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { readAgain, useChange } from '../../../lib/use-change.ts';

/** What canceling this seat now refunds. It changes from one day to the next, so it is never kept. */
export function cancellationOptions(cartId: string) {
  return read('GET /cancellation/:cartId', { params: { cartId } });
}

/** Cancels a seat for the amount that the person has seen, in cents. */
export function useCancelSeat(cartId: string) {
  const queryClient = useQueryClient();
  return useChange(
    'POST /cancellation/:cartId',
    async (body: { refund: number; asCredit?: boolean }) => {
      try {
        return await call('POST /cancellation/:cartId', { params: { cartId }, body });
      } catch (error) {
        // What the page showed has changed. Once the seat is canceled, there is nothing to read again.
        void readAgain(queryClient, ['GET /cancellation/:cartId']);
        throw error;
      }
    },
  );
}

/** Puts a seat up for resale, or takes that back. */
export function useResale(cartId: string) {
  const queryClient = useQueryClient();
  return useChange('PUT /resales/:cartId', async (isForResale: boolean) => {
    await call('PUT /resales/:cartId', { params: { cartId }, body: { isForResale } });
    queryClient.setQueryData(
      cancellationOptions(cartId).queryKey,
      (preview) => preview && { ...preview, isForResale },
    );
  });
}
