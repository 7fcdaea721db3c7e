import type {
  BankFile,
  BankTransfer,
  ColumnRole,
  DateOrder,
} from '@speakifyr/contract/bank-transfers.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { recallRoles } from './column-roles.ts';

export type WantedFile = { csv: string; dateOrder: DateOrder; roles?: ColumnRole[] };

/** Reads a bank's list, with the columns that the office has named for such a file. Nothing changes. */
export function useReadBankFile() {
  return useMutation({
    mutationFn: async (body: WantedFile): Promise<BankFile> => {
      const file = await call('POST /bankFiles', { body });
      const roles = body.roles ?? recallRoles(file.columns);
      const isAsSaid = file.columns.every(({ role }, place) => role === roles?.[place]);
      return !roles || isAsSaid ? file : call('POST /bankFiles', { body: { ...body, roles } });
    },
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
