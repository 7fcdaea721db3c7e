import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { DayAndTime } from '../../../ui/day-and-time.tsx';

/** Emails are sent within seconds, unless the school has no mail server. In milliseconds. */
const LATE_MS = 10 * 60_000;

/** What has become of an email, or what comes next: when it was sent or is tried again, or why it was not sent. */
export function MailProgress({ mail }: { mail: ListedMail }) {
  const { state, attempts, lastError, nextAt, sentAt } = mail;
  switch (state) {
    case 'sent':
      return (
        <>
          {sentAt && <DayAndTime at={sentAt} />}
          {lastError && <span className="block">{lastError}</span>}
        </>
      );
    case 'sending':
      return <span>On its way to the mail server</span>;
    case 'failed':
      return <span>{lastError ?? 'We don’t know why'}</span>;
    case 'stale':
      return <span>{lastError ?? 'It was out of date before it could be sent'}</span>;
    case 'to call':
      return <span>No email address: on the list of calls</span>;
    case 'called':
      return <span>Called, or letter given</span>;
    case 'queued':
      if (attempts === 0 && !lastError)
        return (
          <span>
            {isOverdue(nextAt)
              ? 'It should have been sent by now. Is a mail server set up?'
              : 'Will be sent shortly'}
          </span>
        );
      return (
        <>
          {lastError && <span className="block">{lastError}</span>}
          {nextAt && (
            <span>
              Next try: <DayAndTime at={nextAt} />
            </span>
          )}
        </>
      );
  }
}

function isOverdue(nextAt: string | null): boolean {
  return nextAt !== null && Date.now() - Date.parse(nextAt) > LATE_MS;
}
