import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';

/** From the first to the last day, yyyy-mm-dd. `confirm_busy`: the admin has read of another class at the same time. */
export type Stay = { from: string; to: string; confirm_busy?: true };

/** The first and the last day. @param props.days those that can be chosen, in order */
export function StayFields({ days }: { days: string[] }) {
  const { register } = useFormContext<Stay>();
  const limits = { type: 'date', min: days[0], max: days.at(-1) };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...limits} label="First day" {...register('from')} />
      <Field {...limits} label="Last day" {...register('to')} />
    </div>
  );
}

type Props<Values extends Stay> = {
  dialog: DialogForm;
  form: UseFormReturn<Values> & { send: (values: Values) => Promise<unknown> };
  label: string;
  /** What the admin reads once it is done. */
  say: (values: Values) => string;
  children: ReactNode;
};

/** A form about somebody's days. If they have another class then, it says so, and the button asks to do it anyway. */
export function StayForm<Values extends Stay>({ form, say, label, ...props }: Props<Values>) {
  const [isBusyThen, setBusyThen] = useState(false);

  async function submit(values: Values) {
    try {
      await form.send({ ...values, ...(isBusyThen && { confirm_busy: true }) });
    } catch (error) {
      setBusyThen(readApiError(error).code === 'member_busy');
      throw error;
    }
    return say(values);
  }

  /** A new choice clears what was wrong with the last one. */
  function forget() {
    setBusyThen(false);
    form.clearErrors('root');
  }

  return (
    <FormInDialog
      dialog={props.dialog}
      form={form}
      label={isBusyThen ? `${label} anyway` : label}
      onSubmit={submit}
    >
      <div className="grid gap-4" onChange={forget}>
        {props.children}
      </div>
    </FormInDialog>
  );
}
