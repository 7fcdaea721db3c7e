import type { ComponentProps } from 'react';
import {
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import { readApiError } from '../lib/api-error.ts';
import { FormContext } from './form-state.ts';
import { useKeptForm } from './use-kept-form.ts';

type Props<Values extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: UseFormReturn<Values>;
  /** Sends it. What it throws is shown below the fields that the server names, or as the form's own problem. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Shows what `onSubmit` throws in another way. */
  onError?: (error: unknown) => void;
};

/** A form with its fields' errors, its problem and its button: they find it by `useFormState`. */
export function Form<Values extends FieldValues>(props: Props<Values>) {
  const { form, onSubmit, onError = (error) => showError(error, form), ...element } = props;
  const { errors, isSubmitting } = form.formState;
  const findError = (name: string) =>
    (get(errors, name) as { message?: string } | undefined)?.message;
  useKeptForm(form);
  const submit = form.handleSubmit((values) => onSubmit(values).catch(onError));
  return (
    <FormProvider {...form}>
      <FormContext value={{ findError, isBusy: isSubmitting }}>
        <form noValidate {...element} onSubmit={(event) => void submit(event)} />
      </FormContext>
    </FormProvider>
  );
}

function showError<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  const { message, fields = {} } = readApiError(error);
  const names = Object.keys(form.getValues()) as Path<Values>[];
  const wrong = names.filter((name) => fields[`body.${name}`]);
  for (const name of wrong) form.setError(name, { message: fields[`body.${name}`] ?? message });
  if (wrong.length === 0) form.setError('root', { message: Object.values(fields)[0] ?? message });
}
