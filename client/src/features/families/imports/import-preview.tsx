import type { ImportKind } from '@speakifyr/contract/import-fields.ts';
import type { ImportState, PlannedRow } from '@speakifyr/contract/imports.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '../../../lib/count-of.ts';
import { saveCsv } from '../../../lib/csv.ts';
import { Button } from '../../../ui/button.tsx';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';
import { WarningLine } from '../../../ui/warning-line.tsx';
import { countMade } from './count-made.ts';

type Props = { kind: ImportKind; plan: ImportState; isBusy: boolean; onRun: () => void };

/** What a run would do, row by row, problems first. Nothing is written yet. R616 */
export function ImportPreview({ kind, plan, isBusy, onRun }: Props) {
  const { columns = [], notes = [], total, rows } = plan;
  const of = (outcome: PlannedRow['outcome']) => rows.filter((row) => row.outcome === outcome);
  const [problems, created, known] = [of('problem'), of('create'), of('same')];
  const saveProblems = () =>
    saveCsv('rows-with-problems.csv', [
      [...columns.map(({ name }) => name), 'Problem'],
      ...problems.map(({ cells = [], says }) => [
        ...columns.map((column, place) => (column.field === 'never' ? '' : (cells[place] ?? ''))),
        says,
      ]),
    ]);
  return (
    <PageSection title="What would happen">
      {notes.map((note) => (
        <WarningLine key={note}>{note}</WarningLine>
      ))}
      {rows.length > 0 && (
        <>
          <dl className="my-4 grid max-w-2xl grid-cols-3 gap-3">
            <Count label="New rows" count={created.length} />
            <Count label="Here already" count={known.length} />
            <Count label="Problems" count={problems.length} />
          </dl>
          {total > 0 ? (
            <Button className="btn-primary mb-6" isBusy={isBusy} hasSpinner onClick={onRun}>
              {`Import ${countMade(total, kind)}`}
            </Button>
          ) : (
            <p className="mb-6">There is nothing to import in this file.</p>
          )}
          {problems.length > 0 && (
            <div className="mb-6">
              <p className="mb-3">
                {`${countOf(problems.length, 'row')} would be left out. Correct ${problems.length === 1 ? 'it' : 'them'} in the file, and import that again: what is here already stays as it is.`}
              </p>
              <Button className="btn-outline btn-sm mb-3" onClick={saveProblems}>
                <Download className="size-4" aria-hidden="true" />
                <span>{`Save ${countOf(problems.length, 'row')} as CSV`}</span>
              </Button>
              <RowList label="Rows with a problem" rows={problems} />
            </div>
          )}
          <Folded title={countOf(created.length, 'new row')} label="New rows" rows={created} />
          <Folded
            title={countOf(known.length, 'row is here already', 'rows are here already')}
            label="Rows that are here already"
            rows={known}
          />
        </>
      )}
    </PageSection>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="card bg-base-100 shadow-card min-w-0 p-3">
      <dt className="text-base-content/80 text-sm">{label}</dt>
      <dd className="text-2xl font-bold tabular-nums">{count.toLocaleString('en-US')}</dd>
    </div>
  );
}

function Folded({ title, label, rows }: { title: string; label: string; rows: PlannedRow[] }) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details className="mb-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link cursor-pointer font-semibold">{title}</summary>
      {isOpen && (
        <div className="mt-3">
          <RowList label={label} rows={rows} />
        </div>
      )}
    </details>
  );
}

const ROWS_AT_ONCE = 50;

type ListProps = { label: string; rows: Pick<PlannedRow, 'line' | 'says' | 'cells'>[] };

/** Rows of a file with what becomes of them. */
export function RowList({ label, rows }: ListProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const hasCells = rows.some(({ cells }) => cells);
  return (
    <>
      <DataTable label={label} columns={['Line', 'What', ...(hasCells ? ['Row'] : [])]}>
        {rows.slice(0, shown).map(({ line, says, cells }) => (
          <DataRow key={line}>
            <DataCell className="whitespace-nowrap">{`Line ${line}`}</DataCell>
            <DataCell className="font-semibold [overflow-wrap:anywhere]">{says}</DataCell>
            {hasCells && (
              <DataCell className="[overflow-wrap:anywhere]">
                {(cells ?? []).filter(Boolean).join(', ')}
              </DataCell>
            )}
          </DataRow>
        ))}
      </DataTable>
      {rows.length > shown && (
        <Button
          className="btn-ghost btn-sm mt-2"
          onClick={() => setShown(shown + 10 * ROWS_AT_ONCE)}
        >
          {`Show more of ${rows.length.toLocaleString('en-US')}`}
        </Button>
      )}
    </>
  );
}
