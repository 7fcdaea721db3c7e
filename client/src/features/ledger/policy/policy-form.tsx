import { MAX_REFUND_STEPS } from '@speakifyr/contract/limits.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useChangePolicy } from './policy.queries.ts';
import { PolicyPreview } from './policy-preview.tsx';
import { PolicyStep } from './policy-step.tsx';
import { findProblems, NEW_STEP, readSteps, type StepValues, writeSteps } from './policy-values.ts';

type Props = {
  terms: RefundTerms;
  /** Loads the policy again, after somebody else has changed it. */
  onReload: () => void;
};

/** The refund policy's periods, from the earliest to the latest, with what families will read. */
export function PolicyForm({ terms, onReload }: Props) {
  const change = useChangePolicy();
  const [rows, setRows] = useState(() => withKeys(writeSteps(terms.steps)));
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const values = rows.map(({ step }) => step);
  const steps = readSteps(values);

  /** Makes a change, and moves the focus to what is on the page then. */
  function changeAndFocus(act: () => void, selector: string) {
    flushSync(act);
    form.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    changeAndFocus(() => setChecked(true), '[aria-invalid="true"]');
    if (!steps || change.isPending) return;
    try {
      await change.mutateAsync({ version: terms.version, steps });
    } catch {
      // The form says what is wrong.
      return;
    }
    await showSuccess('The refund policy is saved');
  }

  const problem = change.isError ? readApiError(change.error) : undefined;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form
        ref={form}
        noValidate
        className="card bg-base-100 shadow-card grid gap-4 p-5 sm:p-7"
        onSubmit={(event) => void submit(event)}
      >
        <h2 className="text-xl font-bold">Periods</h2>
        {rows.length === 0 && <p>There are no periods. Families who cancel get no money back.</p>}
        {rows.map(({ key, step }, index) => (
          <PolicyStep
            key={key}
            number={index + 1}
            values={step}
            problems={isChecked ? findProblems(values, index) : {}}
            onChange={(now) =>
              setRows(rows.map((row) => (row.key === key ? { key, step: now } : row)))
            }
            onRemove={() =>
              changeAndFocus(() => setRows(rows.filter((row) => row.key !== key)), '[data-add]')
            }
          />
        ))}
        <div>
          <button
            type="button"
            data-add
            className="btn btn-outline btn-primary"
            disabled={rows.length >= MAX_REFUND_STEPS}
            onClick={() =>
              changeAndFocus(
                () => setRows([...rows, ...withKeys([NEW_STEP])]),
                'fieldset:last-of-type input',
              )
            }
          >
            <Plus className="size-4" aria-hidden="true" />
            Add a period
          </button>
        </div>
        <FormProblem>{problem?.message}</FormProblem>
        {problem?.code === 'policy_changed' && (
          <div>
            <button type="button" className="btn btn-outline" onClick={onReload}>
              Load the current policy
            </button>
          </div>
        )}
        <SubmitButton isBusy={change.isPending}>Save</SubmitButton>
      </form>
      <PolicyPreview terms={steps && { version: terms.version, steps }} />
    </div>
  );
}

let lastKey = 0;

/** Rows need keys of their own: without them, removing one would move the typed text to another. */
function withKeys(steps: StepValues[]): { key: number; step: StepValues }[] {
  return steps.map((step) => ({ key: ++lastKey, step }));
}
