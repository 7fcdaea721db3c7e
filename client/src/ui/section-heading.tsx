import type { ReactNode } from 'react';

type Props = {
  /** For the section's `aria-labelledby`. */
  id?: string;
  /** A few words above the heading. */
  lead?: string;
  children: ReactNode;
  /** The page's first heading is a 1, a section's a 2. */
  level?: 1 | 2;
  /** Shown at the right, such as a link to the whole list. */
  aside?: ReactNode;
};

export function SectionHeading({ id, lead, children, level = 2, aside }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 md:mb-10">
      <div>
        {lead && <p className="lead-line">{lead}</p>}
        <Heading id={id} className={level === 1 ? 'heading-page' : 'heading-section'}>
          {children}
        </Heading>
      </div>
      {aside}
    </div>
  );
}
