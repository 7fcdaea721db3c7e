import { LABELS } from '@speakifyr/contract/labels.ts';
import { CloudRain } from 'lucide-react';
import { readApiError } from '../lib/api-error.ts';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';

type Props = {
  /** What went wrong, as a sentence without a period. */
  title: string;
  /** Why, and what to do about it. */
  text?: string;
  onRetry: () => void;
};

/** Shown when content could not be loaded. */
export function ErrorState({ title, text, onRetry }: Props) {
  return (
    <div role="alert" className="note-panel">
      <span className="note-icon bg-secondary/15 text-secondary">
        <CloudRain className="size-7" aria-hidden="true" />
      </span>
      <p className="note-title">{title}</p>
      {text && <p className="text-base-content/80">{text}</p>}
      <button type="button" className="btn btn-primary mt-3" onClick={onRetry}>
        {LABELS.retry}
      </button>
    </div>
  );
}

type LoadProps = {
  /** The content, as the beginning of a sentence: 'Your messages'. */
  what: string;
  /** The query that failed. */
  query: { error: unknown; refetch: () => unknown };
  /** Shown if there is no such thing, or the link in the address is incomplete. */
  gone?: EmptyStateProps;
};

/** Shown in place of what a query could not load. */
export function LoadProblem({ what, query, gone }: LoadProps) {
  const { code, message } = readApiError(query.error);
  if (gone && (code === 'not_found' || code === 'invalid_input')) return <EmptyState {...gone} />;
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      text={message}
      onRetry={() => void query.refetch()}
    />
  );
}
