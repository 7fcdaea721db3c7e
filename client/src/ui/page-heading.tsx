import type { ReactNode, Ref } from 'react';

type TitleProps = { ref?: Ref<HTMLHeadingElement>; children: ReactNode };

/** The title of a dashboard page, for one with more beside it. It takes the focus when a change removes what had it. */
export function PageTitle({ ref, children }: TitleProps) {
  return (
    <h1 ref={ref} tabIndex={-1} className="text-3xl font-extrabold break-words outline-none">
      {children}
    </h1>
  );
}

/** The top of a dashboard page. @param lead the line below the title */
export function PageHeading({ ref, lead, children }: TitleProps & { lead?: ReactNode }) {
  return (
    <header className="mb-6">
      <PageTitle ref={ref}>{children}</PageTitle>
      {lead && <p className="text-base-content/80 mt-1 max-w-prose">{lead}</p>}
    </header>
  );
}

type SectionProps = {
  title: string;
  /** Shown without children. */
  none?: string;
  children: ReactNode;
};

/** A part of a dashboard page. */
export function PageSection({ title, none, children }: SectionProps) {
  return (
    <section className="mb-8 min-w-0">
      <h2 className="mb-3 text-xl font-bold">{title}</h2>
      {children || <p className="text-base-content/80">{none}</p>}
    </section>
  );
}
