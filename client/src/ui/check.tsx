import type { ComponentProps } from 'react';

/** A checkbox or a radio button, with its label beside it. */
export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
      <input type="checkbox" className="accent-primary mt-0.5 size-5 shrink-0" {...input} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  );
}
