import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { ReactNode } from 'react';
import { formatCharge, formatDay } from '../../../lib/format.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';

/** Enough to see that days and amounts were read well. */
const MAX_ROWS = 200;

type Props = {
  label: string;
  transfers: BankTransfer[];
  /** What can be done about one. */
  renderActions?: (transfer: BankTransfer) => ReactNode;
};

/** Transfers, each with what we know about it. */
export function TransferTable({ label, transfers, renderActions }: Props) {
  const more = transfers.length - MAX_ROWS;
  return (
    <>
      <DataTable label={label} columns={['Date', 'Amount', 'Text', 'What we know']}>
        {transfers.slice(0, MAX_ROWS).map((transfer) => (
          <DataRow key={transfer.requestId}>
            <DataCell>{formatDay(transfer.day)}</DataCell>
            <DataCell>
              <strong>{formatCharge(transfer.amount / 100)}</strong>
              {transfer.of !== undefined && (
                <span className="block text-sm">{`left of ${formatCharge(transfer.of / 100)}`}</span>
              )}
            </DataCell>
            <DataCell className="[overflow-wrap:anywhere]">{transfer.text}</DataCell>
            <DataCell className="[overflow-wrap:anywhere]">
              <p>{describe(transfer)}</p>
              {renderActions && (
                <div className="mt-2 flex flex-wrap gap-2">{renderActions(transfer)}</div>
              )}
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
      {more > 0 && <p className="mt-2">{`And ${more} more.`}</p>}
    </>
  );
}

function describe({ state, of, family, seats, owed, note }: BankTransfer): string {
  if (state === 'set aside') return `Set aside: ${note}`;
  if (state === 'booked') return 'It is booked already.';
  if (!family) return 'No reference that we know.';
  if (state === 'nothing held') return `${family.name} has no reserved seat to pay for.`;
  if (state === 'matched') return `From ${family.name}, for ${nameSeats({ seats })}.`;
  if (of !== undefined) return `Its text names ${family.name}. The rest may be another family’s.`;
  return `${family.name} has seats to pay for, but for ${formatCharge(owed / 100)}.`;
}

/** Such as `Mia in Guitar, Tom in Chess`. */
export function nameSeats({ seats }: Pick<BankTransfer, 'seats'>): string {
  return seats.map(({ name, className }) => `${name} in ${className}`).join(', ');
}
