import type { ChildContact } from '@speakifyr/contract/children.ts';
import { MAX_SHORT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { usePhones } from '../../../lib/phones.ts';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import {
  nameContactsCall,
  type Self,
  toContact,
  toContactsInput,
  toContactValues,
} from './contact-values.ts';
import { FormButtons } from './form-buttons.tsx';
import type { SignedPaper } from './signed-paper.ts';
import { Check } from '../../../ui/check.tsx';
import { NameField, PhoneField } from '../../../ui/usual-fields.tsx';

type Props = {
  childId: string;
  /** All contacts of the child. */
  contacts: ChildContact[];
  /** Which of them is changed; the first free place is a new one. */
  place: number;
  /** Set if the office fills it in, for the guardian who has signed it. */
  paper?: SignedPaper | undefined;
  /** Who fills the form in, or has signed the paper. */
  self: Self;
  /** Whether the form begins with that person, who is usually the first contact. */
  isSelf: boolean;
  onSaved: () => void;
  onCancel: () => void;
};

/** Adds or changes a person whom the school can call, or who may pick a child up. */
export function ContactForm(props: Props) {
  const { childId, place, paper, self, isSelf, onSaved, onCancel } = props;
  // A place means the same person only in the list that the form began with.
  const [seen] = useState(props.contacts);
  const contact = seen[place];
  const { writePhoneNumber } = usePhones();
  const begin = (...from: Parameters<typeof toContactValues>) => {
    const values = toContactValues(...from);
    return { ...values, phone: writePhoneNumber(values.phone) };
  };
  const form = useCallForm(nameContactsCall(paper), {
    defaultValues: begin(contact, isSelf ? self : undefined),
    firstField: 'name',
    at: `contacts.${place}`,
    toInput: (values) =>
      toContactsInput(
        childId,
        { contacts: seen.toSpliced(place, 1, toContact(values)), seen },
        paper,
      ),
  });
  const [isMe, setMe] = useState(isSelf && !contact);
  const mayPickUp = useWatch({ control: form.control, name: 'mayPickUp' });

  /** Another name is another person, who may not pick the child up just because the parent may. */
  function becomeSomebodyElse() {
    setMe(false);
    const { name: _name, ...others } = toContactValues(undefined, undefined);
    for (const [field, value] of Object.entries(others))
      form.setValue(field as keyof typeof others, value);
  }

  async function submit(values: ReturnType<typeof begin>) {
    await form.send(values);
    onSaved();
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label={contact ? 'Change the contact' : 'Add a contact'}
      className="rounded-box border-base-300 grid max-w-2xl gap-5 border p-4 sm:p-6"
    >
      {!contact && (
        <Check
          checked={isMe}
          onChange={({ target }) => {
            setMe(target.checked);
            form.reset(begin(undefined, target.checked ? self : undefined));
          }}
        >
          {paper ? `This is ${paper.signer}` : 'That’s me'}
        </Check>
      )}
      <NameField
        {...form.register('name', {
          onChange: ({ target }: { target: HTMLInputElement }) => {
            if (isMe && target.value !== self.name) becomeSomebodyElse();
          },
        })}
      />
      <PhoneField {...form.register('phone')} />
      <Field
        label="Relation to the child"
        autoComplete="off"
        maxLength={MAX_SHORT_LENGTH}
        hint="Such as mother, grandfather or neighbor."
        {...form.register('relation')}
      />
      <div>
        <Check {...form.register('isEmergency')}>Call in an emergency</Check>
        <Check {...form.register('mayPickUp')}>May pick the child up</Check>
      </div>
      {mayPickUp && (
        <Field
          label="May pick up until (optional)"
          type="date"
          min={readToday()}
          hint="The last day. Leave it empty if there is no end."
          {...form.register('pickUpUntil')}
        />
      )}
      <FormProblem />
      <FormButtons label="Save contact" onCancel={onCancel} />
    </Form>
  );
}
