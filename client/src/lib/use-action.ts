import { useRef, useState } from 'react';
import { readApiError } from './api-error.ts';
import { confirmAction, showError, showSuccess } from './dialogs.ts';

export type Action = {
  /** Asked first, before something that can't be undone. */
  question?: Parameters<typeof confirmAction>[0] | undefined;
  /** Answers false if the person has called it off; then no message is shown. */
  act: () => Promise<unknown>;
  /** What the person reads when it is done. */
  success?: string | undefined;
  /** What the person reads if it fails; the server's own words if left out. */
  failure?: string | undefined;
  /** The heading above it. */
  failureTitle?: string | undefined;
  /** Called when it is done and the person has closed the message about it. */
  onDone?: (() => void) | undefined;
};

/** Press, wait, say what happened. A second press while the first is on its way does nothing. */
export function useAction(): { isBusy: boolean; run: (action: Action) => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  async function run(action: Action) {
    if (isRunning.current) return;
    isRunning.current = true;
    await perform(action, setBusy).finally(() => (isRunning.current = false));
  }

  return { isBusy, run };
}

/** Does what `useAction` does, once. @param setBusy told when the action begins and ends */
export async function perform(action: Action, setBusy: (isBusy: boolean) => void): Promise<void> {
  const { question, act, success, failure, failureTitle, onDone } = action;
  if (question && !(await confirmAction(question))) return;
  setBusy(true);
  try {
    if ((await act()) === false) return setBusy(false);
  } catch (error) {
    setBusy(false);
    await showError(
      failure ?? readApiError(error).message,
      failureTitle ? { titleText: failureTitle } : {},
    );
    return;
  }
  setBusy(false);
  if (success) await showSuccess(success);
  onDone?.();
}
