import {
  FIRST_BIRTH_DATE,
  MAX_EMAIL_LENGTH,
  MAX_NEW_CHILDREN,
} from '@speakifyr/contract/limits.ts';
import { Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { readToday } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { NameField, PhoneField } from '../../../ui/usual-fields.tsx';
import { makeId } from '../../../lib/make-id.ts';

const NO_CHILD = { name: '', birthDate: '' };

/** The button with which the office opens an account for a family that called. Then its page is shown. */
export function NewFamily() {
  const navigate = useNavigate();
  const [id, setId] = useState(makeId);
  const label = (
    <>
      <UserPlus className="size-4" aria-hidden="true" />
      New family
    </>
  );
  return (
    <FormDialog
      className="btn-primary"
      label={label}
      title="New family"
      onDone={() => {
        void navigate(linkToFamily(id));
        setId(makeId());
      }}
    >
      {(dialog) => <NewFamilyForm id={id} dialog={dialog} />}
    </FormDialog>
  );
}

function NewFamilyForm({ id, dialog }: { id: string; dialog: DialogForm }) {
  const form = useCallForm('POST /families', {
    defaultValues: { name: '', phone: '', email: '', children: [NO_CHILD] },
    toInput: ({ name, phone, email, children }) => ({
      body: {
        id,
        name,
        // An adult may come for themselves: an empty child is left out.
        children: children.filter(isTyped),
        ...(phone.trim() && { phone }),
        ...(email.trim() && { email }),
      },
    }),
  });
  const { fields, append, replace } = useFieldArray({ control: form.control, name: 'children' });

  /** Empty children go to the end, so that each of the others is where it is in what is sent. */
  function sort() {
    const children = form.getValues('children');
    const sorted = [...children.filter(isTyped), ...children.filter((one) => !isTyped(one))];
    if (sorted.some((child, place) => child !== children[place])) replace(sorted);
  }

  return (
    <div onSubmitCapture={sort}>
      <FormInDialog
        dialog={dialog}
        form={form}
        label="Add the family"
        onSubmit={async (values) => {
          await form.send(values);
          return `${values.name.trim()} is added`;
        }}
      >
        <p className="text-base-content/80">
          For a family that calls and has no account. Nobody can log in to it until the parent signs
          up with the email address, or enters the code of your letter.
        </p>
        <NameField label="Parent’s name" {...form.register('name')} />
        <PhoneField {...form.register('phone')} />
        <Field
          label="Email (optional)"
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          hint="Read it back to them: what you book is confirmed there."
          {...form.register('email')}
        />
        {fields.map((child, place) => (
          <fieldset key={child.id} className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-1 font-bold">Child {place + 1}</legend>
            <NameField {...form.register(`children.${place}.name`)} />
            <Field
              label="Birth date"
              type="date"
              min={FIRST_BIRTH_DATE}
              max={readToday()}
              {...form.register(`children.${place}.birthDate`)}
            />
          </fieldset>
        ))}
        {fields.length < MAX_NEW_CHILDREN && (
          <button
            type="button"
            className="btn btn-ghost justify-self-start"
            onClick={() => append(NO_CHILD)}
          >
            <Plus className="size-4" aria-hidden="true" />
            Another child
          </button>
        )}
      </FormInDialog>
    </div>
  );
}

function isTyped({ name, birthDate }: typeof NO_CHILD): boolean {
  return Boolean(name.trim() || birthDate);
}
