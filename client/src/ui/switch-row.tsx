import { useId } from 'react';
import { readApiError } from '../lib/api.ts';
import { FormProblem } from './form-problem.tsx';

type Props = {
  label: string;
  /** What it does. */
  text: string;
  /** As it is at the school. */
  saved: boolean;
  /** What was chosen last, which may not be saved yet. */
  wanted: boolean | undefined;
  saving: { isPending: boolean; isSuccess: boolean; error: unknown };
  onChange: (isOn: boolean) => void;
};

/** A choice that is saved at once. */
export function SwitchRow({ label, text, saved, wanted, saving, onChange }: Props) {
  const textId = useId();
  // Until the answer comes, the switch shows what was chosen. If saving fails, it goes back.
  const isOn = (saving.isPending ? wanted : undefined) ?? saved;
  return (
    <div className="py-3">
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span>
          <span className="block font-semibold">{label}</span>
          <span id={textId} className="text-base-content/80 block text-sm">
            {text}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={textId}
          className="accent-primary size-6 shrink-0"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
      <p role="status" className="text-base-content/80 text-sm">
        {saving.isPending ? 'Saving…' : saving.isSuccess ? 'Saved' : ''}
      </p>
      {saving.error !== null && (
        <div className="mt-2">
          <FormProblem>This was not saved. {readApiError(saving.error).message}</FormProblem>
        </div>
      )}
    </div>
  );
}
