import { Trash2 } from 'lucide-react';
import { currency } from '../../../lib/config.ts';
import { Field } from '../../../ui/field.tsx';
import type { StepProblems, StepValues } from './policy-values.ts';

type Props = {
  /** 1 for the first period. */
  number: number;
  values: StepValues;
  problems: StepProblems;
  onChange: (values: StepValues) => void;
  onRemove: () => void;
};

/** One period of the refund policy: until when it holds, how much is refunded, and the fee. */
export function PolicyStep({ number, values, problems, onChange, onRemove }: Props) {
  const bind = (name: keyof StepValues) => ({
    value: values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...values, [name]: event.target.value }),
    ...(problems[name] && { error: problems[name] }),
  });
  return (
    <fieldset className="border-base-300 rounded-box border p-4 pt-2">
      <legend className="px-1.5 font-bold">Period {number}</legend>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
        <Field label="Until … days before" inputMode="numeric" {...bind('daysBefore')} />
        <Field label="Money back (%)" inputMode="numeric" {...bind('percent')} />
        {/* What is wrong with a fee is a sentence with an example. */}
        <div className={problems.fee ? 'sm:col-span-full' : ''}>
          <Field label={`Minus a fee (${currency})`} inputMode="decimal" {...bind('fee')} />
        </div>
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-sm text-error mt-3 -ml-2"
        onClick={onRemove}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        Remove <span className="sr-only">period {number}</span>
      </button>
    </fieldset>
  );
}
