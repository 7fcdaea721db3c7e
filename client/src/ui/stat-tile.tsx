import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = {
  icon: LucideIcon;
  label: string;
  to?: string;
  /** Whether it leaves the page to what is below. */
  isSmall?: boolean;
  children: ReactNode;
};

/** A figure with its name, in a list; a placeholder until the figure is known. */
export function StatTile({ icon: Icon, label, to, isSmall = false, children }: Props) {
  const face = (
    <>
      <span
        className={`bg-accent/25 size-12 ${isSmall ? 'hidden sm:grid' : 'grid'} shrink-0 place-items-center rounded-full`}
      >
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <span className="block w-full min-w-0">
        <span className="text-base-content/80 block">{label}</span>{' '}
        <span
          className={`font-display block min-h-10 ${isSmall ? 'text-xl' : 'text-[clamp(1.25rem,3cqi,1.875rem)]'} leading-10 font-extrabold tabular-nums`}
        >
          {children ?? <span className="skeleton mt-1 inline-block h-8 w-16" />}
        </span>
      </span>
    </>
  );
  const look = isSmall
    ? 'card bg-base-100 shadow-card h-full flex-row items-center gap-3 p-4'
    : 'card bg-base-100 shadow-card h-full flex-row items-center gap-4 p-5 sm:flex-col sm:items-start sm:p-6 @max-[15rem]/frame:flex-col @max-[15rem]/frame:items-start';
  return (
    <li>
      {to ? (
        <Link to={to} className={`${look} hover:shadow-lifted motion-safe:transition-shadow`}>
          {face}
        </Link>
      ) : (
        <div className={look}>{face}</div>
      )}
    </li>
  );
}
