import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** What the button shows. */
  children: ReactNode;
};

/**
 * A button that chooses a file. The browser's own field cuts off its text on a phone. It lies on the button, unseen, so
 * that everything works as usual: click, keyboard, and dropping a file.
 */
export function FileButton({ children, className = '', ...input }: Props) {
  const edge = input['aria-invalid'] ? 'border-error' : 'border-base-content/40';
  return (
    <span
      className={`btn btn-outline has-focus-visible:outline-primary relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${edge} ${className}`}
    >
      {children}
      <input
        {...input}
        type="file"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  );
}
