import { Tent } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export type EmptyStateProps = {
  title: string;
  text?: string;
  /** The next step, if it is one page. */
  link?: { to: string; label: string };
  /** The next step, if it is something else. */
  action?: ReactNode;
};

/** Shown in place of an empty list. */
export function EmptyState({ title, text, link, action }: EmptyStateProps) {
  return (
    <div className="note-panel">
      <span className="note-icon bg-accent/25">
        <Tent className="size-7" aria-hidden="true" />
      </span>
      <p className="note-title">{title}</p>
      {text && <p className="text-base-content/80">{text}</p>}
      {(link ?? action) && (
        <div className="mt-3">
          {link && (
            <Link to={link.to} className="btn btn-primary">
              {link.label}
            </Link>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
