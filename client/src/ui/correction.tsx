import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ChangeName } from '@speakifyr/contract/touches.ts';
import { type ComponentProps, useState } from 'react';
import type { CallArguments } from '../lib/api.ts';
import { showSuccess } from '../lib/dialogs.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { FormProblem } from './form-problem.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCallForm } from './use-call-form.ts';

type Values = Record<string, string>;
type CorrectedField = Pick<ComponentProps<typeof Field>, 'label' | 'type' | 'maxLength'> & {
  name: string;
  value: string;
};

type Props<K extends ChangeName> = {
  /** What opens the form: `Correct name or phone`. */
  title: string;
  fields: CorrectedField[];
  /** What makes the correction. The fields have the names of its body. */
  call: K;
  /** @param changed the fields that differ from before, and the reason as `note` */
  toInput: (changed: Values & { note: string }) => CallArguments<K>[0];
  /** On the button, if more happens than the correction. */
  saveLabel?: string;
  /** What the person reads then. */
  success?: string;
};

/** Corrects what somebody has typed wrong. Unchanged fields are not sent. */
export function Correction<K extends ChangeName>(props: Props<K>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link cursor-pointer font-semibold">{props.title}</summary>
      {isOpen && <CorrectionForm {...props} onDone={() => setOpen(false)} />}
    </details>
  );
}

function CorrectionForm<K extends ChangeName>({
  fields,
  call,
  toInput,
  onDone,
  saveLabel = 'Save the correction',
  success = 'Corrected',
}: Props<K> & { onDone: () => void }) {
  const listChanged = (values: Values) =>
    fields.filter(({ name, value }) => values[name] !== value).map(({ name }) => name);
  const form = useCallForm(call, {
    defaultValues: {
      ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      note: '',
    } as Values,
    toInput: ({ note = '', ...values }) => {
      const changed = listChanged(values).map((name) => [name, values[name]]);
      return toInput({ ...Object.fromEntries(changed), note });
    },
    findProblems: (values) =>
      listChanged(values).length > 0 ? {} : { [fields[0]!.name]: 'Please change something first.' },
  });

  async function submit(values: Values) {
    await form.send(values);
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
        {...form.register('note')}
      />
      <FormProblem />
      <SubmitButton>{saveLabel}</SubmitButton>
    </Form>
  );
}
