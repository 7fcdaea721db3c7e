import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { capitalize } from '../../lib/capitalize.ts';
import { type Change, listChanges } from '../../lib/describe-change.ts';

/** One action: when, who, what, and the changes it made. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, who, action, target } = entry;
  const changes = listChanges(entry);
  return (
    <DataRow>
      <DataCell className="text-base-content/80 align-top text-sm @3xl:w-36">
        <DayAndTime at={at} />
      </DataCell>
      <DataCell className="order-1 align-top [overflow-wrap:anywhere] @3xl:w-50">
        <span className="text-base-content/80 @3xl:hidden" aria-hidden="true">
          by{' '}
        </span>
        {who}
      </DataCell>
      <DataCell className="align-top [overflow-wrap:anywhere] @3xl:w-66">
        <span className="block font-semibold">{capitalize(action)}</span>
        <span className="text-base-content/80">{target}</span>
      </DataCell>
      <DataCell className="order-2 align-top">
        {changes.length > 0 && (
          <ul className="space-y-1 text-sm">
            {changes.map((change, index) => (
              <ChangeLine key={index} change={change} />
            ))}
          </ul>
        )}
      </DataCell>
    </DataRow>
  );
}

function ChangeLine({ change: { label, before, value } }: { change: Change }) {
  return (
    // Details can be a page long.
    <li className="line-clamp-3 break-words">
      <span className="text-base-content/80">{label}: </span>
      {before !== undefined && (
        <>
          <span>{before}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> is now </span>
        </>
      )}
      <span className="font-medium">{value}</span>
    </li>
  );
}
