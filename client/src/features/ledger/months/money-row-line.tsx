import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { formatDate, nameCharge } from '../../../lib/format.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { KIND_LABELS } from './kind-labels.ts';

/** One movement of money: its day, what it was, for which class, its papers and its amount. */
export function MoneyRowLine({ row }: { row: MoneyRow }) {
  const { day, kind, amount, currency, receipt, creditNote, shares, paymentId } = row;
  const papers = [receipt, creditNote].filter((paper) => paper !== null);
  return (
    <DataRow className="grid-cols-[1fr_auto]">
      <DataCell className="text-base-content/80 text-sm whitespace-nowrap">
        <time dateTime={day}>{formatDate(day)}</time>
      </DataCell>
      <DataCell className="font-semibold">{KIND_LABELS[kind]}</DataCell>
      <DataCell className="col-span-2 [overflow-wrap:anywhere]">
        {shares.map(({ className }) => className).join(', ')}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm [overflow-wrap:anywhere]">
        {papers.length > 0 && (
          <span className="block whitespace-nowrap tabular-nums">{papers.join(' · ')}</span>
        )}
        <span className="block text-xs">{paymentId}</span>
      </DataCell>
      <DataCell className="text-right font-semibold whitespace-nowrap tabular-nums">
        {nameCharge(amount / 100, currency)}
      </DataCell>
    </DataRow>
  );
}
