import { MAX_URL_LENGTH } from '@speakifyr/contract/limits.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { NameField } from '../../ui/usual-fields.tsx';

type NewWebhook = Input<Contract['POST /webhooks']>['body'];

type Props = { onMade: (made: { name: string; secret: string }) => void };

/** Makes a webhook. */
export function WebhookForm({ onMade }: Props) {
  const form = useCallForm('POST /webhooks', {
    defaultValues: { name: '', url: '' },
    toInput: (body) => ({ body }),
  });

  async function submit(values: NewWebhook) {
    const { secret } = await form.send(values);
    onMade({ name: values.name.trim(), secret });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label="Make a webhook"
      className="card bg-base-100 shadow-card grid max-w-3xl gap-5 p-5 sm:p-6"
    >
      <NameField label="Program" hint="Which program hears of it." {...form.register('name')} />
      <Field
        label="Address"
        type="url"
        autoComplete="off"
        maxLength={MAX_URL_LENGTH}
        placeholder="https://"
        hint="Where the program takes webhooks."
        {...form.register('url')}
      />
      <FormProblem />
      <SubmitButton>Make a webhook</SubmitButton>
    </Form>
  );
}
