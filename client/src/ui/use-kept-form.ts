import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { takeKept, watchForm } from '../lib/kept-forms.ts';

/**
 * Keeps what is typed into a form when the session ends, and puts it back once the same person has logged in again: into a
 * form of the same page that begins with the same content. Never passwords; a file has to be chosen again. R550
 * @param about tells forms apart that begin with the same content
 */
export function useKeptForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  about = '',
): void {
  const { pathname: path } = useLocation();
  const { defaultValues } = form.formState;
  const key = JSON.stringify([path, about, defaultValues]);

  const read = useEffectEvent(() => {
    const typed = leaveOutSecrets(form.getValues());
    const began = leaveOutSecrets((defaultValues ?? {}) as FieldValues);
    // What began without a value, such as the time now, is nobody's work.
    return JSON.stringify(typed) === JSON.stringify({ ...typed, ...began }) ? undefined : typed;
  });
  useEffect(() => watchForm({ key, path, read: () => read() }), [key, path]);

  const putBack = useEffectEvent(() => {
    const values = takeKept(key);
    if (values)
      form.reset({ ...form.getValues(), ...values } as Values, { keepDefaultValues: true });
  });
  useEffect(() => putBack(), [key]);
}

function leaveOutSecrets(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !/password/i.test(name) && !(value instanceof FileList),
    ),
  );
}
