import { MAX_EMAIL_LENGTH } from '@speakifyr/contract/limits.ts';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { makeId } from '../../lib/make-id.ts';
import { Field } from '../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { NameField } from '../../ui/usual-fields.tsx';

/** The button that invites an instructor who has no account. R631 */
export function InviteInstructor() {
  const [id, setId] = useState(makeId);
  return (
    <FormDialog
      className="btn-primary"
      label={
        <>
          <MailPlus className="size-4" aria-hidden="true" />
          Invite by email
        </>
      }
      title="Invite an instructor"
      onDone={() => setId(makeId())}
    >
      {(dialog) => <InvitationForm id={id} dialog={dialog} />}
    </FormDialog>
  );
}

function InvitationForm({ id, dialog }: { id: string; dialog: DialogForm }) {
  const form = useCallForm('POST /instructors', {
    defaultValues: { name: '', email: '' },
    toInput: ({ name, email }) => ({ body: { id, name, email } }),
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Invite"
      onSubmit={async (values) => {
        await form.send(values);
        return `${values.name.trim()} is an instructor now. We email them how to sign up.`;
      }}
    >
      <p className="text-base-content/80">
        You can give them courses at once. They see their students as soon as they have signed up
        with this address. Families of their courses read their name and email.
      </p>
      <NameField {...form.register('name')} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        hint="Check it twice: the person with this address becomes an instructor."
        {...form.register('email')}
      />
    </FormInDialog>
  );
}
