import { ERRORS } from '@speakifyr/contract/errors.ts';
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

/** For a disabled button that promotes such a person. @param badgeId the badge's id */
export function explainUnconfirmed(badgeId: string) {
  return { title: ERRORS.email_not_verified.message, 'aria-describedby': badgeId };
}
