import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useFormState } from './form-state.ts';

type Props = {
  /** Whether the form is being sent; a `Form` knows it itself. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** As wide as the form on every screen, not only on a phone. */
  isWide?: boolean;
  children: ReactNode;
};

/** Sends the form around it, which is a grid. Shows a spinner while the form is being sent. */
export function SubmitButton({ isBusy, isDisabled = false, isWide = false, children }: Props) {
  const form = useFormState();
  return (
    <Button
      type="submit"
      className={`btn-primary btn-lg w-full text-base ${isWide ? '' : 'sm:w-auto sm:justify-self-start sm:px-10'}`}
      isBusy={isBusy ?? form.isBusy}
      hasSpinner
      disabled={isDisabled}
    >
      {children}
    </Button>
  );
}
