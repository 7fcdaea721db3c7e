import { useId, type ComponentProps } from 'react';
import { FieldError } from './field.tsx';

type Props = ComponentProps<'textarea'> & { label: string; error?: string };

/** A longer text with its label and its error, tied together for screen readers. */
export function TextAreaField({ label, error, className = '', ...textarea }: Props) {
  const id = useId();
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
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
