import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SubmitButton } from '../../../ui/submit-button.tsx';

type Props<Problems> = {
  title: string;
  /** What is wrong with what is typed. Shown from the first press on Save. */
  found: Problems;
  isBusy: boolean;
  onSave: () => void;
  onCancel: () => void;
  /** What the server says is wrong. */
  problem: ReactNode;
  children: (shown: Partial<Problems>) => ReactNode;
};

/** The form of one rule. Save goes to the first field that is wrong. */
export function RuleForm<Problems extends object>(props: Props<Problems>) {
  const { title, found, isBusy, onSave, onCancel, problem, children } = props;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    flushSync(() => setChecked(true));
    if (Object.keys(found).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else onSave();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="rounded-box border-primary grid gap-4 border-2 p-4 sm:p-5"
      onSubmit={submit}
    >
      <h3 className="text-lg font-bold">{title}</h3>
      {children(isChecked ? found : {})}
      {problem}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save</SubmitButton>
        <button
          type="button"
          className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
          disabled={isBusy}
          onClick={onCancel}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
