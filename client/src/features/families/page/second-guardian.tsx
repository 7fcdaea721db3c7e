import type { FamilyChild } from '@speakifyr/contract/families.ts';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { makeId } from '../../../lib/make-id.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { NameField, PhoneField } from '../../../ui/usual-fields.tsx';
import { FormButtons } from '../children/form-buttons.tsx';
import type { SignedPaper } from '../children/signed-paper.ts';

type Props = { child: FamilyChild; signed: SignedPaper; onClosed: () => void };

/** Adds a guardian who has a phone and no email address. They get an account that nobody logs in to yet. R569 */
export function SecondGuardian({ child, signed, onClosed }: Props) {
  const [id] = useState(makeId);
  const form = useCallForm('PUT /children/:id/paperForm', {
    defaultValues: { name: '', phone: '', may: 'see book' },
    firstField: 'name',
    at: 'guardian',
    toInput: ({ name, phone, may }) => ({
      params: { id: child._id },
      body: {
        paper: signed.paper,
        guardian: { id, name, phone, may: may.split(' ') as GuardianRight[] },
      },
    }),
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await form.send(values);
        onClosed();
        void showSuccess(`${values.name.trim()} is a guardian of ${child.name}`);
      }}
      aria-label="Second guardian"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      <p className="text-sm">
        For somebody with a phone and no email address. They get a page of their own here, and a
        letter with a code if they want to log in later.
      </p>
      <NameField {...form.register('name')} />
      <PhoneField {...form.register('phone')} />
      <SelectField label="What can they do?" {...form.register('may')}>
        <option value="see book">Everything: see, book and change</option>
        <option value="see">Only see</option>
        <option value="book">Only book</option>
      </SelectField>
      <FormProblem />
      <FormButtons label="Add the guardian" onCancel={onClosed} />
    </Form>
  );
}
