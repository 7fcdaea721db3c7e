import type { DeliveryState } from '@speakifyr/contract/webhook-kinds.ts';
import type { HookDelivery, ListedWebhook } from '@speakifyr/contract/webhooks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { deliveriesOptions } from './programs.queries.ts';

const BADGES: Record<DeliveryState, [label: string, className: string]> = {
  delivered: ['Arrived', 'badge-success'],
  waiting: ['On its way', 'badge-info'],
  failed: ['Given up', 'badge-error'],
};

/** What was sent to a webhook in the last days, the newest first. Nothing before the first one. */
export function Deliveries({ webhook: { _id, name } }: { webhook: ListedWebhook }) {
  const [pages, setPages] = useState(1);
  const deliveries = useQuery(deliveriesOptions(_id, pages));
  if (deliveries.isError) return <LoadProblem what="What was sent" query={deliveries} />;
  const { items = [], total = 0 } = deliveries.data ?? {};
  if (items.length === 0) return null;
  return (
    <>
      <DataTable
        label={`Sent to ${name}`}
        columns={['When', 'What', 'State', 'Last answer', 'Action']}
      >
        {items.map((delivery) => (
          <Delivery key={delivery._id} webhookId={_id} delivery={delivery} />
        ))}
      </DataTable>
      {items.length < total && (
        <button
          type="button"
          className="btn btn-ghost btn-sm justify-self-start"
          onClick={() => setPages(pages + 1)}
        >
          Show more
        </button>
      )}
    </>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: HookDelivery }) {
  const { _id, type, state, createdAt, attempts, triedAt, status, problem, nextAt } = delivery;
  const sending = useChange('POST /webhooks/:id/deliveries/:deliveryId');
  const [label, color] = BADGES[state];
  return (
    <DataRow>
      <DataCell className="text-sm">
        <DayAndTime at={createdAt} />
      </DataCell>
      <DataCell className="font-semibold [overflow-wrap:anywhere]">{type}</DataCell>
      <DataCell>
        <span className={`badge badge-soft ${color}`}>{label}</span>
        {nextAt && attempts > 0 && (
          <span className="text-base-content/80 block text-sm">
            Next try <DayAndTime at={nextAt} />
          </span>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 text-sm">
        {triedAt ? (
          <>
            <span>{problem || status}</span>
            <span className="block">
              Try {attempts}, <DayAndTime at={triedAt} />
            </span>
          </>
        ) : (
          'none yet'
        )}
      </DataCell>
      <DataCell>
        <ActionButton
          className="btn-sm btn-outline whitespace-nowrap"
          aria-label={`Send ${type} again`}
          act={() => sending.mutateAsync({ params: { id: webhookId, deliveryId: _id } })}
        >
          Send again
        </ActionButton>
      </DataCell>
    </DataRow>
  );
}
