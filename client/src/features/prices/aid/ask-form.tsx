import { MAX_AID_WORDS } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { readTypedCents } from '../../../lib/read-cents.ts';
import { SelectField, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';

type Values = { childId: string; words: string; canPay: string };

type Props = {
  people: { _id: string; name: string }[];
  onDone: () => void;
};

/** Asks for aid for a child, or for the person themselves. */
export function AskForm({ people, onDone }: Props) {
  const form = useCallForm('POST /myAid', {
    defaultValues: { childId: people[0]?._id ?? '', words: '', canPay: '' },
    toInput: ({ childId, words, canPay }) => ({
      body: {
        words,
        ...(childId && { childId }),
        ...(canPay.trim() && { canPay: readTypedCents(canPay) }),
      },
    }),
  });

  async function submit(values: Values) {
    await form.send(values);
    onDone();
    void showSuccess('We have your request. The answer will be here.');
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label="Ask for financial aid"
      className="card bg-base-100 shadow-card grid max-w-2xl gap-5 p-5 sm:p-8"
    >
      {people.length > 0 && (
        <SelectField label="Who is it for?" {...form.register('childId')}>
          {people.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value="">Me</option>
        </SelectField>
      )}
      <TextAreaField
        label="What should we know?"
        hint="A few words are enough."
        rows={4}
        maxLength={MAX_AID_WORDS}
        {...form.register('words')}
      />
      <AmountField
        label={`What can you pay for each class? (${SCHOOL.currency})`}
        hint="You don’t have to say."
        {...form.register('canPay')}
      />
      <FormProblem />
      <SubmitButton>Ask for financial aid</SubmitButton>
    </Form>
  );
}
