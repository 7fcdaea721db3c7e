import { MAX_REFUND_STEPS } from '@speakifyr/contract/limits.ts';
import { findStepProblems } from '@speakifyr/contract/refund-steps.ts';
import type { RefundStep, RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { readOnce } from '../../../lib/read.ts';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useFormState } from '../../../ui/form-state.ts';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { PolicyPreview } from './policy-preview.tsx';

type Props = {
  terms: RefundTerms;
  /** Loads the policy again, after somebody else has changed it. */
  onReload: () => void;
};

/** The refund policy's periods, from the earliest to the latest, with what families will read. */
export function PolicyForm({ terms, onReload }: Props) {
  const queryClient = useQueryClient();
  const { version } = terms;
  const form = useCallForm('PUT /refundPolicy', {
    defaultValues: { steps: writeSteps(terms.steps) },
    toInput: ({ steps }) => ({ body: { version, steps: readSteps(steps) } }),
  });
  const { control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'steps' });
  const addButton = useRef<HTMLButtonElement>(null);
  const steps = readSteps(useWatch({ control, name: 'steps' }));
  // The form needs a moment to find out whether what is typed is right.
  const isRight =
    (formState.isValid || !formState.isDirty) &&
    steps.every((step, place) => isReadable(step) && fits(step, steps[place - 1]));

  async function save(values: PolicyValues) {
    const saved = await form.send(values);
    queryClient.setQueryData(readOnce('GET /refundPolicy').queryKey, saved);
    await showSuccess('The refund policy is saved');
  }

  /** The button that had the focus is gone then. */
  function drop(place: number) {
    flushSync(() => remove(place));
    addButton.current?.focus();
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Form
        form={form}
        className="card bg-base-100 shadow-card grid gap-4 p-5 sm:p-7"
        onSubmit={save}
      >
        <h2 className="text-xl font-bold">Periods</h2>
        {fields.length === 0 && <p>There are no periods. Families who cancel get no money back.</p>}
        {fields.map(({ id }, place) => (
          <PolicyStep key={id} place={place} onRemove={() => drop(place)} />
        ))}
        <div>
          <button
            ref={addButton}
            type="button"
            className="btn btn-outline btn-primary"
            disabled={fields.length >= MAX_REFUND_STEPS}
            onClick={() => append({ daysBefore: '', percent: '', fee: '0' })}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add a period
          </button>
        </div>
        <FormProblem />
        {formState.errors.root?.type === 'policy_changed' && (
          <div>
            <button type="button" className="btn btn-outline" onClick={onReload}>
              Load the current policy
            </button>
          </div>
        )}
        <SubmitButton>Save</SubmitButton>
      </Form>
      <PolicyPreview terms={isRight ? { version, steps } : undefined} />
    </div>
  );
}

function writeSteps(steps: RefundStep[]): PolicyValues['steps'] {
  return steps.map(({ daysBefore, percent, fee }) => ({
    daysBefore: String(daysBefore),
    percent: String(percent),
    fee: writeCents(fee),
  }));
}

/** What can't be read is -1. Unlike NaN, it lets the contract compare the other fields. */
function readSteps(steps: PolicyValues['steps']): RefundStep[] {
  return steps.map(({ daysBefore, percent, fee }) => ({
    daysBefore: readCount(daysBefore),
    percent: readCount(percent),
    fee: readCents(fee) ?? -1,
  }));
}

function readCount(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : -1;
}

function fits(step: RefundStep, before: RefundStep | undefined): boolean {
  return !before || Object.keys(findStepProblems(before, step)).length === 0;
}

function isReadable({ daysBefore, percent, fee }: RefundStep): boolean {
  return Math.min(daysBefore, percent, fee) >= 0;
}

/** The periods of the refund policy as they are typed. */
type PolicyValues = { steps: { daysBefore: string; percent: string; fee: string }[] };

type PolicyStepProps = {
  /** 0 for the first period. */
  place: number;
  onRemove: () => void;
};

/** One period of the refund policy: until when it holds, how much is refunded, and the fee. */
function PolicyStep({ place, onRemove }: PolicyStepProps) {
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
          <AmountField label={`Minus a fee (${SCHOOL.currency})`} {...register(fee)} />
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
