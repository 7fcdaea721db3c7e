import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  /** Beside the title: what the colors mean. */
  legend?: ReactNode;
  /** The chart's figures as a table, for screen readers. */
  table: ReactNode;
  children: ReactNode;
};

/** A chart with its name, and its figures as a table one press away. */
export function ChartCard({ title, legend, table, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card bg-base-100 shadow-card min-w-0 p-5 sm:p-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 id={id} className="text-xl font-bold">
          {title}
        </h3>
        {legend}
      </div>
      {children}
      <details className="mt-4">
        <summary className="btn btn-ghost btn-sm text-primary -ml-3 list-none">
          Show as table<span className="sr-only">: {title}</span>
        </summary>
        {/* Scrolls by itself, so a keyboard must be able to reach it. */}
        <div
          role="region"
          aria-label={`${title}, as a table`}
          tabIndex={0}
          className="border-base-300 rounded-box mt-3 max-h-80 overflow-auto border"
        >
          {table}
        </div>
      </details>
    </section>
  );
}

type TableProps = { head: string[]; rows: { key: string; cells: (string | number)[] }[] };

/** The first column names the row; the others are figures. */
export function ChartTable({ head, rows }: TableProps) {
  return (
    <table className="table table-sm">
      <thead className="bg-base-300 sticky top-0">
        <tr>
          {head.map((text, index) => (
            <th
              key={text}
              scope="col"
              className={`text-base-content/80 ${index > 0 ? 'text-right' : ''}`}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row" className="font-medium">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={index} className="text-right tabular-nums">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
