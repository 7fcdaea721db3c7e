import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FormButtons } from './form-buttons.tsx';

/** `guardianId`: empty for somebody else, who has a name. */
export type BlockValues = { guardianId: string; name: string; since: string; note: string };

type Props = {
  /** Whom the office may choose. Missing for a parent, who can block no guardian. */
  guardians?: { _id: string; name: string }[];
  /** Throws if the server refuses it. */
  onSave: (values: BlockValues) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks who must not collect a child. */
export function BlockForm({ guardians = [], onSave, onCancel }: Props) {
  const form = useForm<BlockValues>({
    defaultValues: { guardianId: '', name: '', since: readToday(), note: '' },
  });
  const { setFocus, control } = form;
  const hasChoice = guardians.length > 0;
  const isGuardian = useWatch({ control, name: 'guardianId' }) !== '';
  useEffect(() => setFocus(hasChoice ? 'guardianId' : 'name'), [setFocus, hasChoice]);
  return (
    <Form
      form={form}
      onSubmit={onSave}
      aria-label="Who must not pick up"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      {hasChoice && (
        <SelectField label="Who" {...form.register('guardianId')}>
          <option value="">Somebody else, by name</option>
          {guardians.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name} (guardian)
            </option>
          ))}
        </SelectField>
      )}
      {!isGuardian && (
        <Field
          label="Name"
          hint="First and last name, as on their ID card."
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          {...form.register('name', {
            validate: (name, { guardianId }) =>
              guardianId !== '' || Boolean(name.trim()) || 'Please enter a name',
          })}
        />
      )}
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
