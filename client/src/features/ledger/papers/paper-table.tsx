import type { ReactNode } from 'react';

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

/** The last line of a table. */
export function TableSum({ label, amount }: { label: string; amount: string }) {
  return (
    <tfoot className="text-lg font-bold">
      <tr>
        <th scope="row" className="pt-3 text-left">
          {label}
        </th>
        <td className="pt-3 pl-4 text-right whitespace-nowrap tabular-nums">{amount}</td>
      </tr>
    </tfoot>
  );
}
