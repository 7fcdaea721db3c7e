import type { ApiKey } from '@speakifyr/contract/api-keys.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataCell, DataRow, DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { KeyForm } from './key-form.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import { MadeBy } from './made-by.tsx';
import { ShownOnce } from './shown-once.tsx';

/** The API keys, and the form for another one. */
export function ApiKeys() {
  const keys = useQuery(read('GET /apiKeys'));
  const [made, setMade] = useState<{ name: string; key: string }>();
  return (
    <section aria-labelledby="api-keys" className="grid gap-4">
      <h2 id="api-keys" className="text-2xl font-bold">
        API keys
      </h2>
      {made ? (
        <ShownOnce
          title={`The key of ${made.name}`}
          secret={made.key}
          onDone={() => setMade(undefined)}
        />
      ) : (
        <KeyForm onMade={setMade} />
      )}
      {keys.isPending ? (
        <DataTableSkeleton rows={2} rowClass="h-36 @3xl:h-[4.3rem]" />
      ) : keys.isError ? (
        <LoadProblem what="The keys" query={keys} />
      ) : (
        keys.data.length > 0 && (
          <DataTable label="API keys" columns={['Key', 'Reads', 'Last day', 'Last used', 'Action']}>
            {keys.data.map((key) => (
              <KeyRow key={key._id} apiKey={key} />
            ))}
          </DataTable>
        )
      )}
    </section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { _id, name, kind, start, until, state, createdAt, by, lastUsedAt } = apiKey;
  const revoking = useChange('DELETE /apiKeys/:id');
  return (
    <DataRow>
      <DataCell>
        <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
        <code className="text-sm">{start}…</code>
        <MadeBy by={by} at={createdAt} />
      </DataCell>
      <DataCell>
        <span className="@3xl:hidden">Reads: </span>
        {KIND_TEXTS[kind].label}
      </DataCell>
      <DataCell>
        {state === 'revoked' ? (
          <span className="badge badge-neutral">Revoked</span>
        ) : state === 'expired' ? (
          <span className="badge badge-neutral">{`Ended ${formatDay(until)}`}</span>
        ) : (
          <>
            <span className="@3xl:hidden">Good through </span>
            <span>{formatDay(until)}</span>
          </>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm">
        <span className="@3xl:hidden">Last used: </span>
        {lastUsedAt ? <DayAndTime at={lastUsedAt} /> : <span>never</span>}
      </DataCell>
      <DataCell>
        {state !== 'revoked' && (
          <ActionButton
            className="btn-sm btn-outline"
            aria-label={`Revoke ${name}`}
            question={{
              titleText: `Revoke ${name}?`,
              text: 'The program that uses this key reads nothing from now on.',
              confirm: 'Yes, revoke it',
            }}
            act={() => revoking.mutateAsync({ params: { id: _id } })}
          >
            Revoke
          </ActionButton>
        )}
      </DataCell>
    </DataRow>
  );
}
