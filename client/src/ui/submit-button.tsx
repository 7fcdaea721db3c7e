import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = {
  /** Whether the form is being sent. */
  isBusy: boolean;
  isDisabled?: boolean;
  /** As wide as the form on every screen, not only on a phone. */
  isWide?: boolean;
  children: ReactNode;
};

/** Sends the form around it, which is a grid. Shows a spinner while the form is being sent. */
export function SubmitButton({ isBusy, isDisabled = false, isWide = false, children }: Props) {
  return (
    <Button
      type="submit"
      className={`btn-primary btn-lg w-full text-base ${isWide ? '' : 'sm:w-auto sm:justify-self-start sm:px-10'}`}
      isBusy={isBusy}
      disabled={isDisabled}
    >
      {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </Button>
  );
}
