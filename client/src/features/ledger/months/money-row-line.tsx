import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { Link } from 'react-router-dom';
import { capitalize } from '../../../lib/capitalize.ts';
import { linkToPaymentSearch } from '../../../lib/dashboard-links.ts';
import { formatDate, nameCharge } from '../../../lib/format.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import { isLate } from './month-file.ts';
import { KIND_LABELS } from './kind-labels.ts';

/** Such as `Late: came`. What bounced never came, and the day is that of the bank's word. */
function sayMoved(row: MoneyRow): string {
  const verb = row.kind === 'bounced' ? 'bounced' : row.amount < 0 ? 'given back' : 'came';
  return isLate(row) ? `Late: ${verb}` : capitalize(verb);
}

/** One movement of money: its day, what it was, for which class, its papers and its amount. */
export function MoneyRowLine({ row }: { row: MoneyRow }) {
  const { day, kind, amount, currency, receipt, creditNote, shares, paymentId } = row;
  const { received, reference, method } = row;
  const papers = [receipt, creditNote].filter((paper) => paper !== null);
  return (
    <DataRow className="grid-cols-[1fr_auto]">
      <DataCell className="text-base-content/80 text-sm whitespace-nowrap">
        <time dateTime={day}>{formatDate(day)}</time>
        {received !== day && (
          <span className="block">
            <span>{sayMoved(row)}</span> <time dateTime={received}>{formatDate(received)}</time>
          </span>
        )}
      </DataCell>
      <DataCell className="font-semibold">{KIND_LABELS[kind]}</DataCell>
      <DataCell className="col-span-2 [overflow-wrap:anywhere]">
        {shares.map(({ className }) => className).join(', ')}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm [overflow-wrap:anywhere]">
        {papers.length > 0 && (
          <span className="block whitespace-nowrap tabular-nums">{papers.join(' · ')}</span>
        )}
        <span className="block">{[nameMethod(method), reference].filter(Boolean).join(' · ')}</span>
        <Link to={linkToPaymentSearch(paymentId)} className="link block text-xs">
          {paymentId}
        </Link>
      </DataCell>
      <DataCell className="text-right font-semibold whitespace-nowrap tabular-nums">
        {nameCharge(amount / 100, currency)}
      </DataCell>
    </DataRow>
  );
}
