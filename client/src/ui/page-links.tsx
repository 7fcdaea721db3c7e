import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Props = {
  page: number;
  pageCount: number;
  linkTo: (page: number) => string;
  /** Called when a link is followed, for example to move focus to the top. */
  onFollow?: () => void;
};

/** Links to the pages of a list. Renders nothing when there is only one page. */
export function PageLinks({ page, pageCount, linkTo, onFollow }: Props) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-1">
      <Step to={page > 1 ? linkTo(page - 1) : undefined} label="Previous page" onFollow={onFollow}>
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Step>
      <ol className="flex items-center gap-1">
        {listPages(page, pageCount).map((number, index, numbers) => (
          <li key={number} className="flex items-center gap-1">
            {number - (numbers[index - 1] ?? 0) > 1 && (
              <span className="px-1" aria-hidden="true">
                …
              </span>
            )}
            <Link
              to={linkTo(number)}
              onClick={onFollow}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={`btn btn-square size-11 tabular-nums ${number === page ? 'btn-primary' : 'btn-ghost'}`}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      <Step
        to={page < pageCount ? linkTo(page + 1) : undefined}
        label="Next page"
        onFollow={onFollow}
      >
        <ChevronRight className="size-5" aria-hidden="true" />
      </Step>
    </nav>
  );
}

type StepProps = {
  to: string | undefined;
  label: string;
  onFollow: (() => void) | undefined;
  children: ReactNode;
};

/** Keeps its space when there is no such page. */
function Step({ to, label, onFollow, children }: StepProps) {
  if (!to) return <span className="size-11" />;
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-label={label}
      className="btn btn-ghost btn-square size-11"
    >
      {children}
    </Link>
  );
}

/**
 * The first page, the last page, and the current page with its neighbors. If only one page would
 * be left out between two of them, it is listed too: its number takes no more room than the dots.
 */
function listPages(page: number, pageCount: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  return Array.from({ length: pageCount }, (_none, index) => index + 1).filter(
    (number) => wanted.has(number) || (wanted.has(number - 1) && wanted.has(number + 1)),
  );
}
