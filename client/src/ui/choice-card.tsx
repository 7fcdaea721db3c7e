import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'children' | 'className'> & {
  type: 'checkbox' | 'radio';
  /** What is chosen. */
  children: ReactNode;
  /** Whether it can’t be chosen. `disabled` would be the form library’s. */
  isBarred?: boolean;
};

/** A choice in a dialog: a box that is all label, and looks chosen when it is. */
export function ChoiceCard({ children, isBarred = false, ...input }: Props) {
  return (
    <label className="rounded-field border-base-content/25 has-checked:border-primary has-checked:bg-primary/10 flex min-h-12 cursor-pointer items-start gap-3 border px-4 py-3 has-disabled:cursor-not-allowed">
      <input
        {...input}
        {...(isBarred && { disabled: true })}
        className="accent-primary mt-0.5 size-5 shrink-0"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
