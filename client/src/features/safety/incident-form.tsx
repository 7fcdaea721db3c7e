import { MAX_HEALTH_LENGTH, MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { readTime } from '../../lib/school-clock.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import type { DialogForm } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import type { ClassRecords } from './safety.queries.ts';

type Props = {
  dialog: DialogForm;
  classId: string;
  day: string;
  people: ClassRecords['people'];
};

/** The time is missing until its field is shown, which begins with now. */
type Values = typeof EMPTY & { about: string; time?: string };

const EMPTY = {
  personId: '',
  incident: { what: '', where: '', treatment: '', witness: '', parentsToldAt: '' },
};

/** Records what happened to somebody. */
export function IncidentForm({ dialog, classId, day, people }: Props) {
  const [_id] = useState(() => crypto.randomUUID());
  const [now] = useState(() => readTime(new Date()));
  const form = useCallForm('POST /incidents', {
    // What is kept of it never goes to another day or class of the page.
    defaultValues: { ...EMPTY, about: `${classId} ${day}` } as Values,
    toInput: ({ personId, time = '', incident }) => ({
      body: {
        _id,
        classId,
        day,
        personId,
        time,
        incident: { ...incident, parentsToldAt: incident.parentsToldAt || null },
      },
    }),
  });

  async function write(values: Values) {
    await form.send(values);
    return 'Recorded. The family hears that there is something to read.';
  }

  return (
    <FormInDialog dialog={dialog} form={form} label="Save" onSubmit={write}>
      <SelectField label="Who?" {...form.register('personId')}>
        <option value="">Choose a name</option>
        {people.map(({ personId: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="When?" type="time" defaultValue={now} {...form.register('time')} />
      <TextAreaField
        label="What happened?"
        rows={3}
        maxLength={MAX_HEALTH_LENGTH}
        {...form.register('incident.what')}
      />
      <Field
        label="Where? (optional)"
        maxLength={MAX_SHORT_LENGTH}
        {...form.register('incident.where')}
      />
      <TextAreaField
        label="What did you do? (optional)"
        rows={2}
        maxLength={MAX_HEALTH_LENGTH}
        {...form.register('incident.treatment')}
      />
      <Field
        label="Who saw it? (optional)"
        maxLength={MAX_SHORT_LENGTH}
        {...form.register('incident.witness')}
      />
      <Field
        label="When did you tell the parents? (optional)"
        type="time"
        hint="Leave it empty if you have not told them yet."
        {...form.register('incident.parentsToldAt')}
      />
    </FormInDialog>
  );
}
