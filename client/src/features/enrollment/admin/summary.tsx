import { FormProblem } from '../../../ui/form-problem.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  /** The label of the button that does it. */
  confirm: string;
  isDangerous?: boolean | undefined;
  /** What happens. */
  sentences: string[];
  /** Why it was not done; empty if nothing went wrong. */
  failure: string;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
};

/** Says what the change does, before it is confirmed. The focus goes to the heading, so that it is read out. */
export function Summary(props: Props) {
  const { sentences, confirm, isDangerous, failure, isBusy, onConfirm, onBack } = props;
  const heading = useFocusedHeading();
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
        onConfirm={onConfirm}
        onBack={onBack}
      />
    </div>
  );
}
