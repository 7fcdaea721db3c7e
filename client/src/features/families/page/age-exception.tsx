import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { read } from '../../../lib/read.ts';
import { ChooseClass } from '../../../ui/choose-class.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

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
  const classes = useQuery(read('GET /classChoices', { query: { childId: child._id } }));
  const outside = classes.data?.filter(({ misfit }) => misfit === 'age');
  const names = new Map(classes.data?.map(({ _id, name }) => [_id, name]));
  const form = useCallForm('POST /ageExceptions', {
    defaultValues: { classId, note: '' },
    toInput: ({ classId: id, note }) => ({
      body: { childId: child._id, classId: names.has(id) ? id : '', note },
    }),
  });

  // First: the first wrong field has the focus.
  form.register('classId');
  async function submit(values: { classId: string; note: string }) {
    await form.send(values);
    form.reset({ classId: '', note: '' });
    await showSuccess(`${child.name} may join ${names.get(values.classId) ?? 'the class'}`);
  }

  return (
    <Form form={form} className="mt-3 grid gap-4" onSubmit={submit}>
      <p className="text-base-content/80">Everybody who books for {child.name} hears of it.</p>
      <ChooseClass
        name="classId"
        classes={outside}
        judge={() => undefined}
        none={`All classes fit ${child.name}’s age.`}
      />
      <NoteField label="Why?" required {...form.register('note')} />
      <FormProblem>{classes.isError ? readApiError(classes.error).message : undefined}</FormProblem>
      <SubmitButton isDisabled={!classes.data}>Allow this class</SubmitButton>
    </Form>
  );
}
