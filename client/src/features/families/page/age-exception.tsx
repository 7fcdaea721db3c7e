import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { openClassesOptions } from './families.queries.ts';

type Props = {
  child: FamilyChild;
  /** The class to choose first; may be empty. */
  classId: string;
};

/** Lets a child join a class that is for another age. */
export function AgeException({ child, classId }: Props) {
  const [isOpen, setOpen] = useState(classId !== '');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link cursor-pointer font-semibold">
        Allow a class outside the ages
      </summary>
      {isOpen && <AgeForm child={child} classId={classId} />}
    </details>
  );
}

function AgeForm({ child, classId }: Props) {
  const classes = useQuery(openClassesOptions());
  const names = new Map(classes.data?.map(({ _id, name }) => [_id, name]));
  const form = useCallForm('POST /ageExceptions', {
    defaultValues: { classId, note: '' },
    toInput: ({ classId: id, note }) => ({
      body: { childId: child._id, classId: names.has(id) ? id : '', note },
    }),
  });
  const chosen = useWatch({ control: form.control, name: 'classId' });

  async function submit(values: { classId: string; note: string }) {
    await form.send(values);
    form.resetField('note');
    await showSuccess(`${child.name} may join ${names.get(values.classId) ?? 'the class'}`);
  }

  return (
    <Form form={form} className="mt-3 grid gap-4" onSubmit={submit}>
      <p className="text-base-content/80">Everybody who books for {child.name} hears of it.</p>
      <SelectField
        label="Class"
        required
        disabled={!classes.data}
        {...form.register('classId')}
        value={names.has(chosen) ? chosen : ''}
      >
        <option value="">Choose a class</option>
        {classes.data?.map(({ _id, name, camp_start }) => (
          <option key={_id} value={_id}>
            {name} · {formatDay(camp_start)}
          </option>
        ))}
      </SelectField>
      <Field
        label="Why?"
        hint="This goes into the audit log."
        required
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
      <FormProblem>{classes.isError ? readApiError(classes.error).message : undefined}</FormProblem>
      <SubmitButton isDisabled={!classes.data}>Allow this class</SubmitButton>
    </Form>
  );
}
