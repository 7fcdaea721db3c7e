import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showSuccess } from '../lib/dialogs.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { FormProblem } from './form-problem.tsx';
import { SubmitButton } from './submit-button.tsx';

type Values = Record<string, string>;
type CorrectedField = Pick<ComponentProps<typeof Field>, 'label' | 'type' | 'maxLength'> & {
  name: string;
  value: string;
};

type Props = {
  /** What opens the form: `Correct name or phone`. */
  title: string;
  fields: CorrectedField[];
  /** @param changed the fields that differ from before, and the reason as `note` */
  onSave: (changed: Values & { note: string }) => Promise<unknown>;
  /** On the button, if more happens than the correction. */
  saveLabel?: string;
  /** What the person reads then. */
  success?: string;
};

/** Corrects what somebody has typed wrong. Unchanged fields are not sent. */
export function Correction(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link cursor-pointer font-semibold">{props.title}</summary>
      {isOpen && <CorrectionForm {...props} onDone={() => setOpen(false)} />}
    </details>
  );
}

function CorrectionForm({
  fields,
  onSave,
  onDone,
  saveLabel = 'Save the correction',
  success = 'Corrected',
}: Props & { onDone: () => void }) {
  const form = useForm<Values & { note: string }>({
    defaultValues: {
      ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      note: '',
    },
  });
  const { dirtyFields } = form.formState;

  async function submit(values: Values & { note: string }) {
    const changed = fields.flatMap(({ name }) =>
      dirtyFields[name] ? [[name, (values[name] ?? '').trim()]] : [],
    );
    await onSave({ ...Object.fromEntries(changed), note: values.note.trim() });
    onDone();
    await showSuccess(success);
  }

  return (
    <Form form={form} onSubmit={submit} className="mt-3 grid gap-4">
      {fields.map(({ name, value: _value, ...field }) => (
        <Field key={name} autoComplete="off" {...field} {...form.register(name)} />
      ))}
      <Field
        label="Why?"
        hint="This goes into the audit log."
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note', { validate: (note) => note.trim() !== '' || 'Say why.' })}
      />
      <FormProblem />
      <SubmitButton isDisabled={!fields.some(({ name }) => dirtyFields[name])}>
        {saveLabel}
      </SubmitButton>
    </Form>
  );
}
