import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  /** The label of the button that does it. */
  confirm: string;
  isDangerous?: boolean;
  /** What happens. */
  sentences: string[];
  /** Does it. What it throws is shown. */
  act: () => Promise<void>;
  /** While it is done, the dialog stays open. */
  onBusy: (isBusy: boolean) => void;
  onBack: () => void;
};

/** Says what the change does, before it is confirmed. The focus goes to the heading, so that it is read out. */
export function Summary({ sentences, confirm, isDangerous, act, onBusy, onBack }: Props) {
  const heading = useFocusedHeading();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function run() {
    if (isBusy) return;
    const tell = (now: boolean) => {
      setBusy(now);
      onBusy(now);
    };
    setFailure('');
    tell(true);
    try {
      await act();
    } catch (error) {
      setFailure(readApiError(error).message);
    } finally {
      tell(false);
    }
  }

  return (
    <div className="mt-4 grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        This is what happens
      </h3>
      <ul className="grid list-disc gap-1.5 pl-5 [overflow-wrap:anywhere]">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <FormProblem>{failure}</FormProblem>
      <DialogButtons
        label={confirm}
        back="Back"
        isBusy={isBusy}
        isDangerous={isDangerous}
        onConfirm={() => void run()}
        onBack={onBack}
      />
    </div>
  );
}
