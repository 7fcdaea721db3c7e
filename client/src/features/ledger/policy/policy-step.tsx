import { Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Field } from '../../../ui/field.tsx';
import { useFormState } from '../../../ui/form-state.ts';

/** The periods of the refund policy as they are typed. */
export type PolicyValues = { steps: { daysBefore: string; percent: string; fee: string }[] };

type Props = {
  /** 0 for the first period. */
  place: number;
  onRemove: () => void;
};

/** One period of the refund policy: until when it holds, how much is refunded, and the fee. */
export function PolicyStep({ place, onRemove }: Props) {
  const { register } = useFormContext<PolicyValues>();
  const { findError } = useFormState();
  const fee = `steps.${place}.fee` as const;
  return (
    <fieldset className="border-base-300 rounded-box border p-4 pt-2">
      <legend className="px-1.5 font-bold">Period {place + 1}</legend>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
        <Field
          label="Until … days before"
          inputMode="numeric"
          autoComplete="off"
          {...register(`steps.${place}.daysBefore`)}
        />
        <Field
          label="Money back (%)"
          inputMode="numeric"
          autoComplete="off"
          {...register(`steps.${place}.percent`)}
        />
        {/* What is wrong with a fee is a sentence with an example. */}
        <div className={findError(fee) ? 'sm:col-span-full' : ''}>
          <Field
            label={`Minus a fee (${SCHOOL.currency})`}
            inputMode="decimal"
            autoComplete="off"
            {...register(fee)}
          />
        </div>
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-sm text-error mt-3 -ml-2"
        onClick={onRemove}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        Remove <span className="sr-only">period {place + 1}</span>
      </button>
    </fieldset>
  );
}
