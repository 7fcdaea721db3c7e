import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
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
  const allow = useChange('POST /ageExceptions');
  const [chosen, setChosen] = useState(classId);
  const [note, setNote] = useState('');
  const names = new Map(classes.data?.map(({ _id, name }) => [_id, name]));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (allow.isPending) return;
    try {
      await allow.mutateAsync({ body: { childId: child._id, classId: chosen, note: note.trim() } });
    } catch {
      // The form says what is wrong.
      return;
    }
    setNote('');
    await showSuccess(`${child.name} may join ${names.get(chosen) ?? 'the class'}`);
  }

  return (
    <form className="mt-3 grid gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-base-content/80">Everybody who books for {child.name} gets an email.</p>
      <SelectField
        label="Class"
        required
        value={names.has(chosen) ? chosen : ''}
        disabled={!classes.data}
        onChange={(event) => setChosen(event.target.value)}
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
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormProblem>
        {(allow.isError || classes.isError) && readApiError(allow.error ?? classes.error).message}
      </FormProblem>
      <SubmitButton isBusy={allow.isPending} isDisabled={!note.trim() || !names.has(chosen)}>
        Allow this class
      </SubmitButton>
    </form>
  );
}
