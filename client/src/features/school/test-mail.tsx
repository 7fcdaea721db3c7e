import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../lib/api.ts';
import { read } from '../../lib/read.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import type { SampleMail } from './sample-mail.ts';

/** How often we look what has become of it, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

/** Sends the email to the director who looks at it, and says what becomes of it. R624 */
export function TestMail({ sample }: { sample: SampleMail }) {
  const sending = useChange('POST /sampleMail');
  const id = sending.data?.mailId ?? '';
  const mail = useQuery({
    ...read('GET /outbox/:id', { params: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
  return (
    <div className="grid gap-2 justify-items-start">
      <Button
        className="btn-outline"
        isBusy={sending.isPending}
        onClick={() => sending.mutate({ body: { ...sample, send: true } })}
      >
        Send a test to myself
      </Button>
      <p role="status" className="[overflow-wrap:anywhere]">
        {sending.isError ? explain(sending.error) : mail.data ? describe(mail.data) : ''}
      </p>
    </div>
  );
}

function isWaiting({ state }: ListedMail): boolean {
  return state === 'queued' || state === 'sending';
}

/** What has become of it: no more than we know. */
function describe({ state, to, lastError }: ListedMail): string {
  switch (state) {
    case 'sent':
      return `The mail server took it for ${to.address}. Look into your inbox, and into spam.`;
    case 'failed':
      return `It could not be sent: ${lastError ?? 'we don’t know why'}`;
    case 'sending':
      return `On its way to the mail server, for ${to.address}.`;
    case 'queued':
      return lastError
        ? `Not sent yet: ${lastError}. It is tried again.`
        : `Waiting to be sent to ${to.address}.`;
    default:
      return 'It was not sent: you may no longer get it.';
  }
}

function explain(error: unknown): string {
  const { code, message, fields } = readApiError(error);
  if (code === 'too_many_requests')
    return 'You have sent several tests in the last hour. Please try again later.';
  return Object.values(fields ?? {})[0] ?? message;
}
