import type { BankFile, ColumnRole } from '@speakifyr/contract/bank-transfers.ts';
import { deviceStorage } from '../../../lib/storage.ts';

/** What the office reads for each thing that a column may be. */
export const ROLE_LABELS: Record<ColumnRole, string> = {
  day: 'Day',
  amount: 'Amount',
  in: 'Money in',
  out: 'Money out',
  sign: 'In or out',
  currency: 'Currency',
  state: 'Booked or not',
  reference: 'What was written',
  name: 'Who sent it',
  other: 'Not used',
};
export const ROLES = Object.keys(ROLE_LABELS) as ColumnRole[];

type Columns = BankFile['columns'];

/** Files of one bank have the same names in the same order. */
function nameKey(columns: Columns): string {
  return `bank-columns ${JSON.stringify(columns.map(({ name }) => name))}`;
}

/** @returns what the office has said on this device about the columns of such a file; undefined if nothing */
export function recallRoles(columns: Columns): ColumnRole[] | undefined {
  const kept = deviceStorage.read(nameKey(columns))?.split(',') ?? [];
  const roles = kept.flatMap((one) => ROLES.find((role) => role === one) ?? []);
  return roles.length > 0 && roles.length === columns.length ? roles : undefined;
}

/** Keeps what the office has said about the columns of such a file, for the next one. */
export function rememberRoles(columns: Columns, roles: ColumnRole[]): void {
  deviceStorage.write(nameKey(columns), roles.join());
}

/** The next file is read as the names of its columns say. */
export function forgetRoles(columns: Columns): void {
  deviceStorage.remove(nameKey(columns));
}
