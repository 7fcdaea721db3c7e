import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';

/** How the rules are loaded again after somebody else has changed them. */
export type Reload = { code: ErrorCode; label: string; onReload: () => void };

/** What the form of one rule is given. */
export type RuleFormProps<Saved> = {
  title: string;
  reload: Reload;
  /** @param saved what the server has now */
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
};

type Props<Values extends FieldValues, Saved> = RuleFormProps<Saved> & {
  form: UseFormReturn<Values> & { send: (values: Values) => Promise<Saved> };
  children: ReactNode;
};

/** The form of one rule of a list. It is saved together with the others. */
export function RuleForm<Values extends FieldValues, Saved>(props: Props<Values, Saved>) {
  const { title, reload, onSaved, onCancel, form, children } = props;
  const [isOld, setOld] = useState(false);

  async function save(values: Values) {
    setOld(false);
    try {
      onSaved(await form.send(values));
    } catch (error) {
      setOld(readApiError(error).code === reload.code);
      throw error;
    }
  }

  function loadAgain() {
    setOld(false);
    form.clearErrors('root');
    reload.onReload();
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      aria-label={title}
      className="rounded-box border-primary grid gap-4 border-2 p-4 sm:p-5"
    >
      <h3 className="text-lg font-bold">{title}</h3>
      {children}
      <FormProblem />
      {isOld && <ReloadButton label={reload.label} onReload={loadAgain} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Save</SubmitButton>
        <button
          type="button"
          className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
          disabled={form.formState.isSubmitting}
          onClick={onCancel}
        >
          Cancel
        </button>
      </div>
    </Form>
  );
}

export function ReloadButton({ label, onReload }: Omit<Reload, 'code'>) {
  return (
    <div>
      <button type="button" className="btn btn-outline" onClick={onReload}>
        {label}
      </button>
    </div>
  );
}
