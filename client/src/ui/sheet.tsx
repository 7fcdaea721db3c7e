import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  /** More buttons, beside the one that prints. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A sheet to read and to print. Always in the light theme, because paper is white. */
export function Sheet({ label, tools, children }: Props) {
  return (
    <>
      <div className="mx-auto mb-4 flex max-w-2xl flex-wrap justify-end gap-3 print:hidden">
        {tools}
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
      </div>
      <article
        data-theme="light"
        aria-label={label}
        className="card bg-base-100 text-base-content shadow-card mx-auto max-w-2xl p-5 sm:p-10 print:max-w-none print:bg-white print:p-0 print:shadow-none"
      >
        {children}
      </article>
    </>
  );
}
