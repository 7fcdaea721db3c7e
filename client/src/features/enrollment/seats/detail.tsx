import type { ReactNode } from 'react';

/** A line of a description list: the term on the left, the value on the right. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-base-content/80 shrink-0">{term}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
