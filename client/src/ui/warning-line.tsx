import { TriangleAlert } from 'lucide-react';

/** Something about a person or a day that somebody should look at. */
export function WarningLine({ children }: { children: string }) {
  return (
    <span className="mt-1 flex items-start gap-2 font-medium">
      <TriangleAlert className="text-warning mt-1 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}
