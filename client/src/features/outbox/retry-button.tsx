import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { RotateCw } from 'lucide-react';
import { readApiError } from '../../lib/api.ts';
import { showError } from '../../lib/dialogs.ts';
import { nameMail } from './mail-texts.ts';
import { useRetryMail } from './outbox.queries.ts';

type Props = {
  mail: ListedMail;
  /** Called when the email is in the queue again. */
  onQueued: () => void;
};

/** Tries a failed email again, now. */
export function RetryButton({ mail, onQueued }: Props) {
  const { mutateAsync, isPending } = useRetryMail();

  async function retry() {
    if (isPending) return;
    try {
      await mutateAsync(mail._id);
      onQueued();
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-sm min-h-11 @3xl:min-h-9"
      aria-disabled={isPending}
      onClick={() => void retry()}
    >
      <RotateCw className="size-4" aria-hidden="true" />
      Try again
      <span className="sr-only">
        : {nameMail(mail)}, to {mail.to.name}
      </span>
    </button>
  );
}
