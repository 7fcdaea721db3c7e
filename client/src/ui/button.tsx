import type { ComponentProps } from 'react';

export type ButtonProps = ComponentProps<'button'> & {
  /** Whether what it does is on its way. A press does nothing then. */
  isBusy?: boolean;
  /** Whether it shows a spinner while it is busy. */
  hasSpinner?: boolean;
};

/** A button that keeps the focus while it is busy: a disabled one would lose it. */
export function Button(props: ButtonProps) {
  const {
    isBusy = false,
    hasSpinner = false,
    className = '',
    onClick,
    children,
    ...button
  } = props;
  return (
    <button
      type="button"
      {...button}
      className={`btn ${className}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && hasSpinner && (
        <span className="loading loading-spinner loading-sm" aria-hidden="true" />
      )}
      {/* The browser’s translation replaces bare text: the spinner could not be put before it. */}
      <span className="contents">{children}</span>
    </button>
  );
}
