import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ReactNode } from 'react';
import { nameCharge } from '../../../lib/format.ts';
import { TaxLines } from '../../../ui/tax-lines.tsx';

const CELL = 'border-base-300 border-b py-3 align-top print:py-2';

/** The head of a table on a paper: a class, and an amount. */
export function TableHead({ amount = 'Amount' }: { amount?: string }) {
  return (
    <thead className="text-base-content/80 text-left text-sm">
      <tr>
        <th scope="col" className="border-base-content border-b-2 pb-2 font-semibold">
          Class
        </th>
        <th scope="col" className="border-base-content border-b-2 pb-2 text-right font-semibold">
          {amount}
        </th>
      </tr>
    </thead>
  );
}

type LineProps = { amount: string; children: ReactNode };

/** What an amount is for, and the amount. */
export function TableLine({ amount, children }: LineProps) {
  return (
    <tr className="break-inside-avoid">
      <td className={`${CELL} [overflow-wrap:anywhere]`}>{children}</td>
      <td className={`${CELL} pl-4 text-right whitespace-nowrap tabular-nums`}>{amount}</td>
    </tr>
  );
}

type SumProps = {
  label: string;
  amount: string;
  /** The taxes in the amount, which is `cents` of the currency. */
  taxed?: { taxes: TaxInAmount[] | undefined; cents: number; currency: string };
};

/** The last line of a table, and the taxes in it. */
export function TableSum({ label, amount, taxed }: SumProps) {
  return (
    <tfoot className="text-lg font-bold">
      <tr>
        <th scope="row" className="pt-3 text-left">
          {label}
        </th>
        <td className="pt-3 pl-4 text-right whitespace-nowrap tabular-nums">{amount}</td>
      </tr>
      {taxed?.taxes && (
        <tr className="text-base font-normal">
          <td colSpan={2} className="pt-1 text-right tabular-nums">
            <TaxLines taxes={taxed.taxes} currency={taxed.currency} />
            {`Without tax: ${nameCharge((taxed.cents - sumAmounts(taxed.taxes)) / 100, taxed.currency)}`}
          </td>
        </tr>
      )}
    </tfoot>
  );
}
