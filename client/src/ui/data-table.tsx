import type { ReactNode } from 'react';

type Props = { label: string; columns: string[]; children: ReactNode };

// The roles say again what the elements are: laid out as cards on a phone, they are no table to a screen reader.

/** A table whose rows (`DataRow`) are cards on a phone. */
export function DataTable({ label, columns, children }: Props) {
  return (
    <div className="card bg-base-100 shadow-card overflow-hidden">
      <table role="table" aria-label={label} className="table block md:table">
        <thead
          role="rowgroup"
          className="bg-base-300/70 sr-only md:not-sr-only md:table-header-group"
        >
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className="text-base-content/80 px-4"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block md:table-row-group">
          {children}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  /** The card's own grid on a phone: `grid-cols-[auto_1fr]`. */
  className?: string;
  children: ReactNode;
};

export function DataRow({ className = '', children }: RowProps) {
  return (
    <tr
      role="row"
      className={`border-base-300 grid items-center gap-x-4 gap-y-1 border-b p-4 last:border-b-0 md:table-row md:p-0 ${className}`}
    >
      {children}
    </tr>
  );
}

type CellProps = {
  /** Its place in the card: `col-span-2`. */
  className?: string;
  children: ReactNode;
};

export function DataCell({ className = '', children }: CellProps) {
  return (
    <td role="cell" className={`min-w-0 border-0 p-0 md:px-4 md:py-3 ${className}`}>
      {children}
    </td>
  );
}

/** As high as a table of so many rows, so that nothing moves when it comes. */
export function DataTableSkeleton({ rows, rowClass }: { rows: number; rowClass: string }) {
  return (
    <div
      className="card bg-base-100 shadow-card overflow-hidden"
      role="status"
      aria-label="Loading"
    >
      <div className="bg-base-300/70 hidden h-11 md:block" />
      {Array.from({ length: rows }, (_none, row) => (
        <div
          key={row}
          className={`border-base-300 flex items-center gap-4 border-b px-4 last:border-b-0 ${rowClass}`}
        >
          <div className="skeleton size-11 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-4 w-3/5 md:hidden" />
          </div>
          <div className="skeleton hidden h-9 w-28 md:block" />
        </div>
      ))}
    </div>
  );
}
