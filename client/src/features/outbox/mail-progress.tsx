import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { DayAndTime } from '../../ui/day-and-time.tsx';

/** Emails go out within seconds, unless the school has no mail server. In milliseconds. */
const LATE_MS = 10 * 60_000;

/** What has become of an email, or what comes next: when it was sent, when it is tried again, or why it was not sent. */
export function MailProgress({ mail }: { mail: ListedMail }) {
  const { state, attempts, lastError, nextAt, sentAt } = mail;
  switch (state) {
    case 'sent':
      return sentAt && <DayAndTime at={sentAt} />;
    case 'sending':
      return 'On its way to the mail server';
    case 'failed':
      return lastError ?? 'The reason is not known';
    case 'stale':
      return lastError ?? 'It was no longer true when its turn came';
    case 'queued':
      if (attempts === 0 && !lastError)
        return isOverdue(nextAt)
          ? 'It should have gone out by now. Is a mail server set up?'
          : 'Goes out when its turn comes';
      return (
        <>
          {lastError && <span className="block">{lastError}</span>}
          {nextAt && (
            <>
              Next try: <DayAndTime at={nextAt} />
            </>
          )}
        </>
      );
  }
}

function isOverdue(nextAt: string | null): boolean {
  return nextAt !== null && Date.now() - Date.parse(nextAt) > LATE_MS;
}
