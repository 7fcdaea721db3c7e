import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

type Props = ComponentProps<'textarea'> & { label: string; hint?: ReactNode; error?: string };

/** A longer text with its label, its hint and its error, tied together for screen readers. */
export function TextAreaField({ label, hint, error, className = '', ...textarea }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        className={`textarea bg-base-100 w-full text-base leading-relaxed ${error ? 'textarea-error' : ''} ${className}`}
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
