import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import {
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { readApiError } from '../lib/api-error.ts';
import { takeKept, watchForm } from '../lib/kept-forms.ts';
import { FormContext } from './form-state.ts';

type Props<Values extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** `at` and `nameCall`: see `useCallForm`. */
  form: UseFormReturn<Values> & { at?: string; nameCall?: () => string };
  /** Sends it. What it throws is shown below the fields that the server names, or as the form's own problem. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** The field that a refusal by a rule is about. */
  fieldOfCode?: Partial<Record<ErrorCode, Path<Values>>>;
  /** Shows what `onSubmit` throws in another way. */
  onError?: (error: unknown) => void;
};

/** A form with its fields' errors, its problem and its button: they find it by `useFormState`. */
export function Form<Values extends FieldValues>(props: Props<Values>) {
  const { form, onSubmit, fieldOfCode = {}, onError, ...attributes } = props;
  const { errors, isSubmitting } = form.formState;
  const findError = (name: string) =>
    (get(errors, name) as { message?: string } | undefined)?.message;
  useKeptForm(form, form.nameCall);
  const element = useRef<HTMLFormElement>(null);
  // What is wrong with a field that is not on the screen now would stop the form without a word.
  useEffect(() => {
    const message = findMessage(errors);
    if (message && !errors.root && !element.current?.querySelector('[role="alert"]'))
      form.setError('root', { message });
  }, [errors, form]);
  const submit = form.handleSubmit((values) =>
    onSubmit(values).catch(onError ?? ((error) => showFormError(error, form, fieldOfCode))),
  );
  return (
    <FormProvider {...form}>
      <FormContext value={{ findError, isBusy: isSubmitting }}>
        <form ref={element} noValidate {...attributes} onSubmit={(event) => void submit(event)} />
      </FormContext>
    </FormProvider>
  );
}

/** The first message in these errors, however deep. */
function findMessage(errors: object): string | undefined {
  for (const [key, value] of Object.entries(errors)) {
    if (key === 'message' && typeof value === 'string') return value;
    const deeper =
      key !== 'ref' && typeof value === 'object' && value
        ? findMessage(value as object)
        : undefined;
    if (deeper) return deeper;
  }
  return undefined;
}

/** Beside the fields of this form, by their paths in the call's body; anything else above its button, with its code as `type`. */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  form: Props<Values>['form'],
  fieldOfCode: Partial<Record<ErrorCode, Path<Values>>>,
): void {
  const { code, message, fields = {} } = readApiError(error);
  const values = form.getValues();
  const start = form.at ? `body.${form.at}.` : 'body.';
  const wrong = Object.entries(fields).map(([path, text]) => [path.replace(start, ''), text]);
  const isHere = ([path = '']: (string | undefined)[]) => path.split('.')[0]! in values;
  const here = wrong.filter(isHere);
  const rest = wrong.find((one) => !isHere(one))?.[1];
  for (const [place, [path, text]] of here.entries())
    form.setError(path as Path<Values>, { message: text! }, { shouldFocus: place === 0 });
  const field = fieldOfCode[code];
  if (wrong.length === 0 && field) form.setError(field, { message }, { shouldFocus: true });
  else if (rest || here.length === 0)
    form.setError('root', { type: code, message: rest ?? message });
}

/**
 * Keeps what is typed into a form when the session ends, and puts it back once the same person has logged in again: into a
 * form of the same page that begins with the same content. Never passwords; a file has to be chosen again. R550
 * @param nameCall tells forms apart that begin with the same content
 */
function useKeptForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  nameCall = () => '',
): void {
  const { pathname: path } = useLocation();
  const { defaultValues } = form.formState;
  const began = JSON.stringify(defaultValues);
  const nameKey = useEffectEvent(() => JSON.stringify([path, nameCall(), began]));

  const read = useEffectEvent(() => {
    const typed = leaveOutSecrets(form.getValues());
    const before = leaveOutSecrets((defaultValues ?? {}) as FieldValues);
    // What began without a value, such as the time now, is nobody's work.
    return JSON.stringify(typed) === JSON.stringify({ ...typed, ...before }) ? undefined : typed;
  });
  useEffect(() => watchForm({ key: nameKey(), path, read: () => read() }), [path, began]);

  const putBack = useEffectEvent(() => {
    const values = takeKept(nameKey());
    if (values)
      form.reset({ ...form.getValues(), ...values } as Values, { keepDefaultValues: true });
  });
  useEffect(() => putBack(), [path, began]);
}

function leaveOutSecrets(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !/password/i.test(name) && !(value instanceof FileList),
    ),
  );
}
