import { KEY_KINDS, MAX_KEY_DAYS } from '@speakifyr/contract/limits.ts';
import { useWatch } from 'react-hook-form';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import { readToday } from '../../lib/format.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { NameField } from '../../ui/usual-fields.tsx';
import { KIND_TEXTS } from './kind-texts.ts';

type NewKey = Input<Contract['POST /apiKeys']>['body'];

/** How long a key is good if the director says nothing else: a season. */
const USUAL_DAYS = 180;

type Props = { onMade: (made: { name: string; key: string }) => void };

/** Makes an API key. */
export function KeyForm({ onMade }: Props) {
  const today = readToday();
  const form = useCallForm('POST /apiKeys', {
    defaultValues: { name: '', kind: 'classes', until: addDays(today, USUAL_DAYS) } as NewKey,
    toInput: (body) => ({ body }),
  });
  const chosen = useWatch({ control: form.control, name: 'kind' });

  async function submit(values: NewKey) {
    const { key } = await form.send(values);
    onMade({ name: values.name.trim(), key });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label="Make a key"
      className="card bg-base-100 shadow-card grid max-w-3xl gap-5 p-5 sm:p-6"
    >
      <NameField
        hint="Which program uses it. One key for each program: then you can end one without the others."
        {...form.register('name')}
      />
      <SelectField label="What it reads" hint={KIND_TEXTS[chosen].text} {...form.register('kind')}>
        {KEY_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_TEXTS[kind].label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Last day"
        type="date"
        min={today}
        max={addDays(today, MAX_KEY_DAYS)}
        hint="At most a year from now."
        {...form.register('until')}
      />
      <FormProblem />
      <SubmitButton>Make a key</SubmitButton>
    </Form>
  );
}
