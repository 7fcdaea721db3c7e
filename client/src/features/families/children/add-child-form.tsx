import type { ListedChild } from '@speakifyr/contract/children.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ChildFields } from './child-fields.tsx';
import { type ChildValues, NO_CHILD, showChildProblems } from './child-values.ts';
import { useAddChild } from './children.queries.ts';
import { Form } from '../../../ui/form.tsx';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  /** Called with the child when the server has added it. */
  onAdded: (child: ListedChild) => void;
  onCancel: () => void;
};

/** Adds a child. If the server refuses, the form says why and keeps what was typed. The first field has the focus. */
export function AddChildForm({ onAdded, onCancel }: Props) {
  const form = useForm<ChildValues>({ defaultValues: NO_CHILD });
  const adding = useAddChild();
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus('name'), [setFocus]);

  async function submit({ name, birthDate, note }: ChildValues) {
    onAdded(await adding.mutateAsync({ name: name.trim(), birthDate, note: note.trim() }));
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      onError={(error) => showChildProblems(error, form)}
      aria-label="Add a child"
      className="grid gap-5"
    >
      <ChildFields />
      <FormButtons label="Add this child" onCancel={onCancel} />
    </Form>
  );
}
