import { useEffect } from 'react';
import { ChildFields } from '../../families/children/child-fields.tsx';
import { Form } from '../../../ui/form.tsx';
import type { NewChild } from './use-new-child.ts';

type Props = {
  newChild: NewChild;
  /** Without it, there is no way back: nobody else is there yet. */
  onClose: (() => void) | undefined;
};

/** Name and birth date of a child that joins a class. The main button of the dialog around it adds the child, too. */
export function NewChildForm({ newChild, onClose }: Props) {
  const { form, isBusy, addAnother } = newChild;
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus('name'), [setFocus]);

  return (
    <Form
      form={form}
      onSubmit={addAnother}
      fieldOfCode={{ child_exists: 'name' }}
      aria-label="Add a child"
      className="grid gap-5"
    >
      <ChildFields isShort />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-outline btn-sm" disabled={isBusy}>
          Add another child
        </button>
        {onClose && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={isBusy}
            onClick={onClose}
          >
            Don’t add a child
          </button>
        )}
      </div>
    </Form>
  );
}
