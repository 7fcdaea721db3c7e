import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import type { UseFormReturn } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';

/** What both forms of a child ask for. The birth date is yyyy-mm-dd, and empty while nothing is typed. */
export type ChildValues = { name: string; birthDate: string; note: string };

/** What a form for a new child starts with. */
export const NO_CHILD: ChildValues = { name: '', birthDate: '', note: '' };

/** What is wrong, and beside which field it belongs; `root`: with the form as a whole. */
type ChildProblem = { field: keyof ChildValues | 'root'; message: string };

/** Shows why the server refused a child: beside its fields, or with the form as a whole. */
export function showChildProblems(error: unknown, form: UseFormReturn<ChildValues>): void {
  for (const { field, message } of readChildProblems(error))
    form.setError(field, { message }, { shouldFocus: true });
}

/** @returns at least one problem */
function readChildProblems(error: unknown): ChildProblem[] {
  const { code, message, fields = {} } = readApiError(error);
  if (code === 'child_exists')
    return [
      {
        field: 'name',
        message: 'You have already added a child with this name and birth date.',
      },
    ];
  if (code === 'too_many_children')
    return [
      {
        field: 'root',
        message: `An account can have up to ${MAX_CHILDREN} children. To add another one, please contact the school.`,
      },
    ];
  const problems = (['name', 'birthDate', 'note'] as const).flatMap((field) => {
    const text = fields[`body.${field}`];
    return text ? [{ field, message: text }] : [];
  });
  return problems.length > 0 ? problems : [{ field: 'root', message }];
}
