import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from '@speakifyr/contract/limits.ts';
import { useForm } from 'react-hook-form';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { useChange } from '../../lib/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';

type NewWebhook = Input<Contract['POST /webhooks']>['body'];

type Props = { onMade: (made: { name: string; secret: string }) => void };

/** Makes a webhook. */
export function WebhookForm({ onMade }: Props) {
  const form = useForm<NewWebhook>({ defaultValues: { name: '', url: '' } });
  const making = useChange('POST /webhooks');

  async function submit(values: NewWebhook) {
    const name = values.name.trim();
    const { secret } = await making.mutateAsync({ body: { name, url: values.url.trim() } });
    onMade({ name, secret });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label="Make a webhook"
      className="card bg-base-100 shadow-card grid max-w-3xl gap-5 p-5 sm:p-6"
    >
      <Field
        label="Program"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        hint="Which program hears of it."
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Name is required' })}
      />
      <Field
        label="Address"
        type="url"
        autoComplete="off"
        maxLength={MAX_URL_LENGTH}
        placeholder="https://"
        hint="Where the program takes webhooks."
        {...form.register('url', { validate: (url) => url.trim() !== '' || 'Address is required' })}
      />
      <FormProblem />
      <SubmitButton>Make a webhook</SubmitButton>
    </Form>
  );
}
