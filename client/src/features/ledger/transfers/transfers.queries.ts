import type { BankTransfer, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** Reads a bank's list. Nothing changes. */
export function useReadBankFile() {
  return useMutation({
    mutationFn: (body: { csv: string; dateOrder: DateOrder }) => call('POST /bankFiles', { body }),
  });
}

const CHANGED = ['payments', 'family', 'classPeople', 'classList', 'adminClasses', 'adminStats'];

/** Books a transfer for the seats that it pays for. Booking it again changes nothing. */
export function useBookTransfer() {
  return useChange(CHANGED, ({ requestId, family, seats, amount, day, text }: BankTransfer) =>
    call('POST /families/:id/payments', {
      params: { id: family?._id ?? '' },
      body: {
        ...{ requestId, amount, day, method: 'bank transfer' },
        reference: [...text].slice(0, MAX_REFERENCE_LENGTH).join(''),
        cartIds: seats.map(({ cartId }) => cartId),
      },
    }),
  );
}
