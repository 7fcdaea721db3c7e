import { MailWarning } from 'lucide-react';

/** Marks a person in a list who has not confirmed their email address. @param id for what it explains */
export function UnconfirmedBadge({ id }: { id: string }) {
  return (
    <span
      id={id}
      className="badge bg-base-300 border-base-content/15 gap-1.5 text-sm font-semibold whitespace-nowrap"
    >
      <MailWarning className="size-4" aria-hidden="true" />
      Not confirmed
    </span>
  );
}
