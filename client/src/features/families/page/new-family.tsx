import {
  FIRST_BIRTH_DATE,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NEW_CHILDREN,
  MAX_PHONE_LENGTH,
} from '@speakifyr/contract/limits.ts';
import { Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { readToday } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { makeId } from '../../../lib/make-id.ts';
import { useKeptState } from '../../../ui/use-kept-state.ts';

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
      {(form) => <NewFamilyForm id={id} form={form} />}
    </FormDialog>
  );
}

function NewFamilyForm({ id, form }: { id: string; form: DialogForm }) {
  const opening = useChange('POST /families');
  const [adult, setAdult] = useKeptState('adult', { name: '', phone: '', email: '' });
  const [children, setChildren] = useKeptState('children', [NO_CHILD]);
  const { message = '', fields = {} } = opening.isError ? readApiError(opening.error) : {};
  const hasFields = Object.keys(fields).length > 0;
  // An adult may come for themselves: an empty child is left out.
  const named = children.filter(({ name, birthDate }) => name.trim() || birthDate);

  async function send() {
    const { name, phone, email } = adult;
    await opening.mutateAsync({
      body: {
        id,
        name,
        children: named,
        ...(phone.trim() && { phone }),
        ...(email.trim() && { email }),
      },
    });
    return `${name.trim()} is added`;
  }

  const problemOf = (child: typeof NO_CHILD, field: keyof typeof NO_CHILD) =>
    fields[`body.children.${named.indexOf(child)}.${field}`];
  const change = (place: number, changed: Partial<typeof NO_CHILD>) =>
    setChildren(
      children.map((child, index) => (index === place ? { ...child, ...changed } : child)),
    );

  return (
    <FormInDialog form={form} label="Add the family" isDisabled={!adult.name.trim()} send={send}>
      <p className="text-base-content/80">
        For a family that calls and has no account. Nobody can log in to it until the parent signs
        up with the email address, or enters the code of your letter.
      </p>
      <Field
        label="Parent’s name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={adult.name}
        error={fields['body.name']}
        onChange={(event) => setAdult({ ...adult, name: event.target.value })}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={MAX_PHONE_LENGTH}
        value={adult.phone}
        error={fields['body.phone']}
        onChange={(event) => setAdult({ ...adult, phone: event.target.value })}
      />
      <Field
        label="Email (optional)"
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        hint="Read it back to them: what you book is confirmed there."
        value={adult.email}
        error={fields['body.email']}
        onChange={(event) => setAdult({ ...adult, email: event.target.value })}
      />
      {children.map((child, place) => (
        <fieldset key={place} className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-1 font-bold">Child {place + 1}</legend>
          <Field
            label="Name"
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={child.name}
            error={problemOf(child, 'name')}
            onChange={(event) => change(place, { name: event.target.value })}
          />
          <Field
            label="Birth date"
            type="date"
            min={FIRST_BIRTH_DATE}
            max={readToday()}
            value={child.birthDate}
            error={problemOf(child, 'birthDate')}
            onChange={(event) => change(place, { birthDate: event.target.value })}
          />
        </fieldset>
      ))}
      {children.length < MAX_NEW_CHILDREN && (
        <button
          type="button"
          className="btn btn-ghost justify-self-start"
          onClick={() => setChildren([...children, NO_CHILD])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Another child
        </button>
      )}
      <FormProblem>{!hasFields && message}</FormProblem>
    </FormInDialog>
  );
}
