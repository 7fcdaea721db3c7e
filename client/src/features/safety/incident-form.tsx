import { MAX_HEALTH_LENGTH, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { type ChangeEvent, useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { readTime } from '../../lib/school-clock.ts';
import { useChange } from '../../lib/use-change.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { type DialogForm, FormInDialog } from '../../ui/form-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useKeptState } from '../../ui/use-kept-state.ts';
import { type ClassRecords } from './safety.queries.ts';

type Props = {
  form: DialogForm;
  classId: string;
  day: string;
  people: ClassRecords['people'];
};

const EMPTY = { personId: '', what: '', where: '', treatment: '', witness: '', parentsToldAt: '' };

/** Records what happened to somebody. */
export function IncidentForm({ form, classId, day, people }: Props) {
  const write = useChange('POST /incidents');
  const [_id] = useState(() => crypto.randomUUID());
  const [values, setValues] = useKeptState(`incident ${day}`, {
    ...EMPTY,
    time: readTime(new Date()),
  });
  const { personId, time, parentsToldAt, ...texts } = values;
  const refusal = write.error ? readApiError(write.error) : undefined;
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: ({ target }: ChangeEvent<{ value: string }>) =>
      setValues((before) => ({ ...before, [name]: target.value })),
    error: refusal?.fields?.[`body.${name}`],
  });

  async function send() {
    const incident = { ...texts, parentsToldAt: parentsToldAt || null };
    await write.mutateAsync({ body: { _id, classId, day, personId, time, incident } });
    return 'Recorded. The family gets an email that there is something to read.';
  }

  return (
    <FormInDialog
      form={form}
      label="Save"
      isDisabled={!personId || !time || !values.what.trim()}
      send={send}
    >
      <SelectField label="Who?" {...field('personId')}>
        <option value="">Choose a name</option>
        {people.map(({ personId: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="When?" type="time" {...field('time')} />
      <TextAreaField
        label="What happened?"
        rows={3}
        maxLength={MAX_HEALTH_LENGTH}
        {...field('what')}
      />
      <Field label="Where? (optional)" maxLength={MAX_SHORT_LENGTH} {...field('where')} />
      <TextAreaField
        label="What did you do? (optional)"
        rows={2}
        maxLength={MAX_HEALTH_LENGTH}
        {...field('treatment')}
      />
      <Field label="Who saw it? (optional)" maxLength={MAX_SHORT_LENGTH} {...field('witness')} />
      <Field
        label="When did you tell the parents? (optional)"
        type="time"
        hint="Leave it empty if you have not told them yet."
        {...field('parentsToldAt')}
      />
      <FormProblem>{refusal?.message}</FormProblem>
    </FormInDialog>
  );
}
