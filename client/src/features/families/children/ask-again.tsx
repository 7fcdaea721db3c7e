import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useConfirmHealth } from './child.queries.ts';

type Props = {
  child: { _id: string; name: string };
  /** When it was last confirmed, ISO 8601; undefined until it is known. */
  confirmedAt: string | undefined;
  /** Leads to the form. */
  change: ReactNode;
  /** Called if the answer has to be given in the form. */
  onFormNeeded: () => void;
};

/** Asks whether what the school knows about a child's health is still right. One tap says so. */
export function AskAgain({ child: { _id, name }, confirmedAt, change, onFormNeeded }: Props) {
  const confirming = useConfirmHealth(_id);

  async function confirm() {
    if (!(await confirming.mutateAsync())) {
      onFormNeeded();
      return;
    }
    // The button that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
    void showSuccess('Thank you', { returnsFocus: false });
  }

  return (
    <div className="rounded-box bg-accent/25 flex items-start gap-3 p-4">
      <CircleHelp className="mt-0.5 hidden size-5 shrink-0 sm:block" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-3">
        <p className="[overflow-wrap:anywhere]">{`Has anything changed about ${name}’s health${confirmedAt ? ` since ${formatDay(new Date(confirmedAt))}` : ''}?`}</p>
        <FormProblem>
          {confirming.isError && `This was not saved. ${readApiError(confirming.error).message}`}
        </FormProblem>
        <div className="flex flex-wrap gap-2">
          <Button
            className="btn-primary btn-sm"
            isBusy={confirming.isPending}
            // The problem is shown above the button.
            onClick={() => void confirm().catch(() => undefined)}
          >
            No, it’s still right<span className="sr-only">: {name}</span>
          </Button>
          {change}
        </div>
      </div>
    </div>
  );
}
