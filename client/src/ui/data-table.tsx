import type { ReactNode } from 'react';

type Props = {
  label: string;
  columns: string[];
  /** A column of buttons, which is left out on paper. Its cells need `print:hidden`. */
  notPrinted?: string;
  children: ReactNode;
};

// The roles repeat what the elements are, because screen readers do not see a table when it is laid out as cards.
// The layout depends on the width of the page's frame (app/large-text.css), not on the screen: the navbar takes some of it.

/** A table whose rows (`DataRow`) become cards on narrow screens, one or two per row. On paper it is a table. */
export function DataTable({ label, columns, notPrinted, children }: Props) {
  return (
    <div className="card bg-base-100 shadow-card overflow-hidden print:overflow-visible print:rounded-none print:shadow-none">
      <table
        role="table"
        aria-label={label}
        className="table block @3xl:table print:table print:text-xs"
      >
        <thead
          role="rowgroup"
          className="bg-base-300/70 sr-only @3xl:not-sr-only @3xl:table-header-group print:not-sr-only print:table-header-group"
        >
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={`text-base-content/80 px-4 print:px-1.5 print:py-1 ${column === notPrinted ? 'print:hidden' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="bg-base-300 grid gap-px @xl:grid-cols-2 @3xl:table-row-group print:table-row-group"
        >
          {children}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  /** The card's own grid: `grid-cols-[auto_1fr]`. */
  className?: string;
  children: ReactNode;
};

export function DataRow({ className = '', children }: RowProps) {
  return (
    <tr
      role="row"
      className={`bg-base-100 grid content-start items-center gap-x-4 gap-y-1 p-4 @xl:last:odd:col-span-2 @3xl:table-row @3xl:p-0 print:table-row print:break-inside-avoid print:p-0 ${className}`}
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
    <td
      role="cell"
      className={`border-base-300 min-w-0 p-0 @max-3xl:border-0 @3xl:px-4 @3xl:py-3 print:border-b print:px-1.5 print:py-1 ${className}`}
    >
      {children}
    </td>
  );
}

type SkeletonProps = {
  rows: number;
  /** How high a card and a row are: `h-36 @3xl:h-[4.3rem]`. */
  rowClass: string;
};

/** As high as a table with this many rows, so that nothing moves when the table loads. */
export function DataTableSkeleton({ rows, rowClass }: SkeletonProps) {
  return (
    <div
      className="card bg-base-100 shadow-card overflow-hidden"
      role="status"
      aria-label="Loading"
    >
      <div className="bg-base-300/70 hidden h-11 @3xl:block" />
      <div className="bg-base-300 grid gap-px @xl:grid-cols-2 @3xl:grid-cols-1">
        {Array.from({ length: rows }, (_none, row) => (
          <div key={row} className={`bg-base-100 flex items-center gap-4 px-4 ${rowClass}`}>
            <div className="skeleton size-11 shrink-0 rounded-full" />
            <div className="flex-1 space-y-2">
              <div className="skeleton h-4 w-2/5" />
              <div className="skeleton h-4 w-3/5 @3xl:hidden" />
            </div>
            <div className="skeleton hidden h-9 w-28 @3xl:block" />
          </div>
        ))}
      </div>
    </div>
  );
}
