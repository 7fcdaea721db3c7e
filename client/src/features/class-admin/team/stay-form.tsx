import type { ReactNode } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormInDialog } from '../../../ui/form-dialog.tsx';

/** From the first to the last day, yyyy-mm-dd. `confirm_busy`: the admin has read of another class at the same time. */
export type Stay = { from: string; to: string; confirm_busy?: true };

type FieldsProps = {
  stay: Stay;
  /** The days that can be chosen, in order. */
  days: string[];
  error: unknown;
  onChange: (stay: Stay) => void;
};

/** The first and the last day. */
export function StayFields({ stay: { from, to }, days, error, onChange }: FieldsProps) {
  const { fields = {} } = error ? readApiError(error) : {};
  const limits = { type: 'date', min: days[0], max: days.at(-1) };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        {...limits}
        label="First day"
        value={from}
        error={fields['body.from']}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <Field
        {...limits}
        label="Last day"
        value={to}
        error={fields['body.to']}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </div>
  );
}

type FormProps = {
  form: DialogForm;
  label: string;
  isDisabled: boolean;
  /** Why it was not done the last time. */
  error: unknown;
  /** @param confirm is empty unless the admin has read of another class at the same time and does it all the same */
  send: (confirm: Pick<Stay, 'confirm_busy'>) => Promise<string>;
  children: ReactNode;
};

/** A form about somebody's days. If they have another class then, it says so, and the button asks to do it anyway. */
export function StayForm({ form, label, isDisabled, error, send, children }: FormProps) {
  const refusal = error ? readApiError(error) : undefined;
  const isBusyThen = refusal?.code === 'member_busy';
  const hasFields = Object.keys(refusal?.fields ?? {}).length > 0;
  return (
    <FormInDialog
      form={form}
      label={isBusyThen ? `${label} anyway` : label}
      isDisabled={isDisabled}
      send={() => send(isBusyThen ? { confirm_busy: true } : {})}
    >
      {children}
      <FormProblem>{!hasFields && refusal?.message}</FormProblem>
    </FormInDialog>
  );
}
