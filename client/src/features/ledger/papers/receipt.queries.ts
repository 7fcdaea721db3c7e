import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The receipt of a payment, with its refunds as they are now. */
export function receiptOptions(paymentId: string) {
  return queryOptions({
    queryKey: ['receipt', paymentId],
    queryFn: () => call('GET /receipts/:paymentId', { params: { paymentId } }),
    // Money can go back at any time.
    staleTime: 0,
  });
}

/** A credit note. @param no its number, from the address */
export function creditNoteOptions(no: string) {
  return queryOptions({
    queryKey: ['creditNote', no],
    queryFn: () => call('GET /creditNotes/:no', { params: { no } }),
    // The money may have arrived since.
    staleTime: 0,
  });
}
