import { Tent } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  text?: string;
  /** The next step: a link or a button. */
  action?: ReactNode;
};

/** Shown in place of an empty list. */
export function EmptyState({ title, text, action }: Props) {
  return (
    <div className="note-panel">
      <span className="note-icon bg-accent/25">
        <Tent className="size-7" aria-hidden="true" />
      </span>
      <p className="note-title">{title}</p>
      {text && <p className="text-base-content/80">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
