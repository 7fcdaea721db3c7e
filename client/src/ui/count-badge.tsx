type Props = {
  /** Nothing is shown for 0. */
  count: number | undefined;
  /** What is counted, for screen readers: 'open'. */
  what: string;
  isUrgent?: boolean;
};

/** A number in the navbar that says how much waits there. */
export function CountBadge({ count, what, isUrgent = false }: Props) {
  if (!count) return null;
  return (
    <span className={`badge badge-sm tabular-nums ${isUrgent ? 'badge-error' : 'badge-secondary'}`}>
      {count} <span className="sr-only">{what}</span>
    </span>
  );
}
