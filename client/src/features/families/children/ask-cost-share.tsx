import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { MAX_SHARE } from '@speakifyr/contract/limits.ts';
import { useForm, useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { Guardian } from './child.queries.ts';
import { FormButtons } from './form-buttons.tsx';

type Values = { guardianId: string; percent: string };

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
  const form = useForm<Values>({
    defaultValues: { guardianId: others[0]?._id ?? '', percent: '50' },
  });
  const { guardianId, percent } = useWatch({ control: form.control });
  const asking = useChange('POST /myChildren/:id/costShare');
  const name = (others.find(({ _id }) => _id === guardianId) ?? others[0])?.name ?? '';

  if (!isConfirmed)
    return (
      <p className="text-base-content/80">
        To share the cost, please confirm your email address first.
      </p>
    );

  async function submit(values: Values) {
    await asking.mutateAsync({
      params: { id: child._id },
      body: {
        guardianId: values.guardianId,
        percent: Number(values.percent),
      },
    });
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
            ? `You pay the other ${100 - Number(percent)}%. Nothing is shared until ${name} accepts.`
            : `Nothing is shared until ${name} accepts.`
        }
        {...form.register('percent', {
          validate: (typed) => isShare(typed) || `Enter a whole number from 1 to ${MAX_SHARE}.`,
        })}
      />
      <FormProblem />
      <FormButtons label={`Ask ${name}`} />
    </Form>
  );
}

function isShare(typed: string | undefined): boolean {
  return /^[1-9]\d?$/.test(typed?.trim() ?? '') && Number(typed) <= MAX_SHARE;
}
