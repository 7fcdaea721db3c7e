import type { ReactNode } from 'react';

type Props = { isBusy: boolean; isDisabled?: boolean; children: ReactNode };

export function SubmitButton({ isBusy, isDisabled = false, children }: Props) {
  return (
    <button
      type="submit"
      className="btn btn-primary btn-lg text-base sm:justify-self-start sm:px-10"
      disabled={isBusy || isDisabled}
      aria-busy={isBusy}
    >
      {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
