import { useId, type ComponentProps, type ReactNode } from 'react';

type Props = ComponentProps<'input'> & {
  label: string;
  /** Shown before anything is typed. */
  hint?: ReactNode;
  /** What is wrong with it now. */
  error?: string;
  /** Shown at the input's right end, such as a button that shows the password. */
  trailing?: ReactNode;
};

/** An input with its label, its hint and its error, tied together for screen readers. */
export function Field({ label, hint, error, trailing, className = '', ...input }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`input input-lg bg-base-100 w-full text-base ${error ? 'input-error' : ''} ${trailing ? 'pr-14' : ''} ${className}`}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-base-content/75 mt-1.5 text-sm">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Read out when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="text-error mt-1.5 text-sm font-medium">
      {children}
    </p>
  );
}
