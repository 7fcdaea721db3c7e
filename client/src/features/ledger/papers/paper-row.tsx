import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { Link } from 'react-router-dom';
import { nameCharge } from '../../../lib/format.ts';
import {
  linkToCreditNote,
  linkToPaymentSearch,
  linkToReceipt,
} from '../../../lib/dashboard-links.ts';
import { useBundle } from '../../../session/rights.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';

/**
 * A receipt or a credit note: its number, which leads to it, when it was issued, for whom, what for and how much. An
 * accountant reads it without the payer.
 */
export function PaperRow({ paper }: { paper: ListedPaper }) {
  const { _id, kind, no, issuedAt, paymentId, name, email, classNames, amount, currency } = paper;
  const { corrects } = paper;
  const isOffice = useBundle() !== 'accountant';
  return (
    <DataRow>
      <DataCell>
        <Link
          to={kind === 'receipt' ? linkToReceipt(paymentId) : linkToCreditNote(no)}
          className="link font-semibold whitespace-nowrap tabular-nums"
        >
          {_id}
        </Link>
        {corrects && (
          <span className="text-base-content/80 block text-sm">
            <span>{amount < 0 ? 'Takes back' : 'Corrects'}</span>{' '}
            <span className="whitespace-nowrap">{corrects}</span>
          </span>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm">
        <DayAndTime at={issuedAt} />
      </DataCell>
      {isOffice && (
        <DataCell className="[overflow-wrap:anywhere]">
          <span className="block font-semibold">{name?.trim() || 'Not Found'}</span>
          <span className="text-base-content/80">{email}</span>
        </DataCell>
      )}
      <DataCell className="[overflow-wrap:anywhere]">{classNames.join(', ')}</DataCell>
      <DataCell className="@3xl:text-right">
        <span className="block font-semibold whitespace-nowrap tabular-nums">
          {nameCharge(amount / 100, currency)}
        </span>
        <Link to={linkToPaymentSearch(paymentId)} className="link text-sm">
          Payment <span className="sr-only">of {_id}</span>
        </Link>
      </DataCell>
    </DataRow>
  );
}
