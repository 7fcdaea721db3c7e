import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { MAX_SHARE } from '@speakifyr/contract/limits.ts';
import { useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import type { Guardian } from './child.queries.ts';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  child: ChildDetails;
  /** Whether the person has confirmed their email address. */
  isConfirmed: boolean;
  /** Whom the person can ask, at least one. */
  others: Guardian[];
  onDone: () => void;
};

/** Asks another guardian to pay a share of what the child's classes cost. */
export function AskCostShare({ child, isConfirmed, others, onDone }: Props) {
  const form = useCallForm('POST /myChildren/:id/costShare', {
    defaultValues: { guardianId: others[0]?._id ?? '', percent: 50 },
    toInput: (body) => ({ params: { id: child._id }, body }),
  });
  const { guardianId, percent = NaN } = useWatch({ control: form.control });
  const name = (others.find(({ _id }) => _id === guardianId) ?? others[0])?.name ?? '';

  if (!isConfirmed)
    return (
      <p className="text-base-content/80">
        To share the cost, please confirm your email address first.
      </p>
    );

  async function submit(values: { guardianId: string; percent: number }) {
    await form.send(values);
    onDone();
    void showSuccess(`We have asked ${name}`);
  }

  return (
    <Form form={form} onSubmit={submit} aria-label="Share the cost" className="grid gap-5">
      {others.length > 1 && (
        <SelectField label="Who pays a share?" {...form.register('guardianId')}>
          {others.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label={`What ${name} pays, in percent`}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SHARE}
        step={1}
        hint={
          isShare(percent)
            ? `You pay the other ${100 - percent}%. Nothing is shared until ${name} accepts.`
            : `Nothing is shared until ${name} accepts.`
        }
        {...form.register('percent', { valueAsNumber: true })}
      />
      <FormProblem />
      <FormButtons label={`Ask ${name}`} />
    </Form>
  );
}

function isShare(percent: number): boolean {
  return Number.isInteger(percent) && percent >= 1 && percent <= MAX_SHARE;
}
