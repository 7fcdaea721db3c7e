import type { ReactNode } from 'react';

type Props = {
  /** What the text is about, in one line. */
  about: string;
  children: ReactNode;
};

/** The text of a consent, in one line until somebody wants to read it. */
export function FoldedConsent({ about, children }: Props) {
  return (
    <details className="rounded-box bg-base-200 px-4 text-sm [overflow-wrap:anywhere]">
      <summary className="min-h-11 cursor-pointer py-3">
        {about} <span className="link font-semibold">Read it</span>
      </summary>
      <div className="space-y-2 pb-4">{children}</div>
    </details>
  );
}
