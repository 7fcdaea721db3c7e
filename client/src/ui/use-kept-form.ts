import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { takeKept, watchForm } from '../lib/kept-forms.ts';

/**
 * Keeps what is typed into a form when the session ends, and puts it back once the same person has logged in again: into a
 * form of the same page that begins with the same content. Never passwords; a file has to be chosen again. R550
 * @param nameCall tells forms apart that begin with the same content
 */
export function useKeptForm<Values extends FieldValues>(
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
