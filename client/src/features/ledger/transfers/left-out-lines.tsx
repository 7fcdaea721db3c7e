import type { LeftOutLine } from '@speakifyr/contract/bank-transfers.ts';
import { countOf } from '../../../lib/count-of.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';

type Props = {
  lines: LeftOutLine[];
  /** How many lines the file has. */
  of: number;
};

/** The lines that can't be booked, each with its reason. Those that went out are many, and say little. */
export function LeftOutLines({ lines, of }: Props) {
  const out = lines.filter(({ state }) => state === 'out');
  const others = lines.filter(({ state }) => state !== 'out');
  return (
    <PageSection title={`Left out : ${lines.length}`}>
      <p className="text-base-content/80 mb-3">
        {`${lines.length} of ${countOf(of, 'line')} can’t be booked.`}
      </p>
      {others.length > 0 && (
        <div className="mb-4">
          <Lines label="Lines that are left out" lines={others} />
        </div>
      )}
      {out.length > 0 && (
        <details>
          <summary className="link cursor-pointer font-semibold">
            {`${countOf(out.length, 'line')} went out or came back`}
          </summary>
          <div className="mt-3">
            <Lines label="Lines that went out" lines={out} />
          </div>
        </details>
      )}
    </PageSection>
  );
}

function Lines({ label, lines }: { label: string; lines: LeftOutLine[] }) {
  return (
    <DataTable label={label} columns={['Line', 'Why', 'Text']}>
      {lines.map(({ line, reason, text }, place) => (
        <DataRow key={place}>
          <DataCell>{`Line ${line}`}</DataCell>
          <DataCell className="font-semibold [overflow-wrap:anywhere]">{reason}</DataCell>
          <DataCell className="[overflow-wrap:anywhere]">{text}</DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
