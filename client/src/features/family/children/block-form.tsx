import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FormButtons } from './form-buttons.tsx';

export type BlockValues = { name: string; since: string; note: string };

type Props = {
  /** Throws if the server refuses it. */
  onSave: (values: BlockValues) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks who must not collect a child. */
export function BlockForm({ onSave, onCancel }: Props) {
  const form = useForm<BlockValues>({ defaultValues: { name: '', since: readToday(), note: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  return (
    <Form
      form={form}
      onSubmit={onSave}
      aria-label="Who must not pick up"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      <Field
        label="Name"
        hint="First and last name, as on their ID card."
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        {...form.register('name', {
          validate: (name) => Boolean(name.trim()) || 'Please enter a name',
        })}
      />
      <Field
        label="Since"
        type="date"
        {...form.register('since', { validate: (day) => Boolean(day) || 'Please enter a day' })}
      />
      <Field
        label="What the team must know (optional)"
        hint="Such as how they look. The team at the gate and the office read it."
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
      <FormProblem />
      <FormButtons label="Save" onCancel={onCancel} />
    </Form>
  );
}
