import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { Link } from 'react-router-dom';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { formatCharge, formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';

/** What the office works through: it calls, or records the money on the family's page. */
export function OpenTransfers({ transfers }: { transfers: BankTransfer[] }) {
  return (
    <DataTable label="Transfers to look at" columns={['Date', 'Amount', 'Text', 'What to do']}>
      {transfers.map((transfer) => (
        <DataRow key={transfer.requestId}>
          <DataCell>{formatDay(transfer.day)}</DataCell>
          <DataCell className="font-semibold">{formatCharge(transfer.amount / 100)}</DataCell>
          <DataCell className="[overflow-wrap:anywhere]">{transfer.text}</DataCell>
          <DataCell>
            <WhatToDo transfer={transfer} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function WhatToDo({ transfer: { state, family, owed } }: { transfer: BankTransfer }) {
  if (!family)
    return (
      <>
        No reference that we know.{' '}
        <Link to={paths.families} className="link">
          Find the family
        </Link>{' '}
        and record the money there, with a part of this text as the reference.
      </>
    );
  const page = (
    <Link to={linkToFamily(family._id)} className="link">
      {family.name}
    </Link>
  );
  if (state === 'nothing held') return <>{page} has no reserved seat to pay for.</>;
  return (
    <>
      {page} has seats to pay for, but for {formatCharge(owed / 100)}. Ask the family.
    </>
  );
}
