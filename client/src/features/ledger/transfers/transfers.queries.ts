import type { BankFile, ColumnRole, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { recallRoles } from './column-roles.ts';

export type WantedFile = {
  csv: string;
  dateOrder: DateOrder;
  roles?: ColumnRole[];
  /** Puts what is not booked on the list. */
  isKept?: true;
};

/** Reads a bank's list, with the columns that the office has named for such a file. */
export function useReadBankFile() {
  return useChange('POST /bankFiles', async (body: WantedFile): Promise<BankFile> => {
    const file = await call('POST /bankFiles', { body });
    const roles = body.roles ?? recallRoles(file.columns);
    const isAsSaid = file.columns.every(({ role }, place) => role === roles?.[place]);
    return !roles || isAsSaid ? file : call('POST /bankFiles', { body: { ...body, roles } });
  });
}
