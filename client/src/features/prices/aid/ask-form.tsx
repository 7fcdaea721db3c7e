import { MAX_AID_WORDS } from '@speakifyr/contract/limits.ts';
import { useForm } from 'react-hook-form';
import { currency } from '../../../lib/config.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { readCents } from '../../../lib/read-cents.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';

type Values = { childId: string; words: string; canPay: string };

type Props = {
  people: { _id: string; name: string }[];
  onDone: () => void;
};

/** Asks for aid for a child, or for the person themselves. */
export function AskForm({ people, onDone }: Props) {
  const form = useForm<Values>({
    defaultValues: { childId: people[0]?._id ?? '', words: '', canPay: '' },
  });
  const asking = useChange('POST /myAid');

  async function submit({ childId, words, canPay }: Values) {
    const cents = readCents(canPay);
    await asking.mutateAsync({
      body: {
        words,
        ...(childId && { childId }),
        ...(cents && { canPay: cents }),
      },
    });
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
        {...form.register('words', {
          validate: (typed) => typed.trim() !== '' || 'Write a few words.',
        })}
      />
      <Field
        label={`What can you pay for each class? (${currency})`}
        hint="You don’t have to say."
        inputMode="decimal"
        autoComplete="off"
        {...form.register('canPay', {
          validate: (typed) =>
            typed.trim() === '' ||
            (readCents(typed) ?? 0) > 0 ||
            'Enter an amount, such as 40, or leave it empty.',
        })}
      />
      <FormProblem />
      <SubmitButton>Ask for financial aid</SubmitButton>
    </Form>
  );
}
