import type { ListedWebhook } from '@speakifyr/contract/webhooks.ts';
import { HOOK_OFF_DAYS, MAX_WEBHOOKS } from '@speakifyr/contract/webhook-kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../lib/read.ts';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { Deliveries } from './deliveries.tsx';
import { MadeBy } from './made-by.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The webhooks with what was sent to them, and the form for another one. */
export function Webhooks() {
  const webhooks = useQuery(read('GET /webhooks'));
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const isFull = (webhooks.data?.length ?? 0) >= MAX_WEBHOOKS;
  return (
    <section aria-labelledby="webhooks" className="mt-12 grid gap-4">
      <h2 id="webhooks" className="text-2xl font-bold">
        Webhooks
      </h2>
      <p className="text-base-content/80 max-w-3xl">
        We tell your program when somebody enrolls, moves or leaves, when money comes or goes back,
        and when a class is added, changed or canceled. A message has ids and no names.
      </p>
      {made ? (
        <ShownOnce
          title={`The secret of ${made.name}`}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      ) : (
        !isFull && <WebhookForm onMade={setMade} />
      )}
      {webhooks.isPending ? (
        <DataTableSkeleton rows={1} rowClass="h-36" />
      ) : webhooks.isError ? (
        <LoadProblem what="The webhooks" query={webhooks} />
      ) : (
        webhooks.data.map((webhook) => <WebhookCard key={webhook._id} webhook={webhook} />)
      )}
    </section>
  );
}

function WebhookCard({ webhook }: { webhook: ListedWebhook }) {
  const { _id, name, url, by, createdAt } = webhook;
  const testing = useChange('POST /webhooks/:id/test');
  const removing = useChange('DELETE /webhooks/:id');
  return (
    <article className="grid min-w-0 gap-3">
      <div className="card bg-base-100 shadow-card gap-3 p-5 [overflow-wrap:anywhere] sm:p-6">
        <h3 className="text-lg font-bold">{name}</h3>
        <div className="-mt-2">
          <code className="text-sm">{url}</code>
          <MadeBy by={by} at={createdAt} />
        </div>
        <Trouble webhook={webhook} />
        <div className="flex flex-wrap gap-2">
          <ActionButton
            className="btn-sm btn-primary"
            aria-label={`Send a test to ${name}`}
            act={() => testing.mutateAsync({ params: { id: _id } })}
          >
            Send a test
          </ActionButton>
          <ActionButton
            className="btn-sm btn-outline"
            aria-label={`Remove ${name}`}
            question={{
              titleText: `Remove ${name}?`,
              text: 'It gets no more messages, and the list of what was sent is deleted. If you want a new secret, make another webhook first.',
              confirm: 'Yes, remove it',
            }}
            act={() => removing.mutateAsync({ params: { id: _id } })}
          >
            Remove
          </ActionButton>
        </div>
      </div>
      <Deliveries webhook={webhook} />
    </article>
  );
}

function Trouble({ webhook: { failingSince, offSince } }: { webhook: ListedWebhook }) {
  if (offSince)
    return (
      <p className="bg-error/12 text-error rounded-xl p-3 font-medium">
        Off since <DayAndTime at={offSince} />: nothing had arrived for {HOOK_OFF_DAYS} days. When a
        test arrives, it is on again. What happened in between is not sent: read it with a key.
      </p>
    );
  if (!failingSince) return null;
  return (
    <p className="bg-warning/15 rounded-xl p-3 font-medium">
      Nothing has arrived since <DayAndTime at={failingSince} />. After {HOOK_OFF_DAYS} days, it is
      switched off.
    </p>
  );
}
