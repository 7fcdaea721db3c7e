import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** The student's credit: what is left, where it came from, what it paid for. */
export function myCreditOptions(email: string) {
  return queryOptions({
    queryKey: ['myCredit', email],
    queryFn: () => call('GET /myCredit'),
    staleTime: 0,
  });
}

/** The credit of the family of an account. */
export function familyCreditOptions(id: string) {
  return queryOptions({
    queryKey: ['family', id, 'credit'],
    queryFn: () => call('GET /families/:id/credit', { params: { id } }),
    staleTime: 0,
  });
}

const CHANGED = ['myCredit', 'myCancellations', 'receipt'];

/** Turns credit back into a refund. The amount is what the person saw, in cents. */
export function useRefundCredit() {
  return useChange(CHANGED, (amount: number) =>
    call('POST /myCredit/refund', { body: { amount } }),
  );
}

/** Turns all credit of a family back into a refund. */
export function useRefundFamilyCredit(id: string) {
  return useChange(
    ['family', 'payments', 'openRefunds', 'auditLog'],
    (body: { amount: number; note: string }) =>
      call('POST /families/:id/credit/refund', { params: { id }, body }),
  );
}
