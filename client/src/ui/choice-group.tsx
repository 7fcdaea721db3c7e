import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import { useFormState } from './form-state.ts';

type Props = {
  /** Its path in the call's body. */
  name: string;
  legend: string;
  /** The boxes or radio buttons. */
  children: ReactNode;
};

/** Choices of a `Form` under one question, with what is wrong with them. */
export function ChoiceGroup({ name, legend, children }: Props) {
  const id = useId();
  const error = useFormState().findError(name);
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="font-bold">{legend}</legend>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
