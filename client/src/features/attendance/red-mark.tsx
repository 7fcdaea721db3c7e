import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { icon: LucideIcon; children: ReactNode };

/** What the team must know about a child at once. */
export function RedMark({ icon: Icon, children }: Props) {
  return (
    <span className="border-error flex items-center gap-1.5 rounded-full border-2 px-2.5 font-bold">
      <Icon className="text-error size-5 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
}
