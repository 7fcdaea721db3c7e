import { type ReactNode, type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

type Props = {
  /** Also its address: `#health`. */
  id: string;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** A part of a child's page. An address that ends with its id leads to it. */
export function ChildPanel({ id, title, heading, children }: Props) {
  const { hash } = useLocation();
  const isNamed = hash === `#${id}`;
  useEffect(() => {
    if (!isNamed) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isNamed, heading]);
  return (
    <section
      aria-labelledby={`${id}-heading`}
      className="card bg-base-100 shadow-card mt-6 p-5 sm:p-8"
    >
      <h2
        id={`${id}-heading`}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-24 text-2xl font-bold outline-none"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
