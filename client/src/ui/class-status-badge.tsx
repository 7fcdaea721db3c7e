const LABELS = { draft: 'Draft', archived: 'Archived', canceled: 'Canceled' };

/** Marks a class that is not public. An open class has no badge. */
export function ClassStatusBadge({ status }: { status: 'open' | keyof typeof LABELS }) {
  if (status === 'open') return null;
  return (
    <span className="badge bg-base-300 border-base-content/15 align-middle text-sm font-semibold">
      {LABELS[status]}
    </span>
  );
}
