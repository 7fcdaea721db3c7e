import { readDayRange } from '@speakifyr/contract/day-ranges.ts';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFormState } from './form-state.ts';

export type FieldTexts = {
  label: string;
  /** Shown before anything is typed. */
  hint?: ReactNode;
  /** What is wrong with it now. A field of a `Form` finds it by its name. */
  error?: string | undefined;
};

type Props = ComponentProps<'input'> &
  FieldTexts & {
    /** Shown at the input's right end, such as a button that shows the password. */
    trailing?: ReactNode;
  };

/** An input with its label, its hint and its error. */
export function Field({ label, hint, error, trailing, className = '', ...input }: Props) {
  return (
    <FieldFrame {...{ label, hint, error }} name={input.name}>
      {(tied, isWrong) => (
        <div className="relative">
          <input
            // A browser says when a day is out of these; only the server holds people to it. R548
            {...(input.type === 'date' && readDayRange('any'))}
            {...input}
            {...tied}
            className={`input input-lg bg-base-100 w-full text-base ${isWrong ? 'input-error' : ''} ${trailing ? 'pr-14' : ''} ${className}`}
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}

/** A choice with its label, its hint and its error. */
export function SelectField({
  label,
  hint,
  error,
  className = '',
  ...select
}: ComponentProps<'select'> & FieldTexts) {
  return (
    <FieldFrame {...{ label, hint, error }} name={select.name}>
      {(tied, isWrong) => (
        // A long choice would run under the arrow and out of the field.
        <select
          {...select}
          {...tied}
          className={`select select-lg bg-base-100 w-full overflow-clip pe-10 text-base [overflow-clip-margin:content-box] ${isWrong ? 'select-error' : ''} ${className}`}
        />
      )}
    </FieldFrame>
  );
}

/** A longer text with its label, its hint and its error. */
export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  ...textarea
}: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <FieldFrame {...{ label, hint, error }} name={textarea.name}>
      {(tied, isWrong) => (
        <textarea
          {...textarea}
          {...tied}
          className={`textarea bg-base-100 w-full text-base leading-relaxed ${isWrong ? 'textarea-error' : ''} ${className}`}
        />
      )}
    </FieldFrame>
  );
}

type Tied = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
type FrameProps = FieldTexts & {
  name: string | undefined;
  /** @param tied for the element that is filled in: it ties it to its texts for screen readers */
  children: (tied: Tied, isWrong: boolean) => ReactNode;
};

function FieldFrame({ label, hint, error: given, name, children }: FrameProps) {
  const id = useId();
  const { findError } = useFormState();
  const error = given ?? (name && findError(name));
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const tied = { id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children(tied, Boolean(error))}
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
