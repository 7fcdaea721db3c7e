import { type ComponentProps, useId } from 'react';
import { FieldError } from './field.tsx';
import { useFormState } from './form-state.ts';

/** The box with which a parent agrees, and what is wrong with it. For react-hook-form's `register`. */
export function ConsentCheck({ children, ...input }: ComponentProps<'input'>) {
  const id = useId();
  const { findError } = useFormState();
  const error = input.name && findError(input.name);
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-3 py-2">
        <input
          type="checkbox"
          className="accent-primary size-5 shrink-0 mt-0.5"
          aria-invalid={Boolean(error)}
          aria-describedby={error && id}
          {...input}
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
