import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { readApiError } from './api-error.ts';

/**
 * Shows why a form's call failed: below the fields that the server names, or as the form's own problem if it names none.
 * @param names the fields of the form that have the same name in the call's body
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const { message, fields = {} } = readApiError(error);
  const wrong = names.filter((name) => fields[`body.${name}`]);
  for (const name of wrong) setError(name, { message: fields[`body.${name}`] ?? message });
  if (wrong.length === 0) setError('root', { message });
}
