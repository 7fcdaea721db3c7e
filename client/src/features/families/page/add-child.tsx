import { FIRST_BIRTH_DATE } from '@speakifyr/contract/limits.ts';
import { Plus } from 'lucide-react';
import { readToday } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { NameField } from '../../../ui/usual-fields.tsx';

type Props = { familyId: string; onDone: () => void };

/** The button with which the office adds a child to a family. */
export function AddChild({ familyId, onDone }: Props) {
  const label = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      Add a child
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary"
      label={label}
      title="Add a child"
      onDone={onDone}
    >
      {(dialog) => <AddChildOfFamily familyId={familyId} dialog={dialog} />}
    </FormDialog>
  );
}

function AddChildOfFamily({ familyId, dialog }: Pick<Props, 'familyId'> & { dialog: DialogForm }) {
  const form = useCallForm('POST /families/:id/children', {
    defaultValues: { name: '', birthDate: '' },
    toInput: (body) => ({ params: { id: familyId }, body }),
  });

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Add"
      onSubmit={async (child) => {
        await form.send(child);
        return `${child.name.trim()} is added`;
      }}
    >
      <NameField label="Child’s name" {...form.register('name')} />
      <Field
        label="Birth date"
        type="date"
        min={FIRST_BIRTH_DATE}
        max={readToday()}
        {...form.register('birthDate')}
      />
    </FormInDialog>
  );
}
