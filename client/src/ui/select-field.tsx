import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

type Props = ComponentProps<'select'> & { label: string; hint?: ReactNode; error?: string };

/** A choice with its label, its hint and its error, tied together for screen readers. */
export function SelectField({ label, hint, error, className = '', ...select }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {/* A long choice would run under the arrow and out of the field. */}
      <select
        {...select}
        id={id}
        className={`select select-lg bg-base-100 w-full overflow-clip pe-10 text-base [overflow-clip-margin:content-box] ${error ? 'select-error' : ''} ${className}`}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
