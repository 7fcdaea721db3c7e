import type { ComponentProps } from 'react';

export type ButtonProps = ComponentProps<'button'> & {
  /** Whether what it does is on its way. A press does nothing then. */
  isBusy?: boolean;
};

/** A button that keeps the focus while it is busy: a disabled one would lose it. */
export function Button({ isBusy = false, className = '', onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`btn ${className}`}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
