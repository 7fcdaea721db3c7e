import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from './button.tsx';
import type { DialogForm } from './form-dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';

type Props<Values extends FieldValues> = Pick<
  ComponentProps<typeof Form<Values>>,
  'form' | 'fieldOfCode' | 'onError' | 'children'
> & {
  dialog: DialogForm;
  /** On the button that sends it. */
  label: string;
  isDisabled?: boolean;
  /** Sends it. @returns what the person then reads; nothing if the dialog stays open */
  onSubmit: (values: Values) => Promise<string | undefined>;
};

/** The form in a dialog. Below its fields stand what is wrong with it, the button that sends it, and one that closes it. */
export function FormInDialog<Values extends FieldValues>(props: Props<Values>) {
  const { dialog, label, isDisabled = false, onSubmit, children, ...rest } = props;
  const { onBusy, onDone, onCancel } = dialog;

  async function submit(values: Values) {
    onBusy(true);
    try {
      const said = await onSubmit(values);
      if (said) onDone(said);
    } finally {
      onBusy(false);
    }
  }

  return (
    <Form {...rest} onSubmit={submit} className="mt-4 grid gap-4">
      {children}
      <FormProblem />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isDisabled={isDisabled}>{label}</SubmitButton>
        <Button
          className="btn-ghost btn-lg w-full text-base sm:w-auto"
          isBusy={dialog.isBusy}
          onClick={onCancel}
        >
          Close
        </Button>
      </div>
    </Form>
  );
}
