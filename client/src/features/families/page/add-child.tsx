import { FIRST_BIRTH_DATE, MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { readToday } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

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
      {(form) => <AddChildOfFamily familyId={familyId} form={form} />}
    </FormDialog>
  );
}

function AddChildOfFamily({ familyId, form }: Pick<Props, 'familyId'> & { form: DialogForm }) {
  const add = useChange('POST /families/:id/children');
  const [child, setChild] = useState({ name: '', birthDate: '' });
  const { message = '', fields = {} } = add.isError ? readApiError(add.error) : {};

  async function send() {
    await add.mutateAsync({ params: { id: familyId }, body: child });
    return `${child.name.trim()} is added`;
  }

  return (
    <FormInDialog
      form={form}
      label="Add"
      isDisabled={!child.name.trim() || !child.birthDate}
      send={send}
    >
      <Field
        label="Child’s name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={child.name}
        error={fields['body.name']}
        onChange={(event) => setChild({ ...child, name: event.target.value })}
      />
      <Field
        label="Birth date"
        type="date"
        min={FIRST_BIRTH_DATE}
        max={readToday()}
        value={child.birthDate}
        error={fields['body.birthDate']}
        onChange={(event) => setChild({ ...child, birthDate: event.target.value })}
      />
      <FormProblem>{Object.keys(fields).length === 0 && message}</FormProblem>
    </FormInDialog>
  );
}
