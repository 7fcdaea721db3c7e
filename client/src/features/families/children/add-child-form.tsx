import type { ListedChild } from '@speakifyr/contract/children.ts';
import { ChildFields } from './child-fields.tsx';
import { Form } from '../../../ui/form.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  /** Called with the child when the server has added it. */
  onAdded: (child: ListedChild) => void;
  onCancel: () => void;
};

/** Adds a child. If the server refuses, the form says why and keeps what was typed. The first field has the focus. */
export function AddChildForm({ onAdded, onCancel }: Props) {
  const form = useCallForm('POST /myChildren', {
    defaultValues: { name: '', birthDate: '', note: '' },
    // The button that had the focus is gone.
    firstField: 'name',
    toInput: (body) => ({ body }),
  });

  return (
    <Form
      form={form}
      onSubmit={async (child) => onAdded((await form.send(child)).child)}
      fieldOfCode={{ child_exists: 'name' }}
      aria-label="Add a child"
      className="grid gap-5"
    >
      <ChildFields />
      <FormButtons label="Add this child" onCancel={onCancel} />
    </Form>
  );
}
