import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { readApiError } from '../../lib/api.ts';
import { showError } from '../../lib/dialogs.ts';
import { useDismissMail } from './outbox.queries.ts';

type Props = {
  mail: ListedMail;
  /** Called when the email no longer counts as failed. */
  onDismissed: () => void;
};

/** Gives up on a failed email, such as one to an address that does not exist. */
export function DismissButton({ mail, onDismissed }: Props) {
  const { mutateAsync, isPending } = useDismissMail();

  async function dismiss() {
    if (isPending) return;
    try {
      await mutateAsync(mail._id);
      onDismissed();
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm min-h-11 @3xl:min-h-9"
      aria-disabled={isPending}
      aria-describedby="dismiss-note"
      onClick={() => void dismiss()}
    >
      Dismiss
    </button>
  );
}
