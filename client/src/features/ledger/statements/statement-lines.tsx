import { nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import { sayPaid } from '@speakifyr/contract/payment-methods.ts';
import type { Statement } from '@speakifyr/contract/statements.ts';
import { nameRate, sayTax, sumTaxes } from '@speakifyr/contract/tax.ts';
import { formatDate, nameCharge } from '../../../lib/format.ts';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { TableHead, TableLine } from '../papers/paper-table.tsx';

type Line = Statement['lines'][number];

/** Each class with its days, what was paid and returned for it and when, and the sums. */
export function StatementLines({ statement }: { statement: Statement }) {
  const { lines, totals, year } = statement;
  if (lines.length === 0)
    return <p className="mt-6">No money of {year} belongs to a class here anymore.</p>;
  return (
    <table className="mt-6 w-full">
      <caption className="sr-only">What was paid for</caption>
      <TableHead amount="After refunds" />
      <tbody>
        {lines.map((line, index) => (
          <TableLine key={index} amount={nameCharge(line.kept / 100, line.currency)}>
            <LineFacts line={line} />
          </TableLine>
        ))}
      </tbody>
      <tfoot>
        {totals.map((total) => (
          <Total key={total.currency} total={total} hasCredit={hasCredit(lines, total)} />
        ))}
        {listTaxes(lines).map((tax) => (
          <tr key={`${tax.currency} ${nameRate(tax)}`}>
            <td colSpan={2} className="pt-1 text-right tabular-nums">
              {sayTax(tax, tax.currency)}
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

/** The tax in what was kept, for each currency and rate. */
function listTaxes(lines: Line[]) {
  return sumTaxes(
    lines.flatMap(({ currency, entries }) =>
      entries.flatMap(({ kind, taxes = [] }) => {
        const sign = kind === 'paid' ? 1 : -1;
        return taxes.map(({ amount, of, ...rate }) => ({
          ...rate,
          amount: sign * amount,
          of: sign * of,
          currency,
        }));
      }),
    ),
  );
}

function LineFacts({ line }: { line: Line }) {
  const { className, isCanceled, currency, entries, price } = line;
  const hours = formatHours(line);
  return (
    <>
      <span className="block font-semibold">{className}</span>
      <span className="text-base-content/80 block text-sm">{`${nameClassDays(line)}${hours ? `, ${hours}` : ''}`}</span>
      <PriceLines lines={price} currency={currency} />
      {isCanceled && <span className="block text-sm font-semibold">Canceled</span>}
      <ul className="text-base-content/80 mt-1 text-sm">
        {entries.map((entry, index) => (
          <li key={index}>
            {formatDate(entry.day)}: {sayEntry(entry)}{' '}
            <span className="whitespace-nowrap">{nameCharge(entry.amount / 100, currency)}</span>
            {entry.kind === 'paid' && (
              <span>
                , receipt <span className="whitespace-nowrap">{entry.receipt}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function sayEntry({ kind, method, isByHand }: Line['entries'][number]): string {
  if (kind === 'paid') return sayPaid(method).toLowerCase();
  if (kind === 'bounced') return PAYMENT_LABELS.bounced.toLowerCase();
  if (method === 'credit') return PAYMENT_LABELS.credit.toLowerCase();
  return isByHand ? 'refunded by hand' : 'refunded to the card';
}

type Total = Statement['totals'][number];

/** Whether some of what was returned stayed as credit. */
function hasCredit(lines: Line[], { currency }: Total): boolean {
  return lines.some(
    (line) =>
      line.currency === currency &&
      line.entries.some(({ kind, method }) => kind === 'returned' && method === 'credit'),
  );
}

function Total({ total, hasCredit }: { total: Total; hasCredit: boolean }) {
  const { currency, paid, returned, kept } = total;
  const { refunded, credit } = PAYMENT_LABELS;
  const rows = [
    { label: 'Paid', amount: paid },
    {
      label: hasCredit ? `${refunded} or ${credit.toLowerCase()}` : refunded,
      amount: -returned,
    },
  ];
  return (
    <>
      {returned > 0 &&
        rows.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row" className="pt-3 text-left font-normal">
              {label}
            </th>
            <td className="pt-3 pl-4 text-right whitespace-nowrap tabular-nums">
              {nameCharge(amount / 100, currency)}
            </td>
          </tr>
        ))}
      <tr className="text-lg font-bold">
        <th scope="row" className="pt-3 text-left">
          {nameTotal({ returned, kept })}
        </th>
        <td className="pt-3 pl-4 text-right whitespace-nowrap tabular-nums">
          {nameCharge(kept / 100, currency)}
        </td>
      </tr>
    </>
  );
}

/** Without refunds, the total is negative if money of an earlier year bounced. */
function nameTotal({ returned, kept }: { returned: number; kept: number }): string {
  if (returned > 0) return 'Total after refunds';
  return kept < 0 ? 'Total' : 'Paid';
}
